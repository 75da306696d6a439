import TestSupport
import Testing

/// `text`, `explain` and `export` against the daemon.
@Suite struct LocctlTextTests {
    private let daemon: DaemonFixture

    init() throws { daemon = try DaemonFixture() }

    @Test(
        "text prints the text with its values",
        arguments: [
            (["kiosk", "hello"], "नमस्ते"), (["kiosk", "files.left", "3"], "3 फ़ाइलें बची हैं"),
            (["kiosk", "only.english"], "Only here"), (["kiosk", "hello", "--language", "de"], "Guten Tag"),
            (["kiosk", "greeting", "name=Zoé"], "Hello Zoé"),
            (["kiosk", "files.left", "-2", "--language=en"], "-2 files left"),
            (["kiosk", "ratio", "1.0"], "1.0 of 1"), (["kiosk", "price", "--token", "[p]=12"], "12 euros"),
        ])
    func text(words: [String], text: String) throws {
        try daemon.locctl("set", "hi")
        let result = try Program.locctl.run(["text"] + words, environment: daemon.environment, in: daemon.scratch)
        #expect(result.status == 0, "\(result)")
        #expect(result.output == "\(text)\n")
        #expect(result.errors == "")
    }

    @Test(
        "A missing text prints nothing and is status 3",
        arguments: [
            (["text", "kiosk", "absent"], #"no text "absent" in domain "kiosk" (looked in en)"#),
            (["text", "absent", "hello"], #"no domain "absent"; `locctl list --domains` lists those there are"#),
            (["export", "absent"], #"no domain "absent"; `locctl list --domains` lists those there are"#),
            (["explain", "absent", "hello"], #"no domain "absent"; `locctl list --domains` lists those there are"#),
        ])
    func missing(words: [String], message: String) throws {
        let result = try Program.locctl.run(words, environment: daemon.environment, in: daemon.scratch)
        #expect(result.status == 3)
        #expect(result.output == "")
        #expect(result.errors == "locctl: \(message)\n")
    }

    @Test func `an application's texts are in its language`() throws {
        try daemon.locctl("set", "de", "--app", "tv")
        let result = try daemon.locctl("text", "kiosk", "hello", environment: ["LOCD_APPLICATION": "tv"])
        #expect(result.output == "Guten Tag\n")
    }

    @Test func `text has a form for programs`() throws {
        #expect(
            try daemon.locctl("text", "kiosk", "hello", "--json").output == #"{"text":"Hello","language":"en"}"# + "\n")
    }

    @Test func `explain names setting, languages and catalogs`() throws {
        try daemon.locctl("set", "hi", "--user")
        let found = try daemon.locctl("explain", "kiosk", "only.english")
        #expect(found.status == 0)
        #expect(found.output.hasPrefix("Text:       Only here\nDecided by: your own setting (hi)\nLanguages:  hi"))
        #expect(found.output.contains("\nkiosk   hi        missing  /"))
        #expect(found.output.contains("\nkiosk   en        found    /"))
        let missing = try daemon.locctl("explain", "kiosk", "absent")
        #expect(missing.status == 3)
        #expect(missing.output.hasPrefix("Text:       none\n"))
        #expect(missing.errors == "locctl: no text \"absent\" in domain \"kiosk\"\n")
    }

    @Test func `export prints the texts that the fallbacks give, by key`() throws {
        let export = try daemon.locctl("export", "kiosk", "--language", "de", "--json=short")
        #expect(
            export.output == #"{"files.left":"%d files left","greeting":"Guten Tag {name}","hello":"Guten Tag","#
                + #""only.english":"Only here","price":"[p] euros","ratio":"%@ of 1"}"# + "\n")
    }

    @Test func `an export of any size comes whole, and builds again`() throws {
        let members = (0..<20_000).map { "\"key.\($0)\": \"\(String(repeating: "text ", count: 20))\($0)\"" }
        try daemon.write("{\(members.joined(separator: ",\n"))}", toShipped: "large/en.json")
        try daemon.locctl("reload")
        let export = try daemon.locctl("export", "large")
        #expect(export.status == 0, "\(export.errors)")
        #expect(export.output.utf8.count > 2 << 20)
        #expect(export.output.contains("\"key.19999\": \"text "))
        try daemon.scratch.write(export.output, to: "again.json")
        let built = try daemon.locctl(
            "build", daemon.scratch.path("again.json"), "--domain", "large", "--language", "en", "--json", "-o",
            daemon.scratch.path("again.lcat"))
        #expect(built.output.contains(#""messages":20000,"findings":[]"#))
    }

    @Test(arguments: [(1 << 20) - 100, (1 << 20) - 1, 1 << 20, (1 << 20) + 1])
    func `an export as large as a reply may be comes whole`(size: Int) throws {
        // Sixteen members take 113 bytes beside their texts.
        let share = (size - 113) / 16
        var texts = Array(repeating: share, count: 16)
        texts[15] = size - 113 - 15 * share
        let members = zip("abcdefghijklmnop", texts).map { "\"\($0)\":\"\(String(repeating: "x", count: $1))\"" }
        let text = "{\(members.joined(separator: ","))}"
        #expect(text.utf8.count == size)
        try daemon.write(text, toShipped: "large/en.json")
        try daemon.locctl("reload")
        let export = try daemon.locctl("export", "large", "--json=short")
        #expect(export.status == 0, "\(export.errors)")
        #expect(export.output == text + "\n")
    }
}
