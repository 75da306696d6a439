/// One verb of `locctl`: what it is called, what it takes and what it does.
///
/// Parsing, `--help`, `locctl help VERB` and the completions are all made from this.
struct Verb: Sendable {
    /// A command line and what it is for.
    struct Example: Sendable {
        let command: String
        let meaning: String
    }

    let name: String
    /// One line, for the list of verbs.
    let summary: String
    /// Paragraphs for the verb's own help; the terminal's width breaks their lines.
    let discussion: [String]
    /// Beside those of `GlobalOptions`.
    let options: [Option]
    let positionals: [Positional]
    let examples: [Example]
    /// Whether everything from the first positional on belongs to it, dashes or not.
    let endsOptionsAtFirstPositional: Bool
    /// Does what was asked.
    let run: @Sendable (Invocation) throws(Failure) -> Void

    init(
        _ name: String, _ summary: String, discussion: [String] = [], options: [Option] = [],
        positionals: [Positional] = [], examples: [Example] = [], endsOptionsAtFirstPositional: Bool = false,
        run: @escaping @Sendable (Invocation) throws(Failure) -> Void
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.positionals = positionals
        self.examples = examples
        self.endsOptionsAtFirstPositional = endsOptionsAtFirstPositional
        self.run = run
    }

    /// The verb's own options and those that every verb has.
    var allOptions: [Option] { options + GlobalOptions.all }
}

/// The options that every verb has; they may also stand before the verb.
enum GlobalOptions {
    static let address = Option.value(
        "address", "PATH", completion: .file(suffix: nil),
        "the daemon's socket, instead of $LOCD_ADDRESS and the usual places")
    static let json = Option.optionalChoice(
        "json", ["pretty", "short", "off"],
        "print JSON: over several lines, on one, or not at all; alone: pretty on a terminal, else short")
    static let quiet = Option.flag("quiet", short: "q", "no remarks on standard error, only errors")
    static let help = Option.flag("help", short: "h", "print this help")
    static let version = Option.flag("version", "print the version")

    static let all = [address, json, quiet, help, version]

    /// What may stand before the verb: beside those, an option that changes what some verbs work on.
    static let beforeVerb = all + [ImageOption.root]
}
