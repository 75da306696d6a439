import JSON
import Testing

@testable import Locd

/// A message with a generation between other members.
private func message(_ generation: String, reason: String = "set") -> [UInt8] {
    Array(#"{"parameters":{"state":{"generation":\#(generation),"reason":"\#(reason)"}},"continues":true}"#.utf8)
}

private func seen(_ generation: String) throws -> StateMessage {
    let document = try JSONDocument(parsing: message(generation), limits: .reply)
    return StateMessage(generation: try #require(document.root["parameters"]?["state"]?["generation"]))
}

@Suite struct `A message with a state` {
    @Test(arguments: ["7", "8", "0", "123456789012", "9223372036854775807"])
    func `is recognized whatever its generation is`(generation: String) throws {
        let found = try seen("7").generation(in: message(generation).span)
        #expect(found == Int64(generation))
    }

    @Test(arguments: ["", "-1", "07", "1.0", "1e3", " 1", "x", "9223372036854775808", "18446744073709551616", "1,2"])
    func `is not recognized when the generation is no whole number`(generation: String) throws {
        #expect(try seen("7").generation(in: message(generation).span) == nil)
    }

    @Test func `is not recognized when any other byte differs`() throws {
        let original = message("7")
        let digit = try #require(original.firstIndex(of: UInt8(ascii: "7")))
        let seen = try seen("7")
        for index in original.indices where index != digit {
            var other = original
            other[index] ^= 1
            #expect(seen.generation(in: other.span) == nil, "byte \(index)")
        }
    }

    @Test func `is not recognized when it is longer or shorter`() throws {
        let seen = try seen("7")
        let original = message("7")
        for count in original.indices { #expect(seen.generation(in: Array(original[..<count]).span) == nil) }
        #expect(seen.generation(in: (original + [0x20]).span) == nil)
        #expect(seen.generation(in: ([0x20] + original).span) == nil)
        #expect(seen.generation(in: message("7", reason: "reset").span) == nil)
    }
}
