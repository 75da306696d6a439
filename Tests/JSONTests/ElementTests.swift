import JSON
import Testing

struct ElementTests {
    @Test(
        "Every kind of value may be the whole document",
        arguments: [
            ("null", .null), ("true", .bool), ("false", .bool), ("0", .number), (#""""#, .string), ("[]", .array),
            ("{}", .object), (" \t\r\n{ } \n", .object), ("[ ]", .array), ("-1.5e-3", .number),
        ] as [(String, JSONKind)])
    func kinds(_ text: String, _ kind: JSONKind) throws {
        #expect(try parse(text).kind == kind)
    }

    @Test("Members and elements come in the order of the text, with their places")
    func order() throws {
        let root = try parse(#"{"b": [1, {"c": 2}, "x"], "a": null, "\u0063": {}}"#)
        #expect(root.members.map(\.name) == ["b", "a", "c"])
        #expect(root.members.map(\.nameOffset) == [1, 26, 37])
        #expect(root.members.map(\.value.offset) == [6, 31, 47])
        #expect(root.members.map(\.value.kind) == [.array, .null, .object])
        let array = try #require(root["b"])
        #expect(array.count == 3)
        #expect(array.elements.map(\.offset) == [7, 10, 20])
        #expect(array.elements.map(\.int) == [1, nil, nil])
        #expect(root["c"]?.count == 0)
        #expect(root["d"] == nil)
        #expect(root.members.map { $0.isNamed("c") } == [false, false, true])
    }

    @Test("A value is never converted to another kind")
    func noConversion() throws {
        let root = try parse(#"{"number":1,"string":"1","bool":true,"null":null,"array":[1],"object":{"a":1}}"#)
        for member in root.members {
            let value = member.value
            #expect((value.int != nil) == (member.name == "number"))
            #expect((value.double != nil) == (member.name == "number"))
            #expect((value.numberText != nil) == (member.name == "number"))
            #expect((value.string != nil) == (member.name == "string"))
            #expect((value.bool != nil) == (member.name == "bool"))
            #expect(value.isNull == (member.name == "null"))
            #expect((value.elements.first { _ in true } != nil) == (member.name == "array"))
            #expect((value.members.first { _ in true } != nil) == (member.name == "object"))
            #expect((value["a"] != nil) == (member.name == "object"))
        }
    }

    @Test(
        "Escapes are resolved",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\uD83D\uDE00""#, "Aé€😀"),
            (#""before\u0041after""#, "beforeAafter"),
            (#""12345678\n12345678""#, "12345678\n12345678"),
            (#""\u0000""#, "\0"),
            (#""\uFFFE\uFFFF""#, "\u{FFFE}\u{FFFF}"),
            (#""\u007f""#, "\u{7F}"),
        ])
    func escapes(_ text: String, _ expected: String) throws {
        let value = try parse(text)
        #expect(value.string == expected)
        #expect(value.withUTF8 { $0.count } == expected.utf8.count)
    }

    @Test(
        "Well-formed UTF-8 is kept as it is",
        arguments: [
            "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFE}", "\u{FFFF}", "\u{10000}",
            "\u{10FFFF}", "\u{E0061}\u{378}", "\u{202E}\u{2066}", "\u{2028}\u{2029}", "а", "ｅｎ", "\u{FEFF}",
            String(repeating: "\u{301}", count: 1000), String(repeating: "\u{200D}", count: 1000),
        ])
    func unicode(_ text: String) throws {
        for padding in 0...8 {
            let padded = String(repeating: "x", count: padding) + text
            #expect(try parse("\"\(padded)\"").string.map { Array($0.utf8) } == Array(padded.utf8))
        }
    }

    @Test("Names that only Unicode normalisation would join are two names")
    func normalisation() throws {
        let root = try parse("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(root.count == 2)
        #expect(root["e\u{301}"]?.int == 2)
        #expect(root["\u{E9}"]?.int == 1)
    }

    @Test(
        "An integer is a number without fraction and exponent that the type can hold",
        arguments: [
            ("0", 0), ("7", 7), ("-7", -7), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("18446744073709551616", nil), ("1e0", nil), ("1E2", nil), ("1.0", nil),
            ("1.5", nil), ("-0", nil), ("-0.0", nil), ("100000000000000000000000", nil),
        ] as [(String, Int?)])
    func integers(_ text: String, _ expected: Int?) throws {
        #expect(try parse(text).int == expected)
    }

    @Test("Integers of other widths have their own range")
    func widths() throws {
        #expect(try parse("255").integer(as: UInt8.self) == 255)
        #expect(try parse("256").integer(as: UInt8.self) == nil)
        #expect(try parse("-1").integer(as: UInt64.self) == nil)
        #expect(try parse("-0").integer(as: UInt64.self) == nil)
        #expect(try parse("18446744073709551615").integer(as: UInt64.self) == .max)
        #expect(try parse("-128").integer(as: Int8.self) == -128)
        #expect(try parse("-129").integer(as: Int8.self) == nil)
    }

    @Test(
        "A double is the nearest one, and none where there is none",
        arguments: [
            ("0", 0), ("-1", -1), ("1.5", 1.5), ("0.1", 0.1), ("1e400", nil), ("-1e400", nil), ("1e-999999", 0),
            ("1e308", 1e308), ("9007199254740993", 9_007_199_254_740_992), ("5e-324", .leastNonzeroMagnitude),
            ("2147483648", 2_147_483_648),
        ] as [(String, Double?)])
    func doubles(_ text: String, _ expected: Double?) throws {
        #expect(try parse(text).double == expected)
    }

    @Test("The text of a number is kept")
    func numberText() throws {
        for text in ["1.10", "1e2", "-0", "100000000000000000000000.5", "1E+2"] {
            let value = try parse(text)
            #expect(value.numberText == text)
            #expect(JSONValue(value).serialized() == Array(text.utf8))
        }
    }

    @Test("A string compares with a literal without being copied")
    func equality() throws {
        #expect(try parse(#""abc""#).equals("abc"))
        #expect(try parse(#""\u0061bc""#).equals("abc"))
        #expect(try !parse(#""abd""#).equals("abc"))
        #expect(try !parse(#""ab""#).equals("abc"))
        #expect(try !parse("1").equals("1"))
    }

    @Test("A place becomes line and column")
    func position() throws {
        let document = try JSONDocument(parsing: Array("{\n \"ä\": 1,\n\t\"b\": 2}".utf8), limits: .request)
        let offsets = document.root.members.map(\.value.offset)
        let positions = offsets.map(document.position(ofOffset:))
        #expect(positions.map(\.line) == [2, 3])
        #expect(positions.map(\.column) == [7, 7])
    }
}
