import Catalog
import CatalogBuilder
import Testing

@Suite struct CatalogWriterTests {
    private static let metadata = CatalogMetadata(domain: "test", language: "en")

    private func write(
        _ messages: [Message], metadata: CatalogMetadata = metadata
    ) -> (bytes: [UInt8]?, findings: [String]) {
        var diagnostics = DiagnosticCollector(file: "f")
        let set = MessageSet(metadata: metadata, messages: messages)
        let bytes = CatalogWriter.catalog(of: set, diagnostics: &diagnostics)
        #expect((bytes == nil) == diagnostics.hasErrors)
        return (bytes, diagnostics.all.map(\.description))
    }

    @Test func `the same messages give the same bytes in any order`() {
        let messages = (0..<300).map { Message(key: "key \($0)", text: "%@ {n} \($0)") }
        let first = write(messages).bytes
        #expect(first != nil)
        #expect(write(messages).bytes == first)
        #expect(write(messages.reversed()).bytes == first)
        #expect(write(messages.dropLast()).bytes != first)
    }

    @Test func `limits are inclusive`() throws {
        let key = String(repeating: "k", count: 4096)
        let text = String(repeating: "t", count: 1 << 20)
        let (bytes, findings) = write([Message(key: key, text: text)])
        #expect(findings.isEmpty)
        #expect(try BuiltCatalog(language: "en", bytes: try #require(bytes)).texts() == [key: text])
    }

    @Test(arguments: [
        (Message(key: "", text: ""), "f: error: a key is empty"),
        (Message(key: "a\0b", text: ""), #"f: error: the key “a\0b” holds NUL"#),
        (Message(key: "a", text: "x\0"), "f: error: the text of “a” holds NUL"),
        (
            Message(key: String(repeating: "k", count: 4097), text: ""),
            "f: error: the key “\(String(repeating: "k", count: 64))…” has 4097 bytes, more than 4096"
        ),
        (
            Message(key: "a", text: String(repeating: "t", count: 1 << 20 | 1)),
            "f: error: the text of “a” has 1048577 bytes, more than 1048576"
        ),
    ])
    func `what fits no catalog is an error`(message: Message, finding: String) {
        #expect(write([message]).findings == [finding])
    }

    @Test func `too many messages are an error`() {
        let messages = [Message](repeating: Message(key: "k", text: ""), count: 1_000_001)
        #expect(write(messages).findings == ["f: error: there are 1000001 messages, more than 1000000"])
    }

    @Test(arguments: ["", String(repeating: "a", count: 128)])
    func `a language that is no tag is an error`(language: String) {
        let metadata = CatalogMetadata(domain: "test", language: language)
        #expect(write([], metadata: metadata).findings == ["f: error: “\(language)” is no language tag"])
    }

    @Test func `a digest of another size is an error`() {
        let metadata = CatalogMetadata(domain: "test", language: "en", sourceDigest: [1, 2, 3])
        #expect(write([], metadata: metadata).findings == ["f: error: the source digest has 3 bytes, not 32"])
    }

    @Test(arguments: [
        ("%n", "%n"), ("%1$*2$d", "%1$*2$d"), ("%999999999d", "%999999999d"), ("%.2147483647f x", "%.2147483647"),
        ("a %y", "%y"), ("%*d", "%*d"), ("%.*f", "%.*f"),
    ])
    func `what looks like a specifier and is none gives a warning`(text: String, shown: String) {
        #expect(
            write([Message(key: "k", text: text)]).findings == [
                "f: warning: message “k”: no specifier begins at “\(shown)”; it is shown as it stands"
            ])
    }

    @Test(arguments: ["100%", "50 % off", "100%.", "%%", "%@ %d", "(5%)", "{name} {", "%-", "100%, 50%"])
    func `a percent sign in a sentence gives none`(text: String) {
        #expect(write([Message(key: "k", text: text)]).findings.isEmpty)
    }

    @Test(arguments: [
        ("\u{1B}[31mred", "the text holds the control character U+001B"),
        ("bell\u{07}", "the text holds the control character U+0007"),
        ("\u{9B}31m", "the text holds the control character U+009B"),
        ("a\u{202E}b", "the text overrides the direction of characters by U+202E"),
        ("a\u{2067}b", "the text's bidirectional controls are not in pairs"),
        ("a\u{2069}\u{2068}b", "the text's bidirectional controls are not in pairs"),
        ("a\u{202B}b", "the text's bidirectional controls are not in pairs"),
    ])
    func `what steers a screen gives a warning`(text: String, finding: String) {
        #expect(write([Message(key: "k", text: text)]).findings == ["f: warning: message “k”: \(finding)"])
    }

    @Test(arguments: ["two\nlines\tand a tab\r\n", "\u{2068}Ada\u{2069} שלום", "–“é”…", "a\u{200F}b", "👩‍👩‍👧"])
    func `ordinary typography gives none`(text: String) {
        #expect(write([Message(key: "k", text: text)]).findings.isEmpty)
    }

    @Test func `specifiers are stored ahead of their use`() throws {
        let catalog = BuiltCatalog(
            language: "en", bytes: try #require(write([Message(key: "k", text: "%2$-5.1f {{a.b}} %%")]).bytes))
        try catalog.open { catalog in
            let specifiers = try #require(catalog.lookup("k")).templateSpecifiers
            #expect(
                specifiers == [
                    TemplateSpecifier(
                        offset: 0, size: 8, conversion: .fixed, position: 1, flags: .left, width: 5, precision: 1),
                    TemplateSpecifier(offset: 9, size: 7, conversion: .doublyNamed),
                    TemplateSpecifier(offset: 17, size: 2, conversion: .percent),
                ])
        }
    }
}

@Suite struct PlaceholderComparisonTests {
    @Test(arguments: [
        ("%@", "%@", nil),
        ("%@ %d", "%2$d %1$@", nil),
        ("{a} {b}", "{b} {{a}}", nil),
        ("%d", "%u", nil),
        ("%%", "100%", nil),
        ("%d", "%s", "argument 1 is %s, in the base language %d"),
        ("%.1f", "%d", "argument 1 is %d, in the base language %.1f"),
        ("%@", "%@ %@", "%@ asks for argument 2, which the base language does not have"),
        ("%@ %d", "%2$d", "argument 1 is missing, in the base language it is %@"),
        ("text", "%3$@", "%3$@ asks for argument 3, which the base language does not have"),
        ("{user}", "{usr}", "the base language has no {usr}"),
        ("{a} {b}", "{a}", "{b} of the base language is missing"),
    ])
    func `a translation that asks for other arguments gives a warning`(
        base: String, translation: String, finding: String?
    ) throws {
        let json = "{\"en\": {\"k\": \"\(base)\"}, \"de\": {\"k\": \"\(translation)\", \"only here\": \"%@\"}}"
        let expected = finding.map { ["strings.json:1:\(26 + base.utf8.count): warning: message “k”: \($0)"] } ?? []
        #expect(try source(json, file: "strings.json", base: "en").findings() == expected)
    }
}
