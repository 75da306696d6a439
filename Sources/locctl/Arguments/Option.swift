/// What a shell offers for a value.
enum Completion: Hashable, Sendable {
    /// Free text: nothing is offered.
    case none
    /// The languages that can be set; `auto` too where it clears a setting.
    case language(orAutomatic: Bool)
    /// The domains that the daemon knows.
    case domain
    /// A file; with a suffix (`.lcat`), those that end with it.
    case file(suffix: String?)
    case directory
    /// One of these words, and no other is accepted.
    case choice([String])
    /// A program and its arguments.
    case command
    /// A verb of `locctl`.
    case verb
}

/// An option as parsing, `--help` and the completions all know it.
struct Option: Hashable, Sendable {
    /// What follows the option.
    enum Value: Hashable, Sendable {
        case none
        /// The next word, or what stands after `=`.
        case required(name: String, Completion)
        /// Only what stands after `=`.
        case optional(choices: [String])
    }

    /// Without the dashes.
    let name: String
    /// The form with one dash, where there is one.
    let short: Character?
    let value: Value
    /// Whether every occurrence counts; otherwise the last one does.
    let isRepeatable: Bool
    /// Whether the verb needs it.
    let isRequired: Bool
    /// Of the options that share a group, one can be given.
    let group: String?
    let summary: String

    /// An option of which only the presence counts.
    static func flag(_ name: String, short: Character? = nil, group: String? = nil, _ summary: String) -> Option {
        Option(
            name: name, short: short, value: .none, isRepeatable: false, isRequired: false, group: group,
            summary: summary)
    }

    /// An option that needs a value.
    static func value(
        _ name: String, short: Character? = nil, _ valueName: String, completion: Completion = .none,
        isRepeatable: Bool = false, isRequired: Bool = false, group: String? = nil, _ summary: String
    ) -> Option {
        Option(
            name: name, short: short, value: .required(name: valueName, completion), isRepeatable: isRepeatable,
            isRequired: isRequired, group: group, summary: summary)
    }

    /// An option that may have a value out of a few.
    static func optionalChoice(_ name: String, _ choices: [String], _ summary: String) -> Option {
        Option(
            name: name, short: nil, value: .optional(choices: choices), isRepeatable: false, isRequired: false,
            group: nil, summary: summary)
    }

    /// The option as it can be typed: `-o`, `--output`.
    var words: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

    /// How the option and its value are written: `--json[=pretty|short|off]`; the short form, where there is one,
    /// stands alone: `-o FILE`.
    var usage: String {
        let spelling = short.map { "-\($0)" } ?? "--\(name)"
        return switch value {
        case .none: spelling
        case .required(_, .choice(let choices)): "\(spelling)=\(choices.joined(separator: "|"))"
        case .required(let valueName, _): "\(spelling) \(valueName)"
        case .optional(let choices): "\(spelling)[=\(choices.joined(separator: "|"))]"
        }
    }
}

/// A word that is no option.
struct Positional: Hashable, Sendable {
    /// How many words it takes.
    enum Occurrence: Sendable {
        case one, optional, any, atLeastOne
    }

    /// As shown in the usage: `DOMAIN`.
    let name: String
    let occurrence: Occurrence
    let completion: Completion

    init(_ name: String, _ occurrence: Occurrence = .one, _ completion: Completion = .none) {
        self.name = name
        self.occurrence = occurrence
        self.completion = completion
    }

    /// How it is written: `SOURCE…`, `[ARG…]`, `bash|zsh`.
    var usage: String {
        let word = if case .choice(let choices) = completion { choices.joined(separator: "|") } else { name }
        return switch occurrence {
        case .one: word
        case .optional: "[\(word)]"
        case .any: "[\(word)…]"
        case .atLeastOne: "\(word)…"
        }
    }
}
