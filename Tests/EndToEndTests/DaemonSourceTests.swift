import Catalog
import CatalogBuilder
import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink

/// Shipped texts in every layout, what the configuration says of them, and when they are built.
@Suite struct DaemonSourceTests {
    // MARK: Layouts

    @Test func `texts are read in every layout`() throws {
        let daemon = try DaemonFixture(texts: [
            "plain/en.json": #"{"hello": "plain en"}"#, "plain/hi_IN.json": #"{"hello": "plain hi"}"#,
            "map/strings.json": #"{"en": {"hello": "map en"}, "hi": {"hello": "map hi"}}"#,
            "apple/Base.lproj/Localizable.strings": #""hello" = "apple base";"#,
            "gnu/en.json": #"{"hello": "gnu en"}"#, "ready/en.json": #"{"hello": "ready en"}"#,
        ])
        try daemon.stop()
        let scratch = daemon.scratch
        try scratch.makeDirectory("vendor/apple/hi.lproj")
        let strings = Array("\u{FEFF}\"hello\" = \"apple hi\";\n".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try scratch.write(strings, to: "vendor/apple/hi.lproj/Localizable.strings")
        try scratch.write(#""hello" = "table hi";"#, to: "vendor/apple/hi.lproj/Errors.strings")
        try scratch.makeDirectory("vendor/gnu/hi/LC_MESSAGES")
        try scratch.write(
            gettextCatalog([("", "Content-Type: text/plain; charset=UTF-8\n"), ("hello", "gnu hi")]),
            to: "vendor/gnu/hi/LC_MESSAGES/gnu.mo")
        try scratch.write(try catalog(domain: "ready", language: "hi", "ready hi"), to: "vendor/ready/hi.lcat")
        try daemon.start()
        #expect(try daemon.problems() == [])
        for (domain, language, text) in [
            ("plain", "hi", "plain hi"), ("plain", "en", "plain en"), ("map", "hi", "map hi"), ("map", "en", "map en"),
            ("apple", "hi", "apple hi"), ("apple", "en", "apple base"), ("apple.Errors", "hi", "table hi"),
            ("gnu", "hi", "gnu hi"), ("ready", "hi", "ready hi"),
        ] {
            #expect(try daemon.lookup("hello", in: domain, language: language).text == text, "\(domain) \(language)")
        }
    }

    // MARK: Configuration

    @Test func `a domain's base language and the domains it uses are as configured`() throws {
        let daemon = try DaemonFixture(
            texts: [
                "shop/en.json": #"{"pay": "Pay"}"#, "shop/de.json": #"{"pay": "Zahlen", "till": "Kasse"}"#,
                "common/en.json": #"{"ok": "OK en", "pay": "common"}"#, "common/hi.json": #"{"ok": "ठीक"}"#,
            ],
            configuration: """
                [Domain shop]
                BaseLanguage=de
                Uses=common
                """)
        #expect(try daemon.lookup("till", in: "shop", language: "en").language == "de")
        #expect(try daemon.lookup("ok", in: "shop", language: "hi").text == "ठीक")
        #expect(try daemon.lookup("pay", in: "shop", language: "en").text == "Pay")
        // A domain uses another one, not the other way round.
        #expect(throws: VarlinkError.self) { try daemon.lookup("till", in: "common", language: "en") }
    }

    @Test func `languages, required domains and the default are as configured, also once that has changed`() throws {
        let daemon = try DaemonFixture(
            texts: [
                "shop/en.json": #"{"a": "a"}"#, "shop/hi.json": #"{"a": "a"}"#, "shop/ru.json": #"{"a": "a"}"#,
                "menu/en.json": #"{"a": "a"}"#, "menu/hi.json": #"{"a": "a"}"#,
            ],
            configuration: """
                [Locale]
                Languages=hi ru en
                RequiredDomains=shop menu
                Default=hi
                """)
        #expect(try daemon.locctl("get").output == "hi\n")
        let error = #expect(throws: VarlinkError.self) { try daemon.set("ru") }
        #expect(error?.name == "org.locd.Locale.NoSuchLanguage")
        let state = try daemon.call(LocaleInterface.Get.self, .init()).state
        #expect(state.scope == .default)
        let follower = try Follower(daemon)
        try daemon.scratch.write("[Locale]\nDefault=ru\n", to: "locd.conf")
        let changed = try follower.next { $0.languages.first == "ru" }
        #expect(changed.reason == .configuration)
        #expect(try daemon.set("ru").inForce == "ru")
    }

    // MARK: Building

    @Test func `a source is built once, and again only when its bytes change`() throws {
        let daemon = try DaemonFixture()
        #expect(try daemon.hasRunChildren())
        try daemon.stop()
        try daemon.start()
        #expect(try !daemon.hasRunChildren())
        try daemon.write(try #require(DaemonFixture.kiosk["kiosk/hi.json"]), toShipped: "kiosk/hi.json")
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try !daemon.hasRunChildren())
        let english = try daemon.digest(of: "en")
        try daemon.write(#"{"hello": "नया"}"#, toShipped: "kiosk/hi.json")
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try daemon.hasRunChildren())
        #expect(try daemon.lookup("hello", in: "kiosk", language: "hi").text == "नया")
        #expect(try daemon.digest(of: "en") == english)
    }

    @Test func `a translation is built again when the base language's texts change, or another language is the base`()
        throws
    {
        let daemon = try DaemonFixture(texts: ["shop/de.json": #"{"hello": "", "bye": "Tschüss"}"#])
        // It is the base, in which an empty text is one.
        #expect(try daemon.lookup("hello", in: "shop", language: "de").language == "de")
        try daemon.write(#"{"hello": "Hello"}"#, toShipped: "shop/en.json")
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try daemon.lookup("hello", in: "shop", language: "de").text == "Hello")
        #expect(try daemon.lookup("bye", in: "shop", language: "de").text == "Tschüss")
        try daemon.write(#"{"hello": ""}"#, toShipped: "shop/en.json")
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try daemon.lookup("hello", in: "shop", language: "de").language == "de")
    }

    @Test func `a builder that is killed costs its source until the next look, and nothing else`() throws {
        let daemon = try DaemonFixture()
        let pid = try daemon.processIdentifier()
        // Large enough that its builder is met alive.
        let members = (0..<20_000).map { "\"key.\($0)\": \"text \($0)\"" }.joined(separator: ",")
        try daemon.write("{\"hello\": \"Bonjour\",\(members)}", toShipped: "kiosk/fr.json")
        let isKilled = try daemon.wait {
            for child in try children(of: pid) { kill(child, SIGKILL) }
            return try daemon.problems().contains { $0.message.contains("signal 9") }
        }
        #expect(isKilled)
        #expect(try daemon.problems().map(\.file) == [daemon.scratch.path("vendor/kiosk/fr.json")])
        #expect(try daemon.set("hi").inForce == "hi")
        #expect(throws: VarlinkError.self) { try daemon.set("fr") }
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try daemon.set("fr").inForce == "fr")
        #expect(try daemon.problems() == [])
        #expect(try daemon.processIdentifier() == pid)
    }

    @Test func `a builder that does not go on is given up, and the others are served`() throws {
        let daemon = try DaemonFixture(configuration: "[Limits]\nBuildSeconds=1\n")
        let pid = try daemon.processIdentifier()
        // Large enough that its builder is met alive.
        let members = (0..<20_000).map { "\"key.\($0)\": \"text \($0)\"" }.joined(separator: ",")
        try daemon.write("{\"hello\": \"Bonjour\",\(members)}", toShipped: "kiosk/fr.json")
        let isGivenUp = try daemon.wait {
            for child in try children(of: pid) { kill(child, SIGSTOP) }
            return try daemon.problems().contains { $0.message.contains("after 1 s") }
        }
        #expect(isGivenUp)
        #expect(try children(of: pid) == [])
        #expect(try daemon.problems().map(\.file) == [daemon.scratch.path("vendor/kiosk/fr.json")])
        #expect(try daemon.set("hi").inForce == "hi")
        #expect(throws: VarlinkError.self) { try daemon.set("fr") }
    }

    @Test func `a new text is noticed in a directory in which something always happens`() throws {
        let daemon = try DaemonFixture()
        try daemon.write(#"{"hello": "Bonjour"}"#, toShipped: "kiosk/fr.json")
        var writes = 0
        // What wants quiet before it looks would never look.
        let isNoticed = try daemon.wait {
            writes += 1
            try daemon.write("\(writes)", toShipped: "kiosk/notes.txt")
            return (try? daemon.lookup("hello", in: "kiosk", language: "fr").text) == "Bonjour"
        }
        #expect(isNoticed)
    }

    // MARK: Damage and loss

    @Test func `a vendor's catalog that was damaged without a trace is not served, and comes back when it is whole`()
        throws
    {
        let daemon = try DaemonFixture()
        try daemon.stop()
        let good = try catalog(domain: "kiosk", language: "fr", "Bonjour")
        var bad = good
        bad[bad.count - 9] ^= 1
        let file = "vendor/kiosk/fr.lcat"
        let time = WallClock.nanosecondsSince1970 - 3_600_000_000_000
        try daemon.scratch.write(good, to: file)
        try daemon.scratch.setModified(file, time)
        try daemon.start()
        try daemon.scratch.write(bad, to: file)
        try daemon.scratch.setModified(file, time)
        let error = #expect(throws: VarlinkError.self) { try daemon.set("fr") }
        #expect(error?.name == "org.locd.Locale.NoSuchLanguage")
        #expect(try daemon.problems().map(\.file) == [daemon.scratch.path(file)])
        #expect(try daemon.set("hi").inForce == "hi")
        try daemon.scratch.write(good, to: file)
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try daemon.set("fr").inForce == "fr")
        #expect(try daemon.text("hello") == "Bonjour")
    }

    @Test func `a directory of texts that is removed and made again is followed`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let follower = try Follower(daemon)
        for _ in 0..<3 {
            daemon.scratch.remove("vendor")
            _ = try follower.next { $0.languages == [] }
            try daemon.scratch.makeDirectory("vendor")
            for (file, text) in DaemonFixture.kiosk { try daemon.write(text, toShipped: file) }
            _ = try follower.next { $0.domains.first?.catalogs.map(\.language) == ["hi", "en"] }
        }
        #expect(try daemon.text("hello") == "नमस्ते")
    }
}

// MARK: -

extension DaemonFixture {
    /// The text of a key in a language.
    fileprivate func lookup(_ key: String, in domain: String, language: String) throws -> CatalogInterface.Lookup.Reply
    {
        try call(CatalogInterface.Lookup.self, .init(domain: domain, key: key, language: language))
    }

    /// The digest of a catalog of `kiosk`.
    fileprivate func digest(of language: String) throws -> String {
        let reply = try call(CatalogInterface.Explain.self, .init(domain: "kiosk", key: "hello", language: language))
        return try #require(reply.steps.first { $0.language == language }).digest
    }

    /// The daemon's pid.
    fileprivate func processIdentifier() throws -> Int32 { try connect().socket.peerCredentials().pid }

    /// Whether the daemon has waited for any child since it began: then there are page faults of children.
    fileprivate func hasRunChildren() throws -> Bool {
        try statistics(of: processIdentifier())[8] != "0"
    }
}

/// What `/proc/PID/stat` says after the program's name, from the state on: proc_pid_stat(5).
private func statistics(of pid: Int32) throws -> [Substring] {
    let bytes = try FileContents(ofPath: "/proc/\(pid)/stat", limit: 4096, followingLinks: false).bytes
    let text = String(decoding: bytes, as: UTF8.self)
    return try text[#require(text.lastIndex(of: ")"))...].dropFirst(2).split(separator: " ")
}

private func children(of pid: Int32) throws -> [Int32] {
    try Directory(path: "/proc").list().names.compactMap(Int32.init).filter { process in
        // Processes end while one looks.
        (try? statistics(of: process))?[1] == "\(pid)"
    }
}

/// A catalog with the message `hello`.
private func catalog(domain: String, language: String, _ text: String) throws -> [UInt8] {
    var diagnostics = DiagnosticCollector(file: "test")
    let set = MessageSet(
        metadata: CatalogMetadata(domain: domain, language: language), messages: [Message(key: "hello", text: text)])
    return try #require(CatalogWriter.catalog(of: set, diagnostics: &diagnostics))
}

/// A compiled catalog of gettext, little-endian and without a hash table; its keys are sorted.
func gettextCatalog(_ messages: [(key: String, text: String)]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    let tables = 28
    var texts = tables + 16 * messages.count
    var pool: [UInt8] = []
    func place(_ text: String) -> [UInt8] {
        defer {
            texts += text.utf8.count + 1
            pool += Array(text.utf8) + [0]
        }
        return number(text.utf8.count) + number(texts)
    }
    let keys = messages.flatMap { place($0.key) }
    let translations = messages.flatMap { place($0.text) }
    let header = [0x9504_12DE, 0, messages.count, tables, tables + 8 * messages.count, 0, 0].flatMap(number)
    return header + keys + translations + pool
}
