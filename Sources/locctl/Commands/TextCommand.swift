import LocdInterface

/// `locctl text`: the text of a key.
enum TextCommand {
    private static let token = Option.value(
        "token", "TOKEN=VALUE", isRepeatable: true, "replace this token wherever it stands in the text")

    static let verb = Verb(
        "text", "print the text of a key",
        discussion: [
            "Each ARG is a value for the message, in the order of its arguments; NAME=VALUE is one with a name. What reads as a "
                + "number, such as 5 or -2.5, is one and chooses the plural; it is shown as given: 1.0 stays 1.0.",
            "A missing text prints nothing and ends with status 3. Where LOCD_APPLICATION is set, the language is that of the "
                + "application.",
        ],
        options: [token, LanguageOption.language],
        positionals: [Positional("DOMAIN", .one, .domain), Positional("KEY"), Positional("ARG|NAME=VALUE", .any)],
        examples: [
            .init(command: "locctl text kiosk files.left 3", meaning: "prints, say, 3 files remaining"),
            .init(
                command: "locctl text kiosk greeting name=Zoé --language fr", meaning: "in French, with a named value"),
            .init(command: "locctl text kiosk price --token %p%=12", meaning: "with a free-form token"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let parameters = try parameters(invocation.arguments, application: invocation.application)
        let reply = try Daemon(invocation).call(CatalogInterface.Lookup.self, parameters)
        if let json = invocation.console.json {
            try invocation.console.print(encoded: reply, json)
        } else {
            try invocation.console.print(reply.text)
        }
    }

    /// What the daemon is to be asked.
    ///
    /// - Throws: `Failure` with status `usage`.
    static func parameters(
        _ arguments: Arguments, application: String?
    ) throws(Failure) -> CatalogInterface.Lookup.Parameters {
        let values = arguments.positionals.dropFirst(2).map(MessageArgument.parse)
        var tokens: [String: String] = [:]
        for word in arguments.values(of: token) {
            let (token, value) = try MessageArgument.parseToken(word)
            tokens[token] = value
        }
        return CatalogInterface.Lookup.Parameters(
            domain: arguments.positionals[0], key: arguments.positionals[1], arguments: values.isEmpty ? nil : values,
            tokens: tokens.isEmpty ? nil : tokens, language: arguments.value(of: LanguageOption.language),
            application: application)
    }
}
