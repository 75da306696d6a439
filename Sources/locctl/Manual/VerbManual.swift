/// The part of locctl(1) that is made from the verb table, as `--help` and the completions are.
enum VerbManual {
    static func lines(verbs: [Verb]) -> [String] {
        var lines = ["# VERBS", ""]
        for verb in verbs { lines += section(of: verb) }
        lines += ["# OPTIONS", "", "They may stand before the verb or after it.", ""]
        lines += Scdoc.definitions(GlobalOptions.all.map { ($0.definitionTerm, $0.summary.sentence) })
        lines += ["# EXIT STATUS", ""]
        lines += Scdoc.definitions(ExitStatus.allCases.map { ("\($0.rawValue)", $0.summary.sentence) })
        lines += ["# ENVIRONMENT", ""]
        lines += Scdoc.definitions(Help.environment.map { ($0.name, $0.meaning.sentence) })
        return lines
    }

    private static func section(of verb: Verb) -> [String] {
        let usage = Help.usageWords(of: verb).joined(separator: " ")
        var lines = ["## locctl \(verb.name)", "", "*locctl \(verb.name)* \(Scdoc.escaped(usage))", ""]
        for paragraph in [verb.summary.sentence] + verb.discussion { lines += [Scdoc.prose(paragraph), ""] }
        lines += Scdoc.definitions(verb.options.map { ($0.definitionTerm, $0.summary.sentence) })
        if !verb.examples.isEmpty {
            lines += [verb.examples.count == 1 ? "Example:" : "Examples:", ""]
            lines += Scdoc.definitions(verb.examples.map { ($0.command, $0.meaning.sentence) })
        }
        return lines
    }
}
