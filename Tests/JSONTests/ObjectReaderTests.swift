import JSON
import Testing

struct ObjectReaderTests {
    private struct Values: Equatable {
        var strings: [String?] = []
        var integer = 0
        var absentInteger: UInt64?
        var flags: [Bool?] = []
        var lists: [[String]?] = []
        var sizes: [[Int]?] = []
    }

    @Test(
        "Members are read in any order, null counts as absent",
        arguments: [
            #"{"s":"a","o":"b","i":-5,"b":true,"l":["x","y"],"n":[1,2]}"#,
            #"{"n":[1,2],"x":[{}],"l":["x","y"],"b":true,"f":null,"i":-5,"o":"b","u":null,"m":null,"s":"a"}"#,
        ])
    func anyOrder(_ text: String) throws {
        var reader = try JSONObjectReader(parse(text))
        var values = Values()
        values.strings = [try reader.string("s"), try reader.optionalString("o"), try reader.optionalString("p")]
        values.integer = try reader.integer("i")
        values.absentInteger = try reader.optionalInteger("u")
        values.flags = [try reader.bool("b"), try reader.optionalBool("f")]
        values.lists = [try reader.strings("l"), try reader.optionalStrings("m")]
        values.sizes = [
            try reader.array("n") { try #require($0.int) }, try reader.optionalArray("o2") { try #require($0.int) },
        ]
        #expect(
            values
                == Values(
                    strings: ["a", "b", nil], integer: -5, absentInteger: nil, flags: [true, nil],
                    lists: [["x", "y"], nil], sizes: [[1, 2], nil]))
        #expect(reader.optional("x")?.kind == (text.contains("\"x\":") ? .array : nil))
    }

    @Test("A member that is missing, null or of another kind is named in the error")
    func errors() throws {
        let root = try parse(#"{"in":{"n":null,"s":1,"l":["a",2],"i":"x","b":0}}"#)
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
        #expect(failure { _ = try $0.required("n") } == "in.n")
        #expect(failure { _ = try $0.string("s") } == "in.s")
        #expect(failure { _ = try $0.optionalString("s") } == "in.s")
        #expect(failure { _ = try $0.strings("l") } == "in.l.1")
        #expect(failure { _ = try $0.strings("s") } == "in.s")
        #expect(failure { _ = try $0.integer("i") as Int } == "in.i")
        #expect(failure { _ = try $0.bool("b") } == "in.b")
        #expect(failure { _ = try $0.array("b") { $0 } } == "in.b")
        #expect(throws: DecodingError.self) { try JSONObjectReader(parse("[]")) }
    }
}
