import JSON
import Testing

struct ValueTests {
    @Test(
        "What was parsed is written back the same",
        arguments: [
            "null", "true", "-1.50e+3", #""""#, "[]", "{}", #"{"b":1,"a":[true,null,{"c":"d"}],"ü":"€😀"}"#,
            #"["\"\\\b\f\n\r\t\u0000\u001f/"]"#, "[1,2.0,3e5]", "[\"\u{7F}\u{2028}\"]",
        ])
    func roundTrip(_ text: String) throws {
        let root = try parse(text)
        let value = JSONValue(root)
        #expect(value.serialized() == Array(text.utf8))
        var writer = JSONWriter()
        writer.write(root)
        #expect(writer.finish() == Array(text.utf8))
        let pretty = value.serialized(pretty: true)
        #expect(try JSONValue(parsing: pretty, limits: .request) == value)
    }

    @Test("Pretty output has two spaces a level, nothing inside empty containers, and a last line feed")
    func pretty() throws {
        let value: JSONValue = ["a": [1, [], ["b": nil]], "c": [:]]
        let expected = """
            {
              "a": [
                1,
                [],
                {
                  "b": null
                }
              ],
              "c": {}
            }

            """
        #expect(String(decoding: value.serialized(pretty: true), as: UTF8.self) == expected)
    }

    @Test("A writer places commas, and writes numbers as they read back")
    func writer() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.integer(Int.min)
        writer.integer(UInt64.max)
        writer.integer(0 as Int8)
        let written = [0.1, .infinity, .nan].map { writer.double($0) }
        #expect(written == [true, false, false])
        writer.raw(Array("{}".utf8))
        writer.beginObject()
        writer.name("a")
        writer.bool(false)
        writer.name("b")
        writer.null()
        writer.endObject()
        writer.endArray()
        let expected = #"[-9223372036854775808,18446744073709551615,0,0.1,{},{"a":false,"b":null}]"#
        #expect(String(decoding: writer.finish(), as: UTF8.self) == expected)
    }

    @Test("Members of an object are replaced in place, appended and removed")
    func object() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = "x"
        object["c"] = true
        object["b"] = nil
        object["d"] = nil
        #expect(object.members.map(\.name) == ["a", "c"])
        #expect(object["a"] == "x")
        #expect(JSONValue.object(object)["c"]?.bool == true)
    }

    @Test("Values give their own kind only")
    func access() throws {
        let value = try JSONValue(parsing: Array(#"{"i":3,"s":"t","a":[1.5],"e":1e2}"#.utf8), limits: .request)
        #expect(value["i"]?.int == 3)
        #expect(value["i"]?.string == nil)
        #expect(value["s"]?.string == "t")
        #expect(value["e"]?.int == nil)
        #expect(value["a"]?.array == [.number(try #require(JSONNumber(1.5)))])
        #expect(value.object?.members.count == 4)
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(-3).int == -3)
        #expect(JSONNumber(2.5)?.double == 2.5)
    }
}
