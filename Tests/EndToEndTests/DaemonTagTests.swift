import JSON
import LocdInterface
import TestSupport
import Testing

/// Strings that are no language tags, domains or identifiers, wherever one can be given.
@Suite struct DaemonTagTests {
    private static let invalidTag = "org.locd.Locale.InvalidLanguageTag"
    private static let noLanguage = "org.locd.Locale.NoSuchLanguage"

    /// What is no language tag at all.
    private static let malformed =
        [
            "", " ", ".", "..", "../../etc/passwd", "/etc/passwd", "en/../../x", "en\\..\\x", "en%2f..", "en\nLANG=xx",
            "en;id", "$(id)", "en-abcdefghi", "x-only", "en--US", "-en", "en-", "en-a-bbb-a-ccc", "de-1901-1901", "ën",
            "ı",
            "C", "POSIX", "C.UTF-8", "und", "mul", "zxx", "root", "Base", "lost+found", ".git", "en@../x", "e", "12",
            "еn", "ｅｎ", "e\u{FEFF}n", "en\u{202E}", "en\u{2066}", "\u{FFFE}", "\u{FFFF}", "\u{E000}", "\u{0378}",
            "en\u{E0065}", "en\u{2028}", "हिन्दी",
        ] + [
            String(repeating: "en-", count: 300) + "en", "en-x" + String(repeating: "-a234567", count: 15) + "-abc",
            String(repeating: "a", count: 4096), String(repeating: "e\u{301}", count: 1000),
            "en" + String(repeating: "\u{200D}", count: 1000),
        ]

    /// Good tags of languages that are not there.
    private static let absent = [
        "fr", "zh-Hant-TW", "i-klingon", "tmp", "hindi", "qaa-US",
        "fr-x" + String(repeating: "-a234567", count: 15) + "-ab",
    ]

    @Test func `what is no tag is refused as such, and nothing is stored`() throws {
        try DaemonFixture().suffer(
            Self.malformed.flatMap { tag in
                [
                    Misdeed(
                        "set \(tag)", call: LocaleInterface.Set.name, parameters("languages", [.string(tag)]),
                        .refused(Self.invalidTag)),
                    Misdeed(
                        "set \(tag) and others", call: LocaleInterface.Set.name,
                        parameters("languages", ["hi", .string(tag)]), .refused(Self.invalidTag)),
                    Misdeed(
                        "describe \(tag)", call: LocaleInterface.Describe.name, parameters("language", .string(tag)),
                        .refused(Self.invalidTag)),
                    Misdeed(
                        "look up in \(tag)", call: CatalogInterface.Lookup.name,
                        text(["domain": "kiosk", "key": "hello", "language": .string(tag)]),
                        .refused("org.locd.Catalog.InvalidLanguageTag")),
                ]
            })
    }

    @Test func `a language that is not there is refused as such`() throws {
        try DaemonFixture().suffer(
            Self.absent.flatMap { tag in
                [
                    Misdeed(
                        "set \(tag)", call: LocaleInterface.Set.name, parameters("languages", [.string(tag)]),
                        .refused(Self.noLanguage)),
                    Misdeed(
                        "set \(tag), failing", call: LocaleInterface.Set.name,
                        text(["languages": [.string(tag)], "scope": "user", "ifMissing": "fail"]),
                        .refused(Self.noLanguage)),
                    Misdeed(
                        "describe \(tag)", call: LocaleInterface.Describe.name, parameters("language", .string(tag)),
                        .refused(Self.noLanguage)),
                ]
            })
    }

