import JSON
import Testing

struct ObjectComparisonTests {
    private func reader(_ text: String) throws -> JSONObjectReader {
        try JSONObjectReader(JSONDocument(parsing: Array(text.utf8), limits: .reply).root)
    }

    @Test(
        "A member is compared with a string, absent and null with nil",
        arguments: [
            (#"{"a":"x"}"#, "x", true), (#"{"a":"\u0078"}"#, "x", true), (#"{"a":"y"}"#, "x", false),
            (#"{"a":"xx"}"#, "x", false), (#"{"a":["x"]}"#, "x", false), (#"{"a":1}"#, "1", false),
            (#"{}"#, nil, true), (#"{"a":null}"#, nil, true), (#"{"a":"x"}"#, nil, false), (#"{}"#, "x", false),
        ])
    func strings(_ text: String, _ value: String?, _ holds: Bool) throws {
        var reader = try reader(text)
        #expect(reader.holds("a", value) == holds)
    }

    @Test(
        "A member is compared with an array of strings, in order",
        arguments: [
            (#"{"a":["x","y"]}"#, ["x", "y"], true), (#"{"a":["y","x"]}"#, ["x", "y"], false),
            (#"{"a":["x"]}"#, ["x", "y"], false), (#"{"a":[["x"],"y"]}"#, ["x", "y"], false),
            (#"{"a":[1,"y"]}"#, ["1", "y"], false), (#"{"a":[]}"#, [], true), (#"{"a":{}}"#, [], false),
            (#"{}"#, [], false),
        ])
    func arrays(_ text: String, _ values: [String], _ holds: Bool) throws {
        var reader = try reader(text)
        #expect(reader.holds("a", values) == holds)
    }

    @Test(
        "A member is compared with an object of strings, without order",
        arguments: [
            (#"{"a":{"k":"x","l":"y"}}"#, ["l": "y", "k": "x"], true), (#"{"a":{"k":"x"}}"#, ["k": "y"], false),
            (#"{"a":{"k":"x"}}"#, ["l": "x"], false), (#"{"a":{"k":"x","l":"y"}}"#, ["k": "x"], false),
            (#"{"a":{"k":{"l":"y"},"m":"n"}}"#, ["l": "y", "m": "n"], false), (#"{"a":{}}"#, [:], true),
            (#"{"a":[]}"#, [:], false), (#"{}"#, [:], false),
        ])
    func objects(_ text: String, _ values: [String: String], _ holds: Bool) throws {
        var reader = try reader(text)
        #expect(reader.holds("a", values) == holds)
    }
}
