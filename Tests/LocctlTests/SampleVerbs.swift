@testable import locctl

/// A small table with one of everything.
enum Sample {
    static let size = Option.value("size", short: "s", "N", "how large")
    static let fast = Option.flag("fast", short: "f", "at once")
    static let mix = Option.value("mix", "COLOUR", isRepeatable: true, "a colour to mix in")
    static let brush = Option.value("brush", "KIND", completion: .choice(["wide", "fine"]), "which brush")
    static let indoors = Option.flag("indoors", group: "place", "inside")
    static let outdoors = Option.flag("outdoors", group: "place", "outside")

    static let paint = Verb(
        "paint", "put on colour", options: [size, fast, mix, brush, indoors, outdoors],
        positionals: [Positional("COLOUR", .atLeastOne)], run: { _ in })
    static let until = Option.value("until", "DAY", isRequired: true, "when it has to be done")
    static let mend = Verb(
        "mend", "make whole", options: [until],
        positionals: [Positional("TOOL", .one, .choice(["glue", "nail"])), Positional("THING", .optional)],
        run: { _ in })
    static let order = Verb(
        "order", "have somebody do it", options: [fast], positionals: [Positional("COMMAND", .atLeastOne, .command)],
        endsOptionsAtFirstPositional: true, run: { _ in })

    static let speak = Verb(
        "speak", "say it", options: [Option.value("where", "DOMAIN", completion: .domain, "in which domain")],
        positionals: [Positional("LANG", .any, .language(orAutomatic: true))], run: { _ in })

    static let verbs = [paint, mend, order]
}

/// A command line of words without blanks, read by the sample table; nil unless it is to run a verb.
func parsed(_ line: String) throws(Failure) -> (verb: Verb, arguments: Arguments)? {
    let words = line.split(separator: " ").map(String.init)
    guard case .run(let verb, let arguments) = try ArgumentParser.parse(words, verbs: Sample.verbs) else { return nil }
    return (verb, arguments)
}