    @Test func `the error names the languages that may have been meant`() throws {
        let daemon = try DaemonFixture()
        let answer = try daemon.connect().call(LocaleInterface.Set.name, #"{"languages":["hindi"]}"#)
        #expect(answer.error == Self.noLanguage)
        #expect(answer["language"] == "hindi")
        #expect(answer["nearest"]?.array?.first == ["tag": "hi", "name": "हिन्दी"])
    }

    @Test(
        "Spellings of one language are one",
        arguments: ["hi", "HI", " hi ", "hi_IN.UTF-8", "hi_IN@collation", "hi-rIN", "HI-deva"])
    func spellings(tag: String) throws {
        let daemon = try DaemonFixture()
        let client = try daemon.connect()
        let language = try client.call(LocaleInterface.Describe.name, parameters("language", .string(tag)))["language"]
        #expect(language?["tag"] == "hi")
        let set = try client.call(LocaleInterface.Set.name, parameters("languages", [.string(tag)]))
        #expect(set["inForce"] == "hi")
    }

    @Test func `what is no domain, application or digest is refused, and never a path`() throws {
        let daemon = try DaemonFixture()
        let names = try daemon.scratch.names() + daemon.scratch.names(in: "cache") + daemon.scratch.names(in: "run")
        let texts = [
            "", ".", "..", "../../etc/passwd", "/etc/passwd", "kiosk/../kiosk", "kiosk/en.json", "-x", "a b", "a\nb",
            "é",
            "a%2fb", "a\\b", String(repeating: "a", count: 128),
        ]
        let invalid = Misdeed.invalid
        try daemon.suffer(
            texts.flatMap { value in
                let value = JSONValue.string(value)
                let digest = JSONValue.string(String(repeating: "0", count: 60) + "/../")
                return [
                    Misdeed(
                        "get for \(value)", call: LocaleInterface.Get.name, parameters("application", value),
                        invalid("application")),
                    Misdeed(
                        "get of \(value)", call: LocaleInterface.Get.name, parameters("domains", ["kiosk", value]),
                        invalid("domains")),
                    Misdeed(
                        "set for \(value)", call: LocaleInterface.Set.name,
                        text(["languages": ["hi"], "scope": "application", "application": value]),
                        invalid("application")),
                    Misdeed(
                        "reset for \(value)", call: LocaleInterface.Reset.name,
                        text(["scope": "application", "application": value]), invalid("application")),
                    Misdeed(
                        "look up in \(value)", call: CatalogInterface.Lookup.name,
                        text(["domain": value, "key": "hello"]),
                        .refused("org.locd.Catalog.NoSuchDomain")),
                    Misdeed(
                        "export \(value)", call: CatalogInterface.Export.name, text(["domain": value]),
                        .refused("org.locd.Catalog.NoSuchDomain")),
                    Misdeed(
                        "explain \(value)", call: CatalogInterface.Explain.name,
                        text(["domain": value, "key": "hello"]),
                        .refused("org.locd.Catalog.NoSuchDomain")),
                    Misdeed(
                        "report \(value)", call: CatalogInterface.ReportMissing.name,
                        text(["domain": value, "key": "hello", "language": "hi"]), invalid("domain")),
                    Misdeed(
                        "open \(value)", call: CatalogInterface.Open.name, text(["digest": value]),
                        .refused("org.locd.Catalog.NoSuchCatalog")),
                    Misdeed(
                        "open \(digest)", call: CatalogInterface.Open.name, text(["digest": digest]),
                        .refused("org.locd.Catalog.NoSuchCatalog")),
                ]
            })
        #expect(
            try daemon.scratch.names() + daemon.scratch.names(in: "cache") + daemon.scratch.names(in: "run") == names)
    }

    @Test func `what clients report reaches the log only in a printable form, once`() throws {
        let daemon = try DaemonFixture()
        let client = try daemon.connect()
        let key = JSONValue.string("line\n<0>forged\u{1B}[2J\u{202E}")
        for _ in 0..<3 {
            let answer = try client.call(
                CatalogInterface.ReportMissing.name, text(["domain": "kiosk", "key": key, "language": "hi\n<0>"]))
            #expect(answer.error == nil)
        }
        let lines = daemon.log.split(separator: "\n").filter { $0.contains("forged") }
        #expect(lines.count == 1)
        #expect(!daemon.log.contains("\n<0>"))
        #expect(!daemon.log.contains("\u{1B}"))
        #expect(!daemon.log.contains("\u{202E}"))
    }

    private func parameters(_ name: String, _ value: JSONValue) -> String {
        var object = JSONObject()
        object[name] = value
        return text(.object(object))
    }

    private func text(_ value: JSONValue) -> String {
        String(decoding: value.serialized(), as: UTF8.self)
    }
}
