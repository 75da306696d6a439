import LocdInterface

/// `locctl explain`: why a text reads as it does.
enum ExplainCommand {
    static let verb = Verb(
        "explain", "tell which setting and catalog give a text",
        discussion: [
            "Shows the text as it stands in the catalog, what decided the languages, and every catalog where the key was looked "
                + "for. A missing text ends with status 3."
        ],
        options: [LanguageOption.language],
        positionals: [Positional("DOMAIN", .one, .domain), Positional("KEY")],
        examples: [
            .init(command: "locctl explain kiosk files.left", meaning: "why this is English on a German screen")
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let (domain, key) = (invocation.arguments.positionals[0], invocation.arguments.positionals[1])
        let reply = try Daemon(invocation).call(
            CatalogInterface.Explain.self,
            .init(
                domain: domain, key: key, language: invocation.arguments.value(of: LanguageOption.language),
                application: invocation.application))
        if let json = invocation.console.json {
            try invocation.console.print(encoded: reply, json)
        } else {
            try invocation.console.print(lines: report(reply, style: invocation.console.style))
        }
        if reply.text == nil {
            throw Failure(.textMissing, "no text \(quoted(key)) in domain \(quoted(domain))")
        }
    }

    /// The report for people.
    static func report(_ reply: CatalogInterface.Explain.Reply, style: Style) -> [String] {
        let decided = Origin(rawValue: reply.scope)?.text ?? reply.scope
        let requested = reply.requested.isEmpty ? "" : " (\(reply.requested.joined(separator: ", ")))"
        var lines = factLines([
            ("Text", reply.text ?? "none"), ("Decided by", decided + requested),
            ("Languages", reply.languages.joined(separator: ", ")),
        ])
        var table = Table([("DOMAIN", .left), ("LANGUAGE", .left), ("KEY", .left), ("CATALOG", .left)])
        for step in reply.steps {
            table.add([step.domain, step.language, step.hasKey ? "found" : "missing", step.path])
        }
        if !reply.steps.isEmpty { lines += [""] + table.lines(style: style) }
        return lines
    }
}
