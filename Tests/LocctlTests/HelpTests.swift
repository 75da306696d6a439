import Testing

@testable import locctl

@Suite struct HelpTests {
    private let plain = Style(isTerminal: false, noColor: nil, terminalType: nil)

    @Test func `The general help names each verb, option and exit status`() {
        let lines = Help.general(verbs: VerbTable.verbs, style: plain).split(separator: "\n")
        for verb in VerbTable.verbs {
            #expect(lines.contains { $0.hasPrefix("  \(verb.name) ") && $0.contains(verb.summary.prefix(20)) })
        }
        for option in GlobalOptions.all { #expect(lines.contains { $0.contains("--\(option.name)") }) }
        for status in ExitStatus.allCases {
            #expect(lines.contains { $0.hasPrefix("  \(status.rawValue) ") && $0.hasSuffix(status.summary) })
        }
    }

    @Test("The help of a verb names its words and options and fits 80 columns", arguments: VerbTable.verbs)
    func verbHelp(verb: Verb) {
        let lines = Help.text(for: verb, style: plain).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("Usage: locctl \(verb.name)"))
        for option in verb.allOptions { #expect(lines.contains { $0.contains("--\(option.name)") }) }
        #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
    }

    @Test func `The usage shows what excludes, repeats and may be left out`() {
        let text = Help.text(for: Sample.paint, style: plain)
        let usage = text.prefix { $0 != "\n" } + " " + text.split(separator: "\n")[1].drop { $0 == " " }
        #expect(
            usage
                == "Usage: locctl paint COLOUR… [-s N] [-f] [--mix COLOUR]… [--brush=wide|fine] [--indoors|--outdoors]")
        #expect(Help.text(for: Sample.order, style: plain).hasPrefix("Usage: locctl order [-f] -- COMMAND…\n"))
        #expect(
            Help.text(for: Sample.mend, style: plain).hasPrefix("Usage: locctl mend glue|nail [THING] --until DAY\n"))
    }

    @Test func `Verbs and options have names of their own`() {
        #expect(Set(VerbTable.verbs.map(\.name)).count == VerbTable.verbs.count)
        for verb in VerbTable.verbs {
            let words = verb.allOptions.flatMap(\.words)
            #expect(Set(words).count == words.count, "\(verb.name)")
            // Only the last word may be repeated or left out, or the words could not be told apart.
            #expect(verb.positionals.dropLast().allSatisfy { $0.occurrence == .one }, "\(verb.name)")
        }
    }

    @Test("The examples can be run", arguments: VerbTable.verbs)
    func examples(verb: Verb) throws {
        for example in verb.examples where example.command.hasPrefix("locctl ") {
            let line = example.command.prefix { !">|&;".contains($0) }
            let words = line.split(separator: " ").map { String($0.filter { $0 != "'" }) }
            guard case .run(let parsed, _) = try ArgumentParser.parse(Array(words.dropFirst()), verbs: VerbTable.verbs)
            else {
                Issue.record("\(example.command) runs nothing")
                continue
            }
            #expect(parsed.name == verb.name)
        }
    }
}
