import JSON
import Testing

/// Parses a text as a client's message.
func parse(_ text: String, limits: JSONLimits = .request) throws -> JSONElement {
    try JSONDocument(parsing: Array(text.utf8), limits: limits).root
}

/// The error that a text is refused with; nil when it is accepted.
func refusal(of bytes: [UInt8], limits: JSONLimits = .request) -> JSONError? {
    do throws(JSONError) {
        _ = try JSONDocument(parsing: bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}

struct Refused: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let code: JSONError.Code
    let offset: Int

    init(_ text: String, _ code: JSONError.Code, at offset: Int) {
        self.init(Array(text.utf8), code, at: offset)
    }

    init(_ bytes: [UInt8], _ code: JSONError.Code, at offset: Int) {
        self.bytes = bytes
        self.code = code
        self.offset = offset
    }

    var testDescription: String { String(decoding: bytes.prefix(60), as: UTF8.self) }
}

struct RefusalTests {
    @Test(
        "A text outside RFC 8259 is refused at the byte at fault",
        arguments: [
            Refused("", .unexpectedEnd, at: 0),
            Refused("  ", .unexpectedEnd, at: 2),
            Refused(#"{"a":1,}"#, .unexpectedByte, at: 7),
            Refused("[1,]", .unexpectedByte, at: 3),
            Refused("[,1]", .unexpectedByte, at: 1),
            Refused(#"{,"a":1}"#, .unexpectedByte, at: 1),
            Refused("[1,,2]", .unexpectedByte, at: 3),
            Refused(#"{"a" 1}"#, .unexpectedByte, at: 5),
            Refused(#"{"a"}"#, .unexpectedByte, at: 4),
            Refused(#"{"a":}"#, .unexpectedByte, at: 5),
            Refused(#"{"a":"b"#, .unexpectedEnd, at: 7),
            Refused(#"{"a":1"#, .unexpectedEnd, at: 6),
            Refused(#"{"a""#, .unexpectedEnd, at: 4),
            Refused(#"{"a":"#, .unexpectedEnd, at: 5),
            Refused("{", .unexpectedEnd, at: 1),
            Refused("[1", .unexpectedEnd, at: 2),
            Refused("{}}", .trailingContent, at: 2),
            Refused("{} {}", .trailingContent, at: 3),
            Refused("{}x", .trailingContent, at: 2),
            Refused("[1}", .unexpectedByte, at: 2),
            Refused(#"{"a":1]"#, .unexpectedByte, at: 6),
            Refused("[1 2]", .unexpectedByte, at: 3),
            Refused("/* c */ {}", .unexpectedByte, at: 0),
            Refused("{} // c", .trailingContent, at: 3),
            Refused("{'a':1}", .unexpectedByte, at: 1),
            Refused("{a:1}", .unexpectedByte, at: 1),
            Refused("{1:1}", .unexpectedByte, at: 1),
            Refused("[NaN]", .unexpectedByte, at: 1),
            Refused("[nan]", .unexpectedByte, at: 2),
            Refused("[Infinity]", .unexpectedByte, at: 1),
            Refused("[TRUE]", .unexpectedByte, at: 1),
            Refused("[tru]", .unexpectedByte, at: 4),
            Refused("nul", .unexpectedEnd, at: 3),
            Refused("[\u{0C}1]", .unexpectedByte, at: 1),
            Refused("[\u{A0}1]", .unexpectedByte, at: 1),
            Refused("\u{2028}{}", .unexpectedByte, at: 0),
            Refused([0x7B, 0x7D, 0x00], .trailingContent, at: 2),
        ])
    func grammar(_ refused: Refused) throws {
        let error = try #require(refusal(of: refused.bytes))
        #expect(error.code == refused.code)
        #expect(error.offset == refused.offset)
    }

    @Test(
        "A number outside the grammar is refused",
        arguments: [
            Refused("[01]", .invalidNumber, at: 1),
            Refused("[-01]", .invalidNumber, at: 1),
            Refused("[+1]", .unexpectedByte, at: 1),
            Refused("[.5]", .unexpectedByte, at: 1),
            Refused("[1.]", .invalidNumber, at: 1),
            Refused("[1.e3]", .invalidNumber, at: 1),
            Refused("[1e]", .invalidNumber, at: 1),
            Refused("[1e+]", .invalidNumber, at: 1),
            Refused("[-]", .invalidNumber, at: 1),
            Refused("[-Infinity]", .invalidNumber, at: 1),
            Refused("-", .invalidNumber, at: 0),
            Refused("[0x10]", .unexpectedByte, at: 2),
            Refused("[1_000]", .unexpectedByte, at: 2),
            Refused("[" + String(repeating: "9", count: 5000) + "]", .stringTooLong, at: 1),
        ])
    func numbers(_ refused: Refused) throws {
        let error = try #require(refusal(of: refused.bytes))
        #expect(error.code == refused.code)
        #expect(error.offset == refused.offset)
    }

    @Test(
        "A string with raw control characters, unknown escapes or half surrogate pairs is refused",
        arguments: [
            Refused("[\"\u{01}\"]", .controlCharacter, at: 2),
            Refused("[\"12345678\n\"]", .controlCharacter, at: 10),
            Refused("[\"\t\"]", .controlCharacter, at: 2),
            Refused([0x22, 0x00, 0x22], .controlCharacter, at: 1),
            Refused(#"["\x41"]"#, .invalidEscape, at: 2),
            Refused(#"["\u12"]"#, .invalidEscape, at: 2),
            Refused(#"["\u12"#, .unexpectedEnd, at: 6),
            Refused(#"["\u{1F600}"]"#, .invalidEscape, at: 2),
            Refused(#"["\u00G0"]"#, .invalidEscape, at: 2),
            Refused(#"["\'"]"#, .invalidEscape, at: 2),
            Refused(#"["\"#, .unexpectedEnd, at: 3),
            Refused(#"["\U0041"]"#, .invalidEscape, at: 2),
            Refused(#"["\uD83D"]"#, .loneSurrogate, at: 2),
            Refused(#"["\uD83Dx"]"#, .loneSurrogate, at: 2),
            Refused(#"["\uD83D\n"]"#, .loneSurrogate, at: 2),
            Refused(#"["\uDE00"]"#, .loneSurrogate, at: 2),
            Refused(#"["\uDE00\uD83D"]"#, .loneSurrogate, at: 2),
            Refused(#"["\uD83D\uD83D"]"#, .loneSurrogate, at: 2),
        ])
    func strings(_ refused: Refused) throws {
        let error = try #require(refusal(of: refused.bytes))
        #expect(error.code == refused.code)
        #expect(error.offset == refused.offset)
    }

    @Test(
        "Bytes that are not UTF-8 are refused where the bad sequence begins",
        arguments: [
            [0xFF], [0xFE], [0x80], [0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28],
            [0xF0, 0x9F, 0x98], [0xF0, 0x28, 0x8C, 0xBC], [0xF0, 0x9F, 0x28, 0x80], [0xF0, 0x9F, 0x98, 0x28],
            [0xC0, 0xAF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC], [0xFD],
        ] as [[UInt8]])
    func invalidUTF8(_ sequence: [UInt8]) throws {
        for padding in [0, 1, 7, 8, 9] {
            let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + sequence + [0x22]
            let error = try #require(refusal(of: text))
            #expect(error.code == .invalidUTF8)
            #expect(error.offset == 1 + padding)
        }
    }

    @Test("UTF-8 that ends with the text is refused, not read beyond")
    func cutUTF8() throws {
        for sequence in [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]] as [[UInt8]] {
            let error = try #require(refusal(of: [0x22] + sequence))
            #expect(error.code == .invalidUTF8)
        }
    }

    @Test(
        "Byte order marks and other encodings are refused",
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0x7B, 0x7D], .byteOrderMark),
            ([0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], .byteOrderMark),
            ([0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], .byteOrderMark),
            ([0x7B, 0x00, 0x7D, 0x00], .unexpectedByte),
            ([0x00, 0x00, 0x00, 0x7B], .unexpectedByte),
        ] as [([UInt8], JSONError.Code)])
    func encodings(_ bytes: [UInt8], _ code: JSONError.Code) throws {
        #expect(try #require(refusal(of: bytes)).code == code)
    }

    @Test(
        "A name that stands twice in one object is refused at the second",
        arguments: [
            Refused(#"{"a":1,"a":2}"#, .duplicateName, at: 7),
            Refused(#"{"e":1,"\u0065":2}"#, .duplicateName, at: 7),
            Refused(#"{"\u0065":1,"e":2}"#, .duplicateName, at: 12),
            Refused(#"{"\u0065":1,"\u0065":2}"#, .duplicateName, at: 12),
            Refused(#"{"p":{"x":[{"y":1},{}],"x":2}}"#, .duplicateName, at: 23),
            Refused(#"{"":1,"":2}"#, .duplicateName, at: 6),
        ])
    func duplicates(_ refused: Refused) throws {
        let error = try #require(refusal(of: refused.bytes))
        #expect(error.code == refused.code)
        #expect(error.offset == refused.offset)
    }

    @Test("A duplicate is found in objects of every size", arguments: [2, 15, 16, 17, 18, 40, 255, 5000])
    func duplicatesInLargeObjects(_ count: Int) throws {
        let names = (1..<count).map { "\"n\($0)\":{\"x\":[\($0)]}" }
        let unique = "{" + names.joined(separator: ",") + "}"
        #expect(refusal(of: Array(unique.utf8), limits: .reply) == nil)
        for twice in [1, count / 2, count - 1] where twice > 0 {
            let text = "{" + names.joined(separator: ",") + ",\"n\(twice)\":0}"
            #expect(try #require(refusal(of: Array(text.utf8), limits: .reply)).code == .duplicateName)
        }
    }

    @Test("An error gives line and column in characters")
    func position() throws {
        let error = try #require(refusal(of: Array("{\n  \"größe\": 1,\n  \"ü\" 2}".utf8)))
        #expect(error.position == JSONPosition(line: 3, column: 7))
        #expect(error.description == "line 3, column 7: '2' stands where a colon should")
    }
}

extension JSONPosition {
    init(line: Int, column: Int) {
        let text = String(repeating: "\n", count: line - 1) + String(repeating: " ", count: column - 1)
        let document = try! JSONDocument(parsing: Array((text + "0").utf8), limits: .reply)
        self = document.position(ofOffset: text.utf8.count)
    }
}
