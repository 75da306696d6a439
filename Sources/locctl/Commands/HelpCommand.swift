/// `locctl help`: how to use the program, or one verb.
enum HelpCommand {
    private static let scdoc = Option.value(
        "scdoc", "PART", completion: .choice(["verbs", "interfaces"]),
        "print a part of the manual in the notation of scdoc: all verbs, or the daemon's interfaces")

    static let verb = Verb(
        "help", "tell how to use locctl or one of its verbs",
        options: [scdoc],
        positionals: [Positional("VERB", .optional, .verb)],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        if let part = invocation.arguments.value(of: scdoc) {
            return try invocation.console.print(
                lines: part == "verbs"
                    ? VerbManual.lines(verbs: VerbTable.verbs)
                    : InterfaceManual.lines(descriptions: InterfaceManual.descriptions))
        }
        let name = invocation.arguments.positionals.first
        try show(VerbTable.verbs.first { $0.name == name }, on: invocation.console)
    }

    /// Prints the help of a verb, or the general one.
    static func show(_ verb: Verb?, on console: Console) throws(Failure) {
        if let verb {
            try console.print(Help.text(for: verb, style: console.style))
        } else {
            try console.print(Help.general(verbs: VerbTable.verbs, style: console.style))
        }
    }
}
