import LinuxIO
import LocdDaemon
import TestSupport
import Testing

/// The explanations of journal entries, as journalctl reads them.
@Suite struct JournalCatalogTests {
    private let installation: Installation

    init() throws {
        installation = try Installation()
        try installation.scratch.makeDirectory("var/lib/systemd/catalog")
    }

    /// Runs `journalctl` on the installed system.
    private func journalctl(_ arguments: String...) throws -> Tool.Result {
        try Tool.run("journalctl", ["--root=\(installation.scratch.path)", "--no-pager"] + arguments)
    }

    /// The ids that have an explanation, with what it says.
    private func explanations() throws -> [String: String] {
        let update = try journalctl("--update-catalog")
        #expect(update.output == "")
        try #require(update.status == .exited(0))
        let parts = try journalctl("--dump-catalog").output.components(separatedByLinesBeginning: "-- ")
        return Dictionary(parts.map { (String($0.prefix(32)), String($0.dropFirst(32))) }) { $1 }
    }

    @Test func `every event is explained, and nothing else is`() throws {
        #expect(try Set(explanations().keys) == Set(LogEvent.allCases.map(\.rawValue)))
    }

    @Test func `every explanation has a subject and says more, with fields that entries have`() throws {
        let fields = Set(LogField.allCases.map(\.rawValue))
        for (id, text) in try explanations() {
            #expect(text.contains("\nSubject: "), "\(id)")
            #expect(text.contains("\nDefined-By: locd\n"), "\(id)")
            #expect(text.split(separator: "\n\n").dropFirst().joined().count > 80, "\(id)")
            for match in text.matches(of: /@(\w+)@|\bLOCD_\w+/) {
                let name = String(match.output.1 ?? match.output.0)
                #expect(fields.contains(name), "\(id) names \(name)")
            }
        }
    }

    @Test func `ids are random UUIDs, and none is there twice`() {
        let ids = LogEvent.allCases.map(\.rawValue)
        #expect(Set(ids).count == ids.count)
        for id in ids { #expect(id.wholeMatch(of: /[0-9a-f]{12}4[0-9a-f]{3}[89ab][0-9a-f]{15}/) != nil, "\(id)") }
    }
}

extension String {
    /// The parts that begin with a line's beginning of this kind, each without it.
    fileprivate func components(separatedByLinesBeginning mark: String) -> [String] {
        "\n\(self)".split(separator: "\n\(mark)").map(String.init)
    }
}
