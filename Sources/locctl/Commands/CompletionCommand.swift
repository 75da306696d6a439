/// `locctl completion`: the completion script for a shell.
enum CompletionCommand {
    static let verb = Verb(
        "completion", "print the completion script for a shell",
        positionals: [Positional("SHELL", .one, .choice(["bash", "zsh"]))],
        examples: [
            .init(command: "source <(locctl completion bash)", meaning: "completes in this bash"),
            .init(
                command: "locctl completion zsh >/usr/local/share/zsh/site-functions/_locctl",
                meaning: "completes in every zsh that is started from now on"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let isBash = invocation.arguments.positionals[0] == "bash"
        let script =
            isBash ? BashCompletion.script(verbs: VerbTable.verbs) : ZshCompletion.script(verbs: VerbTable.verbs)
        try invocation.console.write(Array(script.utf8))
    }
}
