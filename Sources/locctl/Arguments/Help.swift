/// The texts of `--help`, made from the verb table.
enum Help {
    /// Columns; narrow enough for any terminal.
    private static let width = 80

    /// What `locctl --help` prints.
    static func general(verbs: [Verb], style: Style) -> String {
        var lines = ["Usage: locctl [OPTION…] VERB …", ""]
        lines += wrapped("Shows and sets the language of this machine, its users and their programs.", width: width)
        lines += ["", style.heading("Verbs:")]
        lines += definitionLines(verbs.map { ($0.name, $0.summary) }, width: width)
        lines += ["", style.heading("Options:")] + optionLines(GlobalOptions.beforeVerb)
        lines += ["", style.heading("Environment:")] + environmentLines
        lines += ["", style.heading("Exit status:")] + exitStatusLines
        lines += ["", "`locctl help VERB` tells more of a verb."]
        return lines.joined(separator: "\n")
    }

    /// What `locctl VERB --help` prints.
    static func text(for verb: Verb, style: Style) -> String {
        var lines = usageLines(for: verb)
        for paragraph in [verb.summary.sentence] + verb.discussion {
            lines += [""] + wrapped(paragraph, width: width)
        }
        if !verb.options.isEmpty { lines += ["", style.heading("Options:")] + optionLines(verb.options) }
        lines += ["", style.heading("Common options:")] + optionLines(GlobalOptions.all)
        if !verb.examples.isEmpty {
            lines += ["", style.heading("Examples:")]
            lines += verb.examples.flatMap {
                ["  \($0.command)"] + wrapped($0.meaning, width: width - 6).map { "      " + $0 }
            }
        }
        lines += ["", style.heading("Exit status:")] + exitStatusLines
        return lines.joined(separator: "\n")
    }

    /// `locctl set [LANG…] [--system|--user|--app ID] …`, broken where it is too long.
    private static func usageLines(for verb: Verb) -> [String] {
        let start = "Usage: locctl \(verb.name) "
        var lines: [String] = []
        var line = start
        for word in usageWords(of: verb) {
            if displayWidth(line) + displayWidth(word) > width {
                lines.append(line)
                line = String(repeating: " ", count: start.count)
            }
            line += word + " "
        }
        return (lines + [line]).map { $0.trimmingBlanksAtEnd }
    }

    /// What may follow the verb, in the order of the usage.
    static func usageWords(of verb: Verb) -> [String] {
        let parts = verb.positionals.map(\.usage)
        let options = optionUsages(of: verb)
        return verb.endsOptionsAtFirstPositional ? options + ["--"] + parts : parts + options
    }

    /// The verb's options, those it can do without in brackets, those that exclude each other in one pair.
    private static func optionUsages(of verb: Verb) -> [String] {
        var seen: Set<String> = []
        return verb.options.compactMap { option in
            if option.isRequired { return option.usage }
            guard let group = option.group else { return "[\(option.usage)]\(option.isRepeatable ? "…" : "")" }
            guard seen.insert(group).inserted else { return nil }
            return "[\(verb.options.filter { $0.group == group }.map(\.usage).joined(separator: "|"))]"
        }
    }

    private static func optionLines(_ options: [Option]) -> [String] {
        definitionLines(options.map { ($0.definitionTerm, $0.summary) }, width: width)
    }

    private static var exitStatusLines: [String] {
        definitionLines(ExitStatus.allCases.map { ("\($0.rawValue)", $0.summary) }, width: width)
    }

    private static var environmentLines: [String] {
        definitionLines(environment.map { ($0.name, $0.meaning) }, width: width)
    }

    /// The variables that the program looks at.
    static let environment = [
        (name: "LOCD_ADDRESS", meaning: "the daemon's socket, where --address is not given"),
        (
            name: "LOCD_APPLICATION",
            meaning: "the application whose language get, status, watch, text, explain and export tell; run sets it"
        ),
        (name: "NO_COLOR", meaning: "no colours, whatever it holds"),
    ]
}

extension Option {
    /// How the help lists the option: `-o, --output FILE`.
    var definitionTerm: String {
        let long = Option(
            name: name, short: nil, value: value, isRepeatable: isRepeatable, isRequired: isRequired, group: group,
            summary: summary
        ).usage
        return short.map { "-\($0), \(long)" } ?? long
    }
}

extension String {
    /// The text as a sentence: with a capital letter and a full stop.
    var sentence: String { prefix(1).uppercased() + dropFirst() + "." }

    fileprivate var trimmingBlanksAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
