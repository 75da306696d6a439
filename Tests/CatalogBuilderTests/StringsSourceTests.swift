import CatalogBuilder
import Testing

@Suite struct StringsSourceTests {
    private func texts(_ text: String) throws -> [String: String]? {
        try source(text, file: "Localizable.strings", language: "en").texts()["en"]
    }

    @Test(arguments: [
        (#""key" = "text";"#, ["key": "text"]),
        (#""a"="1";"b"="2";"#, ["a": "1", "b": "2"]),
        (#"key = text;"#, ["key": "text"]),
        (#"a-b.c/d:e_f$1 = 'single "quoted"';"#, ["a-b.c/d:e_f$1": #"single "quoted""#]),
        (#""alone";"#, ["alone": "alone"]),
        (#""k" = "two"# + "\n" + #"lines";"#, ["k": "two\nlines"]),
        (#"/* c */ "k" /* d */ = /* e */ "t" /* f */ ; // end"#, ["k": "t"]),
        ("// only a comment\r\n", [:]),
        ("", [:]),
        ("\u{2028}\"k\"\u{2029}=\"/* no comment */\";", ["k": "/* no comment */"]),
        (#""%@ is {name}" = "{name} ist %@";"#, ["%@ is {name}": "{name} ist %@"]),
        (#""k" = "";"#, [:]),
    ])
    func `entries are read as Apple's reader does`(text: String, expected: [String: String]) throws {
        #expect(try texts(text) == expected)
    }

    @Test(arguments: [
        (#"\n\r\t\a\b\f\v"#, "\n\r\t\u{07}\u{08}\u{0C}\u{0B}"),
        (#"\"\'\\\/\%\?"#, #""'\/%?"#),
        (#"\U00e9\u00E9"#, "éé"),
        (#"\UD83D\UDE00"#, "😀"),
        (#"\101\60x\0601"#, "A0x01"),
        (#"\341\351"#, "ÆØ"),
        ("\\\nx", "\nx"),
        (#"é😀"#, "é😀"),
    ])
    func `escapes are resolved`(escaped: String, text: String) throws {
        #expect(try texts("\"k\" = \"\(escaped)\";") == ["k": text])
    }

    @Test(arguments: [
        (#""a" = "b""#, "1:10: error: “;” after a text was expected, the file ends"),
        (#""a" = "b" "c" = "d";"#, "1:11: error: “;” after a text was expected, not “\"”"),
        ("\"a\" = \"b\";\n\"c\" \"d\";", "2:5: error: “=” or “;” after a key was expected, not “\"”"),
        (#""a" = ;"#, "1:7: error: a text was expected, not “;”"),
        (#"= "a";"#, "1:1: error: a key was expected, not “=”"),
        (#"é = "a";"#, "1:1: error: a key was expected, not “é”"),
        (#""a" = { "b" = "c"; };"#, "1:7: error: a text was expected; property lists are not read"),
        (#"{ "a" = "b"; }"#, "1:1: error: a key was expected; property lists are not read"),
        ("<?xml version=\"1.0\"?>", "1:1: error: a key was expected; property lists are not read"),
        ("\n\"ä\" = \"open", "2:7: error: the quotation mark that opens here is never closed"),
        ("/* open", "1:1: error: the comment that begins here has no end"),
        (#""a" = "\q";"#, #"1:8: error: there is no escape \q"#),
        (#""a" = "\8";"#, #"1:8: error: there is no escape \8"#),
        (#""a" = "\U12";"#, #"1:8: error: four hexadecimal digits must follow \U"#),
        (#""a" = "\U+123";"#, #"1:8: error: four hexadecimal digits must follow \U"#),
        (#""a" = "\UD83D";"#, #"1:8: error: half of a UTF-16 pair: \UD83D"#),
        (#""a" = "\UDE00\UD83D";"#, #"1:8: error: half of a UTF-16 pair: \UDE00"#),
        (#""a" = "\U0000";"#, "1:8: error: a NUL character"),
        (#""a" = "\0";"#, "1:8: error: a NUL character"),
        (#""a" = "\400";"#, "1:8: error: no character has the octal number 400"),
        (#""a" = "\376";"#, "1:8: error: no character has the octal number 376"),
        ("\"a\" = \"b\0\";", "1:9: error: a NUL character"),
        ("\"a\" = \"1\";\n\"a\" = \"2\";", "2:1: error: the key “a” is there twice; the first is in line 1"),
        (#""" = "x";"#, "1:1: error: a key is empty"),
    ])
    func `a malformed file is an error with its place`(text: String, finding: String) throws {
        let result = try source(text, file: "L.strings", language: "en").build()
        #expect(result.catalogs.isEmpty)
        #expect(result.diagnostics.map(\.description) == ["L.strings:" + finding])
    }

    @Test func `a file cut anywhere is an error or ends after an entry`() throws {
        let text = Array("/* ä */ \"k\\U00e9\" = \"t\\n\"; // c\nbare = 'x';\n".utf8)
        var whole = 0
        for count in 0...text.count {
            let result = try source(bytes: Array(text.prefix(count)), file: "L.strings", language: "en").build()
            #expect(result.catalogs.isEmpty == !result.diagnostics.isEmpty)
            whole += result.catalogs.count
        }
        #expect(whole > 2)
    }

    @Test func `a file without a given language is an error`() throws {
        let findings = try source(#""a" = "b";"#, file: "L.strings").findings()
        #expect(findings == ["L.strings: error: the file does not tell its language, and none was given"])
    }

    @Test func `the last comment before a key belongs to it`() throws {
        let text = "/* header */\n/*  first\n two */ \"a\" = \"1\"; // after\n\n\"b\" = \"2\"; \"c\" = \"3\";"
        var diagnostics = DiagnosticCollector(file: "L.strings")
        let sets = try source(text, file: "L.strings", language: "en").messageSets(&diagnostics)
        #expect(sets.first?.messages.map(\.comment) == ["first\n two", "after", nil])
        #expect(sets.first?.messages.map(\.position?.line) == [3, 5, 5])
    }
}

@Suite struct SourceEncodingTests {
    private static let text = "\"ключ\" = \"😀 é\";"

    private static func utf16(_ text: String, isLittleEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let low = UInt8(truncatingIfNeeded: unit)
            let high = UInt8(unit >> 8)
            return isLittleEndian ? [low, high] : [high, low]
        }
    }

    @Test(arguments: [
        Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + utf16(text, isLittleEndian: true),
        [0xFE, 0xFF] + utf16(text, isLittleEndian: false),
    ])
    func `UTF-8 and UTF-16 with a mark are read alike`(bytes: [UInt8]) throws {
        #expect(try source(bytes: bytes, file: "L.strings", language: "ru").texts() == ["ru": ["ключ": "😀 é"]])
    }

    /// A text, bytes behind it, and what is found.
    private struct Invalid: Sendable {
        let bytes: [UInt8]
        let finding: String

        init(_ text: String, _ rest: [UInt8], _ finding: String) {
            bytes = Array(text.utf8) + rest
            self.finding = finding
        }

        init(utf16 text: String, mark: [UInt8] = [0xFF, 0xFE], _ rest: [UInt8], _ finding: String) {
            bytes = mark + SourceEncodingTests.utf16(text, isLittleEndian: true) + rest
            self.finding = finding
        }
    }

    @Test(arguments: [
        Invalid("\"a\" = \"", [0xFF, 0x22, 0x3B], "1:8: error: not UTF-8: byte FF"),
        Invalid("\n\"ä\" = \"", [0x80], "2:8: error: not UTF-8: byte 80"),
        Invalid("x", [0xC0, 0xAF], "1:2: error: not UTF-8: byte C0"),
        Invalid("x", [0xED, 0xA0, 0x81], "1:2: error: not UTF-8: byte ED"),
        Invalid("x", [0xF4, 0x90, 0x80, 0x80], "1:2: error: not UTF-8: byte F4"),
        Invalid("x", [0xE2, 0x82], "1:2: error: not UTF-8: byte E2"),
        Invalid(utf16: "\"a", [0], "1:3: error: the file ends within a UTF-16 unit"),
        Invalid(utf16: "a\n", [0, 0xD8], "2:1: error: half of a UTF-16 pair: D800"),
        Invalid("", [0xFE, 0xFF, 0xDC, 0x00, 0xD8, 0x00], "1:1: error: half of a UTF-16 pair: DC00"),
        Invalid("", [0xFF, 0xFE, 0, 0], "1:1: error: the file is in UTF-32; UTF-8 or UTF-16 was expected"),
        Invalid(utf16: "\"é", mark: [], [], "1:3: error: not UTF-8; UTF-16 is read only with a byte order mark"),
        Invalid(utf16: "\"a", mark: [], [], "1:2: error: a NUL character"),
    ])
    private func `text that is not valid in its encoding is an error`(invalid: Invalid) throws {
        let result = try source(bytes: invalid.bytes, file: "L.strings", language: "en").build()
        #expect(result.catalogs.isEmpty)
        #expect(result.diagnostics.map(\.description) == ["L.strings:" + invalid.finding])
    }
}
