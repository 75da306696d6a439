/// All verbs, in the order in which the help lists them.
enum VerbTable {
    static let verbs: [Verb] = [
        CompletionCommand.verb,
        HelpCommand.verb,
    ]
}
