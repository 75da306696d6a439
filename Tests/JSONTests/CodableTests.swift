import JSON
import Testing

private struct Everything: Codable, Equatable {
    enum Mode: String, Codable { case fast, slow }
    struct Inner: Codable, Equatable { var x: Int8 }

    var bool = true
    var string = "s\"ü"
    var int = -3
    var unsigned: UInt64 = .max
    var double = 0.1
    var float: Float = 1.5
    var absent: String?
    var present: Int? = 4
    var mode = Mode.slow
    var strings = ["a", "b"]
    var inner = [Inner(x: 1), Inner(x: -2)]
    var nested = [[1], [], [2, 3]]
    var map = ["k": Inner(x: 9)]
    var any: JSONValue = ["z": [1, nil, "y"]]
    var optionals: [Int?] = [nil, 1]
    var small: UInt8 = 255
}

private struct Empty: Codable, Equatable {}

private struct Direct: Codable, JSONElementDecodable, Equatable {
    var text: String

    init(text: String) { self.text = text }

    init(from element: JSONElement) throws {
        guard let text = element["t"]?.string else { throw element.missing("t") }
        self.text = "direct " + text
    }
}

private class Base: Codable {
    var base = 1
}

private final class Derived: Base {
    var derived: Int

    private enum CodingKeys: CodingKey { case derived, own }

    override init() {
        derived = 2
        super.init()
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        derived = try container.decode(Int.self, forKey: .derived)
        try super.init(from: container.superDecoder(forKey: .own))
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try super.encode(to: container.superEncoder(forKey: .own))
        try container.encode(derived, forKey: .derived)
    }
}

struct CodableTests {
    @Test("A structure of every kind of member survives the round trip")
    func roundTrip() throws {
        let value = Everything()
        let bytes = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(Everything.self, from: bytes, limits: .reply) == value)
        let expected =
            #"{"bool":true,"string":"s\"ü","int":-3,"unsigned":18446744073709551615,"double":0.1,"float":1.5,"#
            + #""present":4,"mode":"slow","strings":["a","b"],"inner":[{"x":1},{"x":-2}],"nested":[[1],[],[2,3]],"#
            + #""map":{"k":{"x":9}},"any":{"z":[1,null,"y"]},"optionals":[null,1],"small":255}"#
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test("Members are found in any order, others are ignored, null is absent")
    func anyOrder() throws {
        let root = try parse(#"{"d":[1],"c":null,"x":{"y":1},"b":"t","a":5}"#)
        struct Some: Decodable, Equatable {
            var a: Int
            var b: String
            var c: String?
            var d: [Int]
            var e: Bool?
        }
        #expect(try JSONDecoder().decode(Some.self, from: root) == Some(a: 5, b: "t", c: nil, d: [1], e: nil))
    }

    @Test("An empty structure, an empty array and scalars encode as they are")
    func small() throws {
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        #expect(try text(Empty()) == "{}")
        #expect(try text([Empty(), Empty()]) == "[{},{}]")
        #expect(try text([Int]()) == "[]")
        #expect(try text(["a": [String: Int]()]) == #"{"a":{}}"#)
        #expect(try text("x") == #""x""#)
        #expect(try text(Int?.none) == "null")
        #expect(try JSONDecoder().decode(Empty.self, from: parse("{}")) == Empty())
    }

    @Test("A map of many members decodes whole")
    func largeMap() throws {
        let map = Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key\($0)", $0) })
        let bytes = try JSONEncoder().encode(map)
        #expect(try JSONDecoder().decode([String: Int].self, from: bytes, limits: .reply) == map)
    }

    @Test("Nested containers and classes with super coders work")
    func inheritance() throws {
        let bytes = try JSONEncoder().encode(Derived())
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"own":{"base":1},"derived":2}"#)
        let value = try JSONDecoder().decode(Derived.self, from: bytes, limits: .reply)
        #expect(value.base == 1)
        #expect(value.derived == 2)
    }

    @Test("A type that reads elements itself is asked to")
    func direct() throws {
        let root = try parse(#"[{"t":"a"},{"t":"b"}]"#)
        let values = try JSONDecoder().decode([Direct].self, from: root)
        #expect(values == [Direct(text: "direct a"), Direct(text: "direct b")])
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([Direct].self, from: parse(#"[{"t":"a"},{}]"#))
        }
        #expect(error.map(path) == "1.t")
    }

    @Test(
        "An error names the way to the value",
        arguments: [
            (#"{"a":[{"b":1},{"b":"x"}],"c":1}"#, "a.1.b"),
            (#"{"a":[{"b":1},{}],"c":1}"#, "a.1.b"),
            (#"{"a":[{"b":1},{"b":null}],"c":1}"#, "a.1.b"),
            (#"{"a":[{"b":1e0}],"c":1}"#, "a.0.b"),
            (#"{"a":[{"b":128}],"c":1}"#, "a.0.b"),
            (#"{"a":{},"c":1}"#, "a"),
            (#"{"a":[1],"c":1}"#, "a.0"),
            (#"{"a":[],"c":"1"}"#, "c"),
            (#"{"a":[],"c":1,"d":"third"}"#, "d"),
            (#"{"c":1}"#, "a"),
            ("[]", ""),
        ])
    func errorPaths(_ text: String, _ expected: String) throws {
        struct B: Decodable { var b: Int8 }
        enum D: String, Decodable { case first, second }
        struct Root: Decodable {
            var a: [B]
            var c: Double
            var d: D?
        }
        // The coding path starts at the element that was given, wherever that stands.
        let root = try #require(try parse("{\"outer\":\(text)}")["outer"])
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Root.self, from: root) }
        #expect(error.map(path) == expected)
    }

    @Test("An error says the line")
    func errorPlace() throws {
        let root = try parse("{\n\"a\": true}")
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode([String: Int].self, from: root) }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("not a mismatch")
            return
        }
        #expect(context.debugDescription == "line 2, column 6: bool where Int was expected")
    }

    @Test("Infinity and NaN are not written")
    func notFinite() {
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([Double.infinity]) }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([Float.nan]) }
    }

    @Test("An array read beyond its end is an error")
    func beyondTheEnd() throws {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                _ = try container.decode(Int.self)
            }
        }
        #expect(throws: Never.self) { try JSONDecoder().decode(Pair.self, from: parse("[1,2]")) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Pair.self, from: parse("[1]")) }
    }
}

/// The coding path of an error, the key that is missing included.
func path(_ error: DecodingError) -> String {
    let keys: [any CodingKey] =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.codingPath
        case .keyNotFound(let key, let context): context.codingPath + [key]
        @unknown default: []
        }
    return keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
}
