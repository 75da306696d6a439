import LinuxIO
import TestSupport
import Testing

/// The manual as it is installed, in full and without a fault.
@Suite struct ManualPageTests {
    private static let pages = ["man1/locctl.1", "man5/locd.conf.5", "man7/org.locd.7", "man8/locd.8"]
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        let programs = try builtProduct("locd").split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let result = try Tool.run("\(Tool.repository)/scripts/man", [scratch.path, programs])
        try #require(result.status == .exited(0), "\(result.output)")
    }

    /// A page as it is read, without what makes letters bold, on lines as long as they like.
    private func text(_ page: String) throws -> String {
        let rendered = try Tool.run("mandoc", ["-T", "utf8", "-O", "width=1000", scratch.path(page)]).output
        var text = ""
        for character in rendered.unicodeScalars {
            if character == "\u{8}" { text.unicodeScalars.removeLast() } else { text.unicodeScalars.append(character) }
        }
        return text
    }

    @Test("mandoc and man have nothing to say against a page", arguments: pages)
    func lint(page: String) throws {
        let mandoc = try Tool.run("mandoc", ["-T", "lint", "-W", "warning", scratch.path(page)])
        #expect(mandoc.output == "")
        #expect(mandoc.status == .exited(0))
        let man = try Tool.run(
            "sh", ["-c", "man --warnings -E UTF-8 -l -Tutf8 -Z \"$1\" >/dev/null", "sh", scratch.path(page)],
            environment: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": ""])
        #expect(man.output == "")
    }

    @Test(
        "Every part that stands for something else was put in, and every page has what a reader looks for",
        arguments: pages)
    func sections(page: String) throws {
        let text = try text(page)
        #expect(!text.contains(/@\w+@/))
        for heading in ["NAME", "DESCRIPTION", "EXAMPLES", "SEE ALSO"] {
            #expect(text.contains("\n\(heading)\n"), "\(heading)")
        }
        for other in ["locd(8)", "locctl(1)", "locd.conf(5)", "org.locd(7)"] { #expect(text.contains(other)) }
    }

    @Test func `the tool's page has its verbs, options, exit statuses and variables`() throws {
        let text = try text("man1/locctl.1")
        for word in ["locctl doctor", "--if-missing", "--json", "daemon not reachable", "LOCD_ADDRESS", "NO_COLOR"] {
            #expect(text.lowercased().contains(word.lowercased()), "\(word)")
        }
    }

    @Test func `the interfaces' page has both interfaces`() throws {
        let text = try text("man7/org.locd.7")
        #expect(text.contains("\nORG.LOCD.LOCALE\n") && text.contains("\nORG.LOCD.CATALOG\n"))
        #expect(text.contains("Get(application: ?string, domains: ?[]string) -> (state: State)"))
    }

    @Test func `the daemon's page has every option that its help has`() throws {
        let text = try text("man8/locd.8")
        let help = try Tool.run(builtProduct("locd"), ["--help"]).lines
        let options = help.filter { $0.hasPrefix("  --") }.map { $0.split(separator: " ")[0] }
        #expect(options.count >= 7)
        for option in options {
            #expect(text.contains("\n     \(option)") || text.contains("  \(option)"), "\(option)")
        }
    }

    @Test func `the configuration's page has every key that the daemon knows, with its default and an explanation`()
        throws
    {
        let text = try text("man5/locd.conf.5")
        let keys = try ConfigurationKeys.known()
        for (section, key) in keys {
            let heading = section.hasPrefix("Domain") ? "SECTION [Domain NAME]" : "SECTION [\(section)]"
            let part = text.split(separator: "\n\(heading)\n").dropFirst().first?.split(separator: "\nSECTION ").first
            let lines = try #require(part, "\(heading)").split(separator: "\n")
            let index = try #require(
                lines.firstIndex { $0.split(separator: " ").contains { $0.hasPrefix("\(key)=") } }, "\(key)")
            #expect(index + 1 < lines.count && lines[index + 1].contains(" "), "\(key) is not explained")
        }
    }
}
