import LocdInterface
import Varlink

/// `locctl list`: the languages that can be set.
enum ListCommand {
    private static let system = Option.flag("system", group: "scope", "for the machine's setting instead of your own")
    private static let application = Option.value(
        "app", "ID", group: "scope", "for your setting of one application")
    private static let domains = Option.flag("domains", "list the domains that the daemon knows instead")

    static let verb = Verb(
        "list", "list the languages that can be set",
        discussion: [
            "The first row stands for auto and shows what it resolves to. An asterisk marks what is in force for you, "
                + "and auto where you have set none. With a DOMAIN, size and completeness are those of its texts. With --quiet, only the tags, one a line.",
            "With --system or --app, both are told of that setting instead of your own: auto of the machine is what its product "
                + "or operating system has, yours is the machine's.",
        ],
        options: [system, application, domains],
        positionals: [Positional("DOMAIN", .optional, .domain)],
        examples: [
            .init(command: "locctl list", meaning: "the languages in a table"),
            .init(command: "locctl list --json", meaning: "the same as a JSON array"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let domain = invocation.arguments.positionals.first
        if invocation.arguments.has(domains) {
            guard domain == nil else { throw Failure(.usage, "--domains lists all domains, so it takes no DOMAIN") }
            try listDomains(invocation)
        } else {
            try listLanguages(of: domain, invocation)
        }
    }

    private static func listDomains(_ invocation: Invocation) throws(Failure) {
        let names = try Daemon(invocation).call(LocaleInterface.Status.self, .init()).domains
        try invocation.console.print(list: names, lines: names.map { printable($0) })
    }

    private static func listLanguages(of domain: String?, _ invocation: Invocation) throws(Failure) {
        let daemon = try Daemon(invocation)
        if let domain, try !daemon.call(LocaleInterface.Status.self, .init()).domains.contains(domain) {
            throw .noSuchDomain(domain)
        }
        let languages = try daemon.callMany(LocaleInterface.List.self, parameters(invocation.arguments, domain: domain))
            .compactMap(\.language)
        let console = invocation.console
        try console.print(
            list: languages,
            lines: invocation.arguments.has(GlobalOptions.quiet)
                ? languages.filter { !$0.automatic }.map(\.tag) : table(of: languages, style: console.style))
    }

    private static func parameters(_ arguments: Arguments, domain: String?) -> LocaleInterface.List.Parameters {
        if let application = arguments.value(of: application) {
            return LocaleInterface.List.Parameters(domain: domain, scope: .application, application: application)
        }
        return LocaleInterface.List.Parameters(domain: domain, scope: arguments.has(system) ? .system : nil)
    }

    /// The table for people.
    static func table(of languages: [Language], style: Style) -> [String] {
        var table = Table([
            ("", .left), ("TAG", .left), ("NAME", .left), ("IN YOUR LANGUAGE", .left), ("DIRECTION", .left),
            ("COMPLETE", .right), ("SIZE", .right), ("FROM", .left),
        ])
        for language in languages {
            table.add([
                language.current ? "*" : "", language.automatic ? "auto (\(language.tag))" : language.tag,
                language.name,
                language.localizedName, language.direction.text, percentText(language.completeness),
                sizeText(language.size), language.sourceText,
            ])
        }
        return table.lines(style: style)
    }
}

extension Language {
    /// Where its texts come from.
    fileprivate var sourceText: String {
        listed((bundled ? ["product"] : []) + (downloaded ? ["download"] : []), "and")
    }
}

extension Console {
    /// Prints a list as a JSON array where JSON is asked for, else the lines made of it.
    func print(list: [some Encodable], lines: [String]) throws(Failure) {
        if let json {
            try print(encoded: list, json)
        } else {
            try print(lines: lines)
        }
    }
}
