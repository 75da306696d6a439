import JSON
import Testing
import Varlink

private enum Outcome: Equatable, Sendable {
    case reply(String, continues: Bool)
    case error(String)
    case refuse(MessageViolation)
    case finish
}

/// What a client makes of a stream, having made calls of these modes.
private func outcomes(_ modes: [CallMode], _ stream: String, portions: Int, thenEnd: Bool = false) -> [Outcome] {
    var machine = ClientConnectionStateMachine()
    for mode in modes { machine.called(mode) }
    var outcomes: [Outcome] = []
    func drain() -> Bool {
        while true {
            switch machine.next() {
            case .read: return true
            case .reply(let reply):
                if let error = reply.error {
                    outcomes.append(.error(error.description))
                } else {
                    let json = String(decoding: JSONValue(reply.parameters).serialized(), as: UTF8.self)
                    outcomes.append(.reply(json, continues: reply.continues))
                }
            case .refuse(let violation):
                outcomes.append(.refuse(violation))
                return false
            case .finish:
                outcomes.append(.finish)
                return false
            }
        }
    }
    let bytes = Array(stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: portions) {
        machine.received(bytes[start..<min(start + portions, bytes.count)].span)
        guard drain() else { return outcomes }
    }
    if thenEnd {
        machine.receivedEnd()
        _ = drain()
    }
    return outcomes
}

struct ClientConnectionTests {
    @Test("Replies belong to the calls in their order, and oneway calls have none", arguments: [1, 3, 1000])
    func order(_ portions: Int) {
        let stream =
            #"{"parameters":{"a":1}}"# + "\0" + #"{"parameters":{"b":1},"continues":true}"#
            + "\0{\"parameters\":null}\0"
            + #"{"error":"x.Y","parameters":{"why":"z"}}"# + "\0{}\0"
        #expect(
            outcomes([.single, .oneway, .more, .single, .single], stream, portions: portions, thenEnd: true) == [
                .reply(#"{"a":1}"#, continues: false), .reply(#"{"b":1}"#, continues: true),
                .reply("{}", continues: false), .error(#"x.Y {"why":"z"}"#), .reply("{}", continues: false), .finish,
            ])
    }

    @Test(
        "What is no reply ends the connection",
        arguments: [
            ("[]", .notAnObject), ("{}x", .notJSON(.init("{}x"))), (#"{"method":"a.B"}"#, .unknownMember("method")),
            (#"{"parameters":[]}"#, .wrongType(member: "parameters")), (#"{"error":1}"#, .wrongType(member: "error")),
            (#"{"continues":1}"#, .wrongType(member: "continues")), (#"{"continues":true}"#, .unexpectedContinues),
            (#"{"error":"a.B","continues":true}"#, .unexpectedContinues),
        ] as [(String, MessageViolation)])
    func violations(_ message: String, _ violation: MessageViolation) {
        #expect(outcomes([.single], message + "\0{}\0", portions: 1) == [.refuse(violation)])
    }

    @Test("A reply that nobody waits for ends the connection")
    func unexpected() {
        #expect(
            outcomes([.single, .oneway], "{}\0{}\0", portions: 2)
                == [.reply("{}", continues: false), .refuse(.unexpectedReply)])
        #expect(
            outcomes([.more], "{\"error\":\"a.B\"}\0{}\0", portions: 9) == [.error("a.B"), .refuse(.unexpectedReply)])
    }

    @Test("The end of the stream is noticed between and inside messages")
    func endOfStream() {
        #expect(outcomes([.single], "", portions: 1, thenEnd: true) == [.finish])
        #expect(outcomes([.single], "{}", portions: 1, thenEnd: true) == [.refuse(.truncated)])
    }

    @Test("Vendors' objects in replies are ignored")
    func vendors() {
        #expect(outcomes([.single], "{\"org.example\":{}}\0", portions: 4) == [.reply("{}", continues: false)])
    }

    @Test("Descriptors come with the reply whose portion they came with")
    func descriptors() {
        var machine = ClientConnectionStateMachine()
        machine.called(.single)
        machine.received(Array("{}\0".utf8).span, descriptors: 1)
        guard case .reply(let reply) = machine.next() else {
            Issue.record("no reply")
            return
        }
        #expect(reply.descriptorCount == 1)
        #expect(machine.waitingCalls == 0)
    }
}
