import LocdInterface

/// `locctl reset`: drops a temporary setting.
enum ResetCommand {
    static let verb = Verb(
        "reset", "drop a temporary setting, so that what is stored applies again",
        discussion: [
            "Ends what `locctl set` made with --for or --runtime. What is stored is cleared with `locctl set auto`. Prints the "
                + "language now in force for you."
        ],
        options: ScopeOptions.all + [PasswordOption.none],
        examples: [.init(command: "locctl reset", meaning: "the guest has left, before the time was up")],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let (scope, application) = ScopeOptions.chosen(in: invocation.arguments)
        let reply = try Daemon(invocation).change(
            scope, "reset the system language", LocaleInterface.Reset.self,
            .init(scope: scope, application: application ?? invocation.application),
            allowingInteraction: \.allowInteractiveAuthentication)
        let remark = ChangeRemarks.maskedLanguage(
            scope: scope, application: application, inForce: reply.inForce, masks: reply.masks)
        if let remark { invocation.console.remark(remark) }
        if let json = invocation.console.json {
            try invocation.console.print(encoded: reply, json)
        } else {
            try invocation.console.print(languageOf: reply.state)
        }
    }
}
