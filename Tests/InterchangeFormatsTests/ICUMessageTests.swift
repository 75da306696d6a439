import Catalog
import CatalogBuilder
import InterchangeFormats
import JSON
import Testing

/// An .arb file with one message.
private func bundle(_ message: String, locale: String? = "en") throws -> CatalogSource {
    let text = String(decoding: JSONValue.string(message).serialized(), as: UTF8.self)
    let language = locale.map { "\"@@locale\": \"\($0)\", " } ?? ""
    return try source("{\(language)\"k\": \(text)}", .arb, language: nil)
}

@Suite struct ICUMessageTests {
    @Test(arguments: [
        ("Hello {name}", "Hello Ada"), ("{name}{name}", "AdaAda"), ("it''s {name}", "it's Ada"),
        ("it's {name}", "it's Ada"),
        ("'{name}' {name}", "{name} Ada"), ("'{'{name}'}'", "{Ada}"), ("100% {name}", "100% Ada"),
        ("%d %1$@ {name}", "%d %1$@ Ada"),
        ("a # b | {name}", "a # b | Ada"), ("'{unended {name}", "{unended {name}"),
        ("'{{name}}'", "{{name}}"),
        ("{ name }!", "Ada!"),
    ])
    func `arguments, quotations and what is neither`(message: String, text: String) throws {
        #expect(try bundle(message).text("k", named: ["name": "Ada"]) == text)
    }

    @Test(arguments: [(0, "none"), (1, "one file"), (2, "2 files"), (21, "21 files")])
    func `a plural shows its number for each sharp`(count: Int64, text: String) throws {
        let message = "{count, plural, =0 {none} one {one file} other {# files}}"
        #expect(try bundle(message).text("k", named: ["count": .integer(count)]) == text)
    }

    @Test(arguments: [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (101, "101st")])
    func `an ordinal has forms of its own`(place: Int64, text: String) throws {
        let message = "{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}"
        #expect(try bundle(message).text("k", named: ["n": .integer(place)]) == text)
    }

    @Test func `texts stand within texts, and a sharp is the innermost plural's number`() throws {
        let message = """
            {who, select, she {{n, plural, one {her # book} other {her # books}}} other {{n, plural, other {their '#' # books}}}}
            """
        let source = try bundle(message)
        #expect(try source.text("k", named: ["who": "she", "n": 1]) == "her 1 book")
        #expect(try source.text("k", named: ["who": "she", "n": 2]) == "her 2 books")
        #expect(try source.text("k", named: ["who": "they", "n": 2]) == "their # 2 books")
    }

    @Test func `numbers in braces are positional arguments`() throws {
        #expect(try bundle("{1} {0}").text("k", "a", "b") == "b a")
        #expect(try bundle("{0, plural, one {# day} other {# days}}").text("k", 3) == "3 days")
    }

    @Test func `the language of the file is what it says`() throws {
        let polish = try bundle("{n, plural, one {plik} few {pliki} many {plików} other {pliku}}", locale: "pl")
        #expect(try polish.text("k", named: ["n": 22], language: "pl") == "pliki")
        #expect(try bundle("x", locale: nil).findings.first?.contains("none was given") == true)
        #expect(try bundle("x", locale: "no language").findings.first?.contains("language") == true)
    }

    @Test(arguments: [
        ("{", "has the argument"), ("{a", "has no } after {a"), ("}", "has a } without its {"),
        ("{a b}", "has no } after {a"),
        ("{a, foo}", "which is no format"), ("{a, plural}", "has no texts"),
        ("{a, plural, one {x}}", "none is “other”"),
        ("{a, plural, lots {x} other {y}}", "no category and no =NUMBER"),
        ("{a, plural, one x}", "has no text for “one”"),
        ("{a, plural, one {x} one {y} other {z}}", "two variants for one"),
        ("{a, plural, other {x}", "does not end in {a"),
        ("{a, plural, offset:1 other {x}}", "has an offset"), ("{a, select, x {y}}", "none is “other”"),
        ("{1000}", "is no name"),
        (String(repeating: "{a, select, other {", count: 20), "nested deeper than 8"),
        (String(repeating: "{", count: 100_000), "has the argument"),
    ])
    func `what is wrong is an error with its place`(message: String, complaint: String) throws {
        let source = try bundle(message)
        #expect(source.build().catalogs.isEmpty)
        let finding = try #require(source.findings.first)
        #expect(finding.contains(complaint), "\(finding)")
        #expect(finding.hasPrefix("1:"))
    }

    @Test func `a format that the program has to apply is a warning`() throws {
        let source = try bundle("{d, date, ::yMMMd} {n, number}")
        #expect(try source.text("k", named: ["d": "today", "n": "1,000"]) == "today 1,000")
        #expect(source.findings.first?.contains("asks for {d, date}") == true)
    }
}
