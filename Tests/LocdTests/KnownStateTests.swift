import JSON
import LocdInterface
import Testing
import Varlink

@testable import Locd

/// The message of a state with this generation, as the daemon writes it.
private func message(_ generation: String, language: String) -> [UInt8] {
    let rest = """
        "scope":"system","requested":["\(language)"],"languages":["\(language)"],"locale":"\(language)",\
        "direction":"leftToRight","environment":{"LANGUAGE":"\(language)"},"dynamic":false,"reason":"set","domains":[]
        """
    return Array(#"{"parameters":{"state":{"generation":\#(generation),\#(rest)}},"continues":true}"#.utf8)
}

/// The reply that a message is parsed into.
private func parsed(_ message: [UInt8]) throws -> ServiceReply {
    var machine = ClientConnectionStateMachine()
    machine.called(.more)
    machine.received((message + [0]).span)
    guard case .reply(let reply) = machine.next() else { throw Unparsed() }
    return reply
}

private struct Unparsed: Error {}

@Suite struct `A state that reads as one before` {
    private let states = KnownStates()

    @Test func `is recognized, with its own generation`() throws {
        #expect(states.event(recognizing: message("7", language: "x-one")) == nil)
        let first = try #require(try states.event(in: parsed(message("7", language: "x-one"))))
        for generation in ["8", "0", "123456789012", "9223372036854775807"] {
            let again = try #require(states.event(recognizing: message(generation, language: "x-one")))
            #expect(again.known === first.known)
            #expect(again.generation == Int64(generation))
        }
    }

    @Test(arguments: ["", "07", "00", "-1", "1.0", "1e3", "9223372036854775808", " 1", "1 ", "\"1\"", "1,\"a\":2"])
    func `is parsed when its generation is not plain digits`(generation: String) throws {
        _ = try states.event(in: parsed(message("7", language: "x-two")))
        #expect(states.event(recognizing: message(generation, language: "x-two")) == nil)
    }

    @Test func `is parsed when anything else differs`() throws {
        let known = message("7", language: "x-three")
        _ = try states.event(in: parsed(known))
        #expect(states.event(recognizing: message("7", language: "x-threw")) == nil)
        for index in known.indices where known[index] != UInt8(ascii: "7") {
            var changed = known
            changed[index] ^= 1
            #expect(states.event(recognizing: changed) == nil)
            #expect(states.event(recognizing: Array(known[..<index])) == nil)
        }
    }

    @Test func `is forgotten after many others`() throws {
        _ = try states.event(in: parsed(message("1", language: "x-old")))
        for number in 0..<100 { _ = try states.event(in: parsed(message("1", language: "x-\(number)"))) }
        #expect(states.event(recognizing: message("2", language: "x-old")) == nil)
        #expect(states.event(recognizing: message("2", language: "x-99")) != nil)
    }
}
