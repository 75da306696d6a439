import JSON
import LocdInterface

/// `locctl export`: all texts of a domain.
enum ExportCommand {
    static let verb = Verb(
        "export", "print all texts of a domain as JSON",
        discussion: [
            "One object of keys and texts, sorted by key, as the fallbacks of the language give them. --json=short puts it on "
                + "one line."
        ],
        options: [LanguageOption.language],
        positionals: [Positional("DOMAIN", .one, .domain)],
        examples: [.init(command: "locctl export kiosk --language hi >hi.json", meaning: "what a Hindi screen shows")],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        if invocation.arguments.value(of: GlobalOptions.json) == "off" {
            throw Failure(.usage, "export prints nothing but JSON, so --json=off leaves nothing")
        }
        let texts = try Daemon(invocation).export(
            .init(
                domain: invocation.arguments.positionals[0],
                language: invocation.arguments.value(of: LanguageOption.language), application: invocation.application))
        try invocation.console.write(json(texts, invocation.console.json ?? .pretty))
    }

    /// An object of the texts in the order of their keys' UTF-8, with a line feed at its end.
    static func json(_ texts: [String: String], _ form: JSONForm) -> [UInt8] {
        var writer = JSONWriter(pretty: form == .pretty)
        writer.beginObject()
        for (key, text) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            writer.name(key)
            writer.string(text)
        }
        writer.endObject()
        let bytes = writer.finish()
        return form == .pretty ? bytes : bytes + [UInt8(ascii: "\n")]
    }
}
