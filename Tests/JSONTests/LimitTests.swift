import JSON
import Testing

struct LimitTests {
    private let small = JSONLimits(
        maximumBytes: 40, maximumDepth: 3, maximumMembers: 2, maximumStringBytes: 5, allowsNUL: false)

    @Test(
        "What just fits is accepted",
        arguments: [
            "[[[1]]]", #"{"a":{"b":[]}}"#, #"["12345"]"#, #"["\u00e9123"]"#, "[12345]", #"[{"a":1},{"a":1}]"#,
            #"{"12345":1}"#, String(repeating: " ", count: 39) + "1",
        ])
    func atTheLimit(_ text: String) {
        #expect(refusal(of: Array(text.utf8), limits: small) == nil)
    }

    @Test(
        "What is one too many is refused by the name of the limit",
        arguments: [
            Refused("[[[[1]]]]", .tooDeep, at: 3),
            Refused(#"{"a":{"b":[{}]}}"#, .tooDeep, at: 11),
            Refused(#"["123456"]"#, .stringTooLong, at: 1),
            Refused(#"["\u00e9\u00e9\u00e9"]"#, .stringTooLong, at: 1),
            Refused("[123456]", .stringTooLong, at: 1),
            Refused(#"{"123456":1}"#, .stringTooLong, at: 1),
            Refused(#"[{"a":1},{"a":1,"b":2}]"#, .tooManyMembers, at: 16),
            Refused(String(repeating: " ", count: 40) + "1", .tooLarge, at: 40),
            Refused(#"["a\u0000"]"#, .nulCharacter, at: 3),
        ])
    func overTheLimit(_ refused: Refused) throws {
        let error = try #require(refusal(of: refused.bytes, limits: small))
        #expect(error.code == refused.code)
        #expect(error.offset == refused.offset)
    }

    @Test("Depth is counted alike for arrays and objects", arguments: [("[", "]"), (#"{"a":"#, "}")])
    func depth(_ open: String, _ close: String) throws {
        func nested(_ depth: Int) -> [UInt8] {
            let inner = open == "[" ? "" : "0"
            return Array(
                (String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
        }
        #expect(refusal(of: nested(32)) == nil)
        #expect(try #require(refusal(of: nested(33))).code == .tooDeep)
        #expect(try #require(refusal(of: nested(513))).code == .tooDeep)
        let hostile = Array(String(repeating: open, count: 100_000).utf8)
        #expect(try #require(refusal(of: hostile, limits: .sourceFile)).code == .tooDeep)
        #expect(try #require(refusal(of: hostile)).code == .tooLarge)
    }

    @Test("A request may hold 256 members in all, on whatever levels")
    func members() throws {
        func text(_ count: Int) -> [UInt8] {
            let inner = (1..<count).map { "\"\($0)\":{}" }.joined(separator: ",")
            return Array("{\"all\":{\(inner)}}".utf8)
        }
        #expect(refusal(of: text(256)) == nil)
        #expect(try #require(refusal(of: text(257))).code == .tooManyMembers)
    }

    @Test("A million elements are refused in a request and read in a source file")
    func elements() throws {
        let text = Array(("[" + String(repeating: "0,", count: 999_999) + "0]").utf8)
        #expect(try #require(refusal(of: text)).code == .tooLarge)
        let root = try JSONDocument(parsing: text, limits: .sourceFile).root
        #expect(root.count == 1_000_000)
    }

    @Test("A hundred thousand names are refused in a request and read in a source file")
    func names() throws {
        let members = (0..<100_000).map { "\"\($0)\":0" }.joined(separator: ",")
        let text = Array("{\(members)}".utf8)
        #expect(try #require(refusal(of: text)).code == .tooLarge)
        let root = try JSONDocument(parsing: text, limits: .sourceFile).root
        #expect(root["99999"]?.int == 0)
        #expect(root["100000"] == nil)
    }
}
