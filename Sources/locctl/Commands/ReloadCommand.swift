import LocdInterface

/// `locctl reload`: lets the daemon read its files anew.
enum ReloadCommand {
    static let verb = Verb(
        "reload", "read configuration and texts anew, and tell every program",
        discussion: ["Programs draw their texts again even where nothing has changed. Prints the new generation."],
        options: [PasswordOption.none],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let reply = try Daemon(invocation).change(
            nil, "reload the daemon", LocaleInterface.Reload.self, .init(),
            allowingInteraction: \.allowInteractiveAuthentication)
        if let json = invocation.console.json {
            try invocation.console.print(encoded: reply, json)
        } else {
            try invocation.console.print("\(reply.generation)")
        }
    }
}
