import JSON
import Testing

struct ObjectReaderTests {
    private enum Color: String { case red, green }

    private struct Values: Equatable {
        var strings: [String?] = []
        var integers: [Int?] = []
        var flag = false
        var list: [String] = []
        var sizes: [Int?] = []
        var color = Color.red
        var map: [String: String] = [:]
    }

    @Test(
        "Members are read in any order, null counts as absent",
        arguments: [
            #"{"s":"a","o":"b","i":-5,"b":true,"l":["x","y"],"n":[1,2],"c":"green","m":{"k":"v","j":"w"}}"#,
            #"{"m":{"j":"w","k":"v"},"n":[1,2],"x":[{}],"l":["x","y"],"c":"green","b":true,"i":-5,"o":"b","u":null,"s":"a"}"#,
        ])
    func anyOrder(_ text: String) throws {
        var reader = try JSONObjectReader(parse(text))
        var values = Values()
        values.strings = [try reader.string("s"), try reader.optionalString("o"), try reader.optionalString("p")]
        values.integers = [try reader.integer("i"), try reader.optionalInteger("u")]
        values.flag = try reader.bool("b")
        values.list = try reader.strings("l")
        values.sizes = try reader.array("n") { $0.int }
        values.color = try reader.enumeration("c")
        values.map = try reader.stringMap("m")
        #expect(
            values
                == Values(
                    strings: ["a", "b", nil], integers: [-5, nil], flag: true, list: ["x", "y"], sizes: [1, 2],
                    color: .green, map: ["k": "v", "j": "w"]))
        let other = reader.optional("x")
        #expect(other?.kind == (text.contains("\"x\":") ? .array : nil))
    }

    @Test("A member that is missing, null or of another kind is named in the error")
    func errors() throws {
        let root = try parse(#"{"in":{"n":null,"s":1,"l":["a",2],"i":"x","b":0,"c":"blue","m":{"k":1}}}"#)
        let object = try #require(root["in"])
        func failure(_ read: (inout JSONObjectReader) throws -> Void) -> String {
            do {
                var reader = try JSONObjectReader(object)
                try read(&reader)
                return "none"
            } catch let error as DecodingError {
                return path(error)
            } catch {
                return "\(error)"
            }
        }
        #expect(failure { _ = try $0.string("none") } == "in.none")
        #expect(failure { _ = try $0.string("n") } == "in.n")
        #expect(failure { _ = try $0.string("s") } == "in.s")
        #expect(failure { _ = try $0.optionalString("s") } == "in.s")
        #expect(failure { _ = try $0.strings("l") } == "in.l.1")
        #expect(failure { _ = try $0.strings("s") } == "in.s")
        #expect(failure { _ = try $0.integer("i") as Int } == "in.i")
        #expect(failure { _ = try $0.optionalInteger("i") as Int? } == "in.i")
        #expect(failure { _ = try $0.bool("b") } == "in.b")
        #expect(failure { _ = try $0.array("b") { $0 } } == "in.b")
        #expect(failure { _ = try $0.enumeration("c") as Color } == "in.c")
        #expect(failure { _ = try $0.enumeration("s") as Color } == "in.s")
        #expect(failure { _ = try $0.stringMap("m") } == "in.m.k")
        #expect(failure { _ = try $0.stringMap("l") } == "in.l")
        #expect(throws: DecodingError.self) { try JSONObjectReader(parse("[]")) }
    }
}
