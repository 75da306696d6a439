import LocdInterface
import Testing
import Varlink

@testable import locctl

/// The parts of the manual that are made of what the program knows.
@Suite struct ManualTests {
    private let verbLines = VerbManual.lines(verbs: VerbTable.verbs)
    private let interfaceLines = InterfaceManual.lines(descriptions: InterfaceManual.descriptions)

    @Test("Every verb is there with its options, words and examples", arguments: VerbTable.verbs)
    func verbs(verb: Verb) throws {
        let start = try #require(verbLines.firstIndex(of: "## locctl \(verb.name)"))
        let section = verbLines[(start + 1)...].prefix { !$0.hasPrefix("## ") && !$0.hasPrefix("# ") }
        for option in verb.options {
            #expect(section.contains(Scdoc.bold(option.definitionTerm)), "--\(option.name)")
            #expect(section.contains("\t" + Scdoc.prose(option.summary.sentence)), "--\(option.name)")
        }
        let usage = try #require(section.first { $0.hasPrefix("*locctl \(verb.name)*") })
        for positional in verb.positionals { #expect(usage.contains(Scdoc.escaped(positional.usage))) }
        for paragraph in verb.discussion { #expect(section.contains(Scdoc.prose(paragraph))) }
        for example in verb.examples { #expect(section.contains(Scdoc.bold(example.command))) }
    }

    @Test func `Common options, exit statuses and variables are there`() {
        for option in GlobalOptions.all { #expect(verbLines.contains(Scdoc.bold(option.definitionTerm))) }
        for status in ExitStatus.allCases {
            #expect(verbLines.contains("*\(status.rawValue)*") && verbLines.contains("\t\(status.summary.sentence)"))
        }
        for variable in Help.environment { #expect(verbLines.contains(Scdoc.bold(variable.name))) }
    }

    @Test(
        "Every method, type and error is there, with every word that its description says of it",
        arguments: [LocaleInterface.description, CatalogInterface.description])
    func interfaces(description: InterfaceDescription) throws {
        let start = try #require(interfaceLines.firstIndex(of: "# \(description.name.uppercased())"))
        let section = interfaceLines[(start + 1)...].prefix { !$0.hasPrefix("# ") }
        let said = words(of: section.joined(separator: " "))
        for member in description.members {
            let begins = ["*\(member.name)*(", "*\(member.name)* ("]
            #expect(section.contains { line in begins.contains { line.hasPrefix($0) } }, "\(member.name)")
            let documentation = words(of: member.documentation)
            #expect(!documentation.isEmpty, "\(member.name) has no documentation")
            #expect(said.contains(documentation), "\(member.name)")
        }
        #expect(said.contains(words(of: description.documentation)))
    }

    @Test func `Members that a comment lists have paragraphs of their own`() {
        let lines = InterfaceManual.lines(descriptions: [
            """
            # About it.
            interface a.b

            # Does `it`
            # now.
            #  one, two: the first
            #  and the next: both.
            #  three: the last.
            method Do_(
              one: ?string,
              two: int
            ) -> (three: []string)

            """
        ])
        #expect(
            lines.filter { !$0.isEmpty } == [
                "# A.B", "About it.", "## Methods",
                "*Do_*(one: ?string, two: int) -\\> (three: \\[\\]string)", "\tDoes *it* now.",
                "\tone, two: the first and the next: both.", "\tthree: the last.", "## Errors", "## Types",
            ])
    }

    @Test(
        "What scdoc would read as its own is escaped",
        arguments: [("a_b*", "a\\_b\\*"), ("[x|y]", "\\[x\\|y\\]"), ("plain text.", "plain text.")])
    func escaping(text: String, escaped: String) {
        #expect(Scdoc.escaped(text) == escaped)
    }

    /// Words alone, without what sets them off.
    private func words(of text: String) -> String {
        text.filter { !"\\*`#".contains($0) }.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
