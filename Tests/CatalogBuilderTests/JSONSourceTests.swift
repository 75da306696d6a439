import Catalog
import CatalogBuilder
import Testing

@Suite struct JSONSourceTests {
    @Test(arguments: ["ru.json", "some/where/ru.json", "ru_RU.json"])
    func `a file named by a tag is one language`(file: String) throws {
        let texts = try source(#"{"hello": "Привет", "bye": "Пока"}"#, file: file).texts()
        #expect(texts.count == 1)
        #expect(texts.values.first == ["hello": "Привет", "bye": "Пока"])
    }

    @Test func `a given language makes any file one language`() throws {
        let texts = try source(#"{"en": "English"}"#, file: "strings.json", language: "de").texts()
        #expect(texts == ["de": ["en": "English"]])
    }

    @Test func `any other file is a map of languages`() throws {
        let text = #"{"en": {"hello": "Hello"}, "pt_BR": {"hello": "Olá"}}"#
        #expect(
            try source(text, file: "strings.json").texts() == ["en": ["hello": "Hello"], "pt-BR": ["hello": "Olá"]])
    }

    @Test(arguments: [
        (#"{"k": 42}"#, "42"), (#"{"k": -1.50}"#, "-1.50"), (#"{"k": 1e3}"#, "1e3"), (#"{"k": true}"#, "true"),
        (#"{"k": false}"#, "false"), (#"{"k": "\u00e9\n"}"#, "é\n"), (#"{"k": "{\"x\"}"}"#, #"{"x"}"#),
        (#"{"k": 12345678901234567890123}"#, "12345678901234567890123"),
    ])
    func `numbers and booleans are their text`(json: String, text: String) throws {
        #expect(try source(json, file: "en.json").texts() == ["en": ["k": text]])
    }

    @Test func `null and arrays are missing, with a warning`() throws {
        let json = """
            {
              "none": null,
              "list": ["a", "b"],
              "text": "there"
            }
            """
        let source = try source(json, file: "en.json")
        #expect(try source.texts() == ["en": ["text": "there"]])
        #expect(
            source.findings() == [
                "en.json:2:3: warning: “none” is null and will be missing",
                "en.json:3:3: warning: “list” is an array and will be missing",
            ])
    }

    @Test func `nested objects are dotted key paths`() throws {
        let json = #"{"menu": {"file": {"open": "Open", "n": 1}, "edit": "Edit"}, "a.b": "literal"}"#
        #expect(
            try source(json, file: "en.json").texts() == [
                "en": ["menu.file.open": "Open", "menu.file.n": "1", "menu.edit": "Edit", "a.b": "literal"]
            ])
    }

    @Test func `a key path that meets another key is an error`() throws {
        let json = "{\n \"a.b\": \"1\",\n \"a\": {\"b\": \"2\"}\n}"
        let result = try source(json, file: "en.json").build()
        #expect(result.catalogs.isEmpty)
        #expect(
            result.diagnostics.map(\.description) == [
                "en.json:3:8: error: the key “a.b” is there twice; the first is in line 2"
            ])
    }

    @Test func `an empty text is missing unless the base's is empty too`() throws {
        let json = #"{"de": {"a": "", "b": "", "c": "c"}, "en": {"a": "A", "b": "", "c": ""}}"#
        let source = try source(json, file: "strings.json", base: "en")
        #expect(try source.texts() == ["en": ["a": "A", "b": "", "c": ""], "de": ["b": "", "c": "c"]])
        #expect(
            source.findings() == [
                "strings.json:1:9: warning: 1 message has no text in de and will be missing; the first is “a”"
            ])
    }

    @Test func `the base's empty texts may come from its catalog`() throws {
        let base = try #require(source(#"{"a": "A", "b": ""}"#, file: "en.json", base: "en").build().catalogs.first)
        let german = try source(#"{"a": "", "b": "", "x": ""}"#, file: "de.json", base: "en")
        #expect(try base.open { try german.texts(base: $0) } == ["de": ["b": ""]])
        #expect(try german.texts() == ["de": [:]])
    }

    @Test(arguments: [
        ("", "en.json:1:1: error:"),
        ("[]", "en.json:1:1: error: an object of keys and texts was expected"),
        ("{\"a\": \"b\",}", "en.json:1:11: error:"),
        ("{\n\"a\": \"b\"\n\"c\": 1}", "en.json:3:1: error:"),
        ("{\"a\": \"b\"} x", "en.json:1:12: error:"),
        ("{\"a\": 1, \"a\": 2}", "en.json:1:10: error:"),
        ("{\"a\": 1, \"\\u0061\": 2}", "en.json:1:10: error:"),
        ("{\"a\": \"\\ud800\"}", "en.json:1:"),
        ("{\"a\": \"\\u0000\"}", "en.json:1:"),
        ("{\"\": \"x\"}", "en.json:1:2: error: a key is empty"),
        ("\u{FEFF}{}", "en.json:1:1: error:"),
    ])
    func `a malformed file is an error with its place`(json: String, finding: String) throws {
        let result = try source(json, file: "en.json").build()
        #expect(result.catalogs.isEmpty)
        #expect(result.diagnostics.count == 1)
        #expect(result.diagnostics.first?.severity == .error)
        #expect(result.diagnostics.first?.description.hasPrefix(finding) == true, "\(result.diagnostics)")
    }

    @Test(arguments: [
        (#"{"en": {}, "english": {}}"#, "strings.json:1:12: error:"),
        (#"{"en": {}, "Base": {}}"#, "strings.json:1:12: error:"),
        (#"{"en": "text"}"#, "strings.json:1:8: error: an object of keys and texts was expected"),
        (#"{"zh-TW": {}, "zh_tw": {}}"#, "strings.json:1:15: error: the language zh-TW is there twice"),
        (#"[]"#, "strings.json:1:1: error: an object of language tags was expected"),
    ])
    func `every name on a map's top level is a tag, once`(json: String, finding: String) throws {
        let result = try source(json, file: "strings.json").build()
        #expect(result.catalogs.isEmpty)
        #expect(result.diagnostics.map(\.description).contains { $0.hasPrefix(finding) }, "\(result.diagnostics)")
    }

    @Test func `a catalog tells what it is`() throws {
        var source = try source(#"{"ar": {"k": "x"}, "en": {"k": "y"}}"#, file: "strings.json", base: "en")
        source.digest = [UInt8](repeating: 7, count: 32)
        let catalogs = source.build().catalogs
        #expect(catalogs.map(\.language) == ["en", "ar"])
        try catalogs[1].open { catalog in
            #expect(
                catalog.metadata
                    == CatalogMetadata(
                        domain: "test", language: "ar", languageName: "العربية", direction: .rightToLeft,
                        createdBy: "locd", sourceDigest: source.digest))
        }
        try catalogs[0].open { #expect($0.metadata.isBase) }
    }
}
