import TestSupport
import Testing

/// `get`, `set`, `reset`, `list`, `status` and `reload` against the daemon.
@Suite struct LocctlLanguageTests {
    private let daemon: DaemonFixture

    init() throws { daemon = try DaemonFixture() }

    @Test func `set prints the language now in force, and get prints it alone`() throws {
        #expect(try daemon.locctl("get").output == "en\n")
        let set = try daemon.locctl("set", "hi")
        #expect(set.status == 0)
        #expect(set.output == "hi\n")
        #expect(set.errors == "")
        #expect(try daemon.locctl("get").output == "hi\n")
    }

    @Test("auto and its other name clear the setting", arguments: ["auto", "system"])
    func automatic(word: String) throws {
        try daemon.locctl("set", "hi")
        #expect(try daemon.locctl("set", word).output == "en\n")
        #expect(try daemon.locctl("get", "--json=short").output.contains(#""requested":[]"#))
    }

    @Test func `a setting of one's own hides the system's, which is said with the way out`() throws {
        #expect(try daemon.locctl("set", "en", "--user").output == "en\n")
        let set = try daemon.locctl("set", "hi", "--system")
        #expect(set.output == "en\n")
        #expect(
            set.errors == "locctl: system language is now hi; your own setting en still applies "
                + "(clear it: locctl set auto --user)\n")
        #expect(try daemon.locctl("set", "hi", "--quiet").errors == "")
        #expect(try daemon.locctl("set", "auto", "--user").output == "hi\n")
    }

    @Test func `an application has a language of its own, by option and by environment`() throws {
        let set = try daemon.locctl("set", "ar", "--app", "tv")
        #expect(set.status == 0)
        #expect(set.output == "ar\n")
        #expect(try daemon.locctl("get").output == "en\n")
        #expect(try daemon.locctl("get", environment: ["LOCD_APPLICATION": "tv"]).output == "ar\n")
    }

    @Test func `a name in place of a tag is status 7, with the tag that was meant`() throws {
        let result = try daemon.locctl("set", "hindi")
        #expect(result.status == 7)
        #expect(result.output == "")
        #expect(result.errors == "locctl: no language \"hindi\"; did you mean hi (हिन्दी)?\n")
        #expect(try daemon.locctl("get").output == "en\n")
    }

    @Test("What is no tag is status 6", arguments: ["12", "../../etc/passwd", "en--US", ""])
    func invalidTags(tag: String) throws {
        let result = try daemon.locctl("set", tag)
        #expect(result.status == 6)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("locctl: ") && result.errors.hasSuffix("; one reads like hi or pt-BR\n"))
    }

    @Test func `a language that is not there can become auto`() throws {
        try daemon.locctl("set", "hi")
        let result = try daemon.locctl("set", "fr", "--if-missing=fallback")
        #expect(result.status == 0)
        #expect(result.output == "en\n")
        #expect(
            result.errors == "locctl: no language \"fr\"; the setting is now automatic, which gives en\n")
    }

    @Test func `a region is set without the language`() throws {
        try daemon.locctl("set", "hi")
        #expect(try daemon.locctl("set", "--region", "DE").output == "hi\n")
        #expect(try daemon.locctl("get", "--json=short").output.contains(#""region":"DE""#))
        #expect(try daemon.locctl("set", "--region", "auto").output == "hi\n")
        #expect(!(try daemon.locctl("get", "--json=short").output.contains("region")))
        let wrong = try daemon.locctl("set", "--region", "Narnia")
        #expect(wrong.status == 2)
        #expect(wrong.errors == "locctl: \"Narnia\" is not a region; give a code of ISO 3166 such as DE\n")
    }

    @Test func `a setting made on a condition that no longer holds is status 8`() throws {
        let line = try daemon.locctl("watch", "--count", "1").output
        let generation = try #require(line.split(separator: " ").first.map(String.init))
        #expect(try daemon.locctl("set", "hi", "--if-generation", generation).status == 0)
        let late = try daemon.locctl("set", "de", "--if-generation", generation)
        #expect(late.status == 8)
        #expect(late.errors.contains("has been changed meanwhile"))
        #expect(try daemon.locctl("get").output == "hi\n")
    }

    @Test func `reset drops a temporary setting, and what was stored applies again`() throws {
        try daemon.locctl("set", "hi")
        #expect(try daemon.locctl("set", "ar", "--for", "1h").output == "ar\n")
        #expect(try daemon.locctl("status").output.contains(", for another "))
        #expect(try daemon.locctl("reset").output == "hi\n")
        #expect(try daemon.locctl("set", "ar", "--runtime").output == "ar\n")
        #expect(try daemon.locctl("reset").output == "hi\n")
    }

    @Test func `what is stored outlives the daemon, what is not does not`() throws {
        try daemon.locctl("set", "hi")
        try daemon.locctl("set", "ar", "--runtime")
        try daemon.stop()
        #expect(try daemon.locctl("get").status == 5)
        try daemon.start()
        #expect(try daemon.locctl("get").output == "hi\n")
    }

    @Test func `list begins with auto, marks what is in force and has a form for programs`() throws {
        try daemon.locctl("set", "hi")
        let lines = try daemon.locctl("list").output.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0].hasPrefix("   TAG "))
        // For a user, auto means what the system is set to.
        #expect(lines[1].contains("auto (hi)"))
        #expect(lines.filter { $0.hasPrefix("*") }.map { $0.contains(" hi ") } == [false, true])
        // Of the system, auto is what the product or the operating system has, and it is set to something else.
        let system = try daemon.locctl("list", "--system").output.split(separator: "\n")
        #expect(system[1].contains("auto (en)"))
        #expect(system.filter { $0.hasPrefix("*") }.map { $0.contains(" hi ") } == [true])
        #expect(lines.contains { $0.contains("العربية") && $0.contains("right to left") })
        #expect(try daemon.locctl("list", "-q").output == "ar\nde\nen\nhi\n")
        let json = try daemon.locctl("list", "--json").output
        #expect(json.hasPrefix(#"[{"tag":"hi","automatic":true,"#) && json.hasSuffix("}]\n"))
        #expect(try daemon.locctl("list", "kiosk", "-q").output == "ar\nde\nen\nhi\n")
        #expect(try daemon.locctl("list", "absent").status == 3)
        #expect(try daemon.locctl("list", "kiosk", "--domains").status == 2)
        #expect(try daemon.locctl("list", "--domains").output == "kiosk\n")
        #expect(try daemon.locctl("list", "--domains", "--json").output == "[\"kiosk\"]\n")
    }

    @Test func `where there are no texts, there is no language, and list is empty`() throws {
        let daemon = try DaemonFixture(texts: [:])
        let get = try daemon.locctl("get")
        #expect(get.status == 7)
        #expect(get.errors.hasPrefix("locctl: no language is in force"))
        #expect(try daemon.locctl("list", "--json").output == "[]\n")
        #expect(try daemon.locctl("list", "-q").output == "")
        #expect(try daemon.locctl("list", "--domains", "--json").output == "[]\n")
        #expect(try daemon.locctl("set", "hi").status == 7)
    }

    @Test func `status tells language, reason, settings and fallbacks`() throws {
        try daemon.locctl("set", "de", "--user")
        let status = try daemon.locctl("status")
        #expect(status.status == 0)
        #expect(status.output.hasPrefix("Languages:   de, en\nDecided by:  your own setting (de)\n"))
        #expect(status.output.contains(": 1: 1 of uid "))
        #expect(status.output.contains("\nCache:       \(daemon.scratch.path("cache"))".prefix(60)))
        let rows = status.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows.contains("system automatic en operating system"))
        #expect(rows.contains("user de de, en own setting"))
        #expect(rows.contains("kiosk 6 de 33 %, en 100 %"))
        #expect(!status.output.contains("PROBLEMS"))
        let json = try daemon.locctl("status", "--json=pretty").output
        #expect(json.hasPrefix("{\n  \"state\": {\n"))
        #expect(json.contains("\n  \"status\": {\n"))
    }

    @Test func `reload reads the texts anew and raises the generation`() throws {
        let before = try daemon.locctl("reload")
        #expect(before.status == 0)
        try daemon.write("{\"hello\": \"x\",\n \"a\" 1}", toShipped: "kiosk/fr.json")
        let after = try daemon.locctl("reload")
        let generations = try [before, after].map { try #require(Int($0.output.dropLast())) }
        #expect(generations[0] < generations[1])
        let status = try daemon.locctl("status").output
        #expect(status.contains("\nPROBLEMS\n\(daemon.scratch.path("vendor/kiosk/fr.json")):2:6: "))
    }
}
