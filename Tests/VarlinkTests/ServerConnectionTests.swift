import JSON
import Testing
import Varlink

/// What a connection did, short enough to stand in a table.
enum Event: Equatable, Sendable {
    case call(String, CallMode)
    case descriptors(Int)
    case refuse(MessageViolation, answer: String?)
    case finish
}

/// Feeds a stream, ends each call at once, and lists what happened.
func events(_ stream: String, portions: Int = .max >> 1, thenEnd: Bool = false) -> [Event] {
    var machine = ServerConnectionStateMachine()
    var events: [Event] = []
    func drain() -> Bool {
        while true {
            switch machine.next() {
            case .read: return true
            case .wait: _ = machine.endCall()
            case .call(let call):
                events.append(.call(call.method, call.mode))
                if call.descriptorCount > 0 { events.append(.descriptors(call.descriptorCount)) }
            case .refuse(let frame, let violation):
                events.append(.refuse(violation, answer: frame.map(text)))
                return false
            case .finish:
                events.append(.finish)
                return false
            }
        }
    }
    let bytes = Array(stream.utf8)
    for start in stride(from: 0, to: bytes.count, by: portions) {
        machine.received(bytes[start..<min(start + portions, bytes.count)].span)
        guard drain() else { return events }
    }
    if thenEnd {
        machine.receivedEnd()
        _ = drain()
    }
    return events
}

/// A frame's JSON without its terminator.
func text(_ frame: SharedFrame) -> String {
    String(decoding: frame.bytes.dropLast(), as: UTF8.self)
}

private let invalid = "org.varlink.service.InvalidParameter"

private func answer(_ parameter: String) -> String {
    #"{"error":"\#(invalid)","parameters":{"parameter":"\#(parameter)"}}"#
}

struct ServerConnectionTests {
    @Test(
        "A call is read with its flags",
        arguments: [
            (#"{"method":"a.B"}"#, .single),
            (#"{"method":"a.B","parameters":{"x":1}}"#, .single),
            (#"{"method":"a.B","parameters":null}"#, .single),
            (#" { "more" : true , "method" : "a.B" } "#, .more),
            (#"{"method":"a.B","oneway":true}"#, .oneway),
            (#"{"method":"a.B","oneway":false,"more":null,"upgrade":false}"#, .single),
            (#"{"method":"a.B","oneway":true,"more":false}"#, .oneway),
            (#"{"method":"a.B","org.example":{"anything":[1]},"com.x":{}}"#, .single),
            (#"{"m\u0065thod":"\u0061.B"}"#, .single),
        ] as [(String, CallMode)])
    func calls(_ message: String, _ mode: CallMode) {
        #expect(events(message + "\0", portions: 1) == [.call("a.B", mode)])
    }

    @Test(
        "What is no call ends the connection, and what was meant as one is told why first",
        arguments: [
            ("", .notJSON(.init("")), nil),
            (" \t", .notJSON(.init(" \t")), nil),
            ("[]", .notAnObject, nil),
            (#""method""#, .notAnObject, nil),
            ("1", .notAnObject, nil),
            ("null", .notAnObject, nil),
            ("{}", .noMethod, nil),
            (#"{"method":null}"#, .noMethod, nil),
            (#"{"method":1}"#, .wrongType(member: "method"), nil),
            (#"{"method":["a.B"]}"#, .wrongType(member: "method"), nil),
            (#"{"parameters":{}}"#, .noMethod, nil),
            (#"{"error":"a.B"}"#, .unknownMember("error"), nil),
            (#"{"method":"a.B","continues":true}"#, .unknownMember("continues"), answer("continues")),
            (#"{"method":"a.B","Method":"a.B"}"#, .unknownMember("Method"), answer("Method")),
            (#"{"method":"a.B","x-vendor":{}}"#, .unknownMember("x-vendor"), answer("x-vendor")),
            (#"{"method":"a.B","oneway":true,"extra":1}"#, .unknownMember("extra"), nil),
            (#"{"method":"a.B","org.example":1}"#, .wrongType(member: "org.example"), answer("org.example")),
            (#"{"method":"a.B","parameters":[]}"#, .wrongType(member: "parameters"), answer("parameters")),
            (#"{"method":"a.B","parameters":"x"}"#, .wrongType(member: "parameters"), answer("parameters")),
            (#"{"method":"a.B","more":1}"#, .wrongType(member: "more"), answer("more")),
            (#"{"method":"a.B","oneway":"true"}"#, .wrongType(member: "oneway"), answer("oneway")),
            (#"{"method":"a.B","more":true,"upgrade":true}"#, .conflictingFlags, answer("upgrade")),
            (#"{"method":"a.B","oneway":true,"more":true}"#, .conflictingFlags, nil),
            (#"{"method":"a.B","method":"a.C"}"#, .notJSON(.init(#"{"method":"a.B","method":"a.C"}"#)), nil),
            (#"{"method":"a.B"}x"#, .notJSON(.init(#"{"method":"a.B"}x"#)), nil),
            ("GET / HTTP/1.1\r\n\r\n", .notJSON(.init("GET / HTTP/1.1\r\n\r\n")), nil),
            ("\u{16}\u{3}\u{1}", .notJSON(.init("\u{16}\u{3}\u{1}")), nil),
        ] as [(String, MessageViolation, String?)])
    func violations(_ message: String, _ violation: MessageViolation, _ answer: String?) {
        let good = "{\"method\":\"a.B\"}\0"
        for portions in [1, 1000] {
            #expect(
                events(good + message + "\0" + good, portions: portions)
                    == [.call("a.B", .single), .refuse(violation, answer: answer)])
        }
    }

    @Test("A message of the limit is accepted, a longer one ends the connection before it is whole")
    func size() {
        let call = #"{"method":"a.B"}"#
        let fits = call + String(repeating: " ", count: 64 * 1024 - call.utf8.count)
        #expect(events(fits + "\0") == [.call("a.B", .single)])
        let refused = [Event.refuse(.tooLarge(maximumBytes: 64 * 1024), answer: nil)]
        #expect(events(fits + " \0") == refused)
        #expect(events(fits + " ", portions: 4096) == refused)
    }

    @Test("LF-framed JSON is one message that never ends")
    func lineFramed() {
        #expect(events("{\"method\":\"a.B\"}\n{\"method\":\"a.B\"}\n") == [])
    }

    @Test("The end of the stream inside a message is a violation, between messages it is the end")
    func endOfStream() {
        let call = "{\"method\":\"a.B\"}"
        #expect(events(call + "\0", thenEnd: true) == [.call("a.B", .single), .finish])
        #expect(events("", thenEnd: true) == [.finish])
        #expect(events(call, thenEnd: true) == [.refuse(.truncated, answer: nil)])
    }

    @Test("Pipelined calls come one by one, each after the last one's ending")
    func pipelining() {
        var machine = ServerConnectionStateMachine()
        let calls = (0..<3).map { "{\"method\":\"a.B\($0)\",\"more\":true}\0" }.joined()
        machine.received(Array(calls.utf8).span)
        for number in 0..<3 {
            guard case .call(let call) = machine.next() else {
                Issue.record("no call \(number)")
                return
            }
            #expect(call.method == "a.B\(number)")
            guard case .wait = machine.next() else {
                Issue.record("the next call came before the reply")
                return
            }
            #expect(machine.continueCall() == .send)
            #expect(machine.continueCall() == .send)
            #expect(machine.endCall() == .send)
        }
        guard case .read = machine.next() else {
            Issue.record("something is left")
            return
        }
        #expect(machine.bufferedBytes == 0)
    }

    @Test("A call with oneway is answered with nothing, and the next reply belongs to the next call")
    func oneway() {
        var machine = ServerConnectionStateMachine()
        machine.received(Array("{\"method\":\"a.B\",\"oneway\":true}\0{\"method\":\"a.C\"}\0".utf8).span)
        guard case .call = machine.next() else {
            Issue.record("no call")
            return
        }
        #expect(machine.endCall() == .discard)
        guard case .call(let second) = machine.next() else {
            Issue.record("no second call")
            return
        }
        #expect(second.method == "a.C")
        #expect(machine.endCall() == .send)
    }

    @Test("Endings after the connection is gone are discarded")
    func endingsAfterClose() {
        var machine = ServerConnectionStateMachine()
        machine.received(Array("{\"method\":\"a.B\",\"more\":true}\0".utf8).span)
        guard case .call = machine.next() else {
            Issue.record("no call")
            return
        }
        machine.closed()
        #expect(machine.continueCall() == .discard)
        #expect(machine.endCall() == .discard)
        guard case .finish = machine.next() else {
            Issue.record("not finished")
            return
        }
    }

    @Test("Whether a peer is in the middle of a message is known")
    func partialFrames() {
        var machine = ServerConnectionStateMachine()
        #expect(!machine.hasReceivedFrame)
        machine.received(Array("{\"met".utf8).span)
        guard case .read = machine.next() else {
            Issue.record("not reading")
            return
        }
        #expect(machine.hasPartialFrame)
        #expect(!machine.hasReceivedFrame)
        machine.received(Array("hod\":\"a.B\"}\0".utf8).span)
        guard case .call = machine.next() else {
            Issue.record("no call")
            return
        }
        #expect(!machine.hasPartialFrame)
        #expect(machine.hasReceivedFrame)
    }
}

struct DescriptorTests {
    /// The descriptor counts of the calls in portions of a stream; nil when the connection is refused.
    private func counts(_ portions: [(String, Int)]) -> [Int]? {
        var machine = ServerConnectionStateMachine()
        var counts: [Int] = []
        for (portion, descriptors) in portions {
            machine.received(Array(portion.utf8).span, descriptors: descriptors)
            loop: while true {
                switch machine.next() {
                case .read: break loop
                case .wait: _ = machine.endCall()
                case .call(let call): counts.append(call.descriptorCount)
                case .refuse(_, let violation):
                    #expect(violation == .strayDescriptors)
                    return nil
                case .finish: return nil
                }
            }
        }
        return counts
    }

    private let call = "{\"method\":\"a.B\"}"

    @Test("Descriptors belong to the message that their portion begins")
    func association() {
        #expect(counts([(call + "\0", 2)]) == [2])
        #expect(counts([("{", 2), (String(call.dropFirst()) + "\0", 0)]) == [2])
        #expect(counts([(call + "\0", 0), (call + "\0", 1), (call + "\0", 3)]) == [0, 1, 3])
        #expect(counts([(call, 2), ("\0" + call + "\0", 0)]) == [2, 0])
    }

    @Test("The kernel may join earlier bytes to the portion: the last message that begins in it has them")
    func joined() {
        #expect(counts([(call + "\0" + call + "\0", 1)]) == [0, 1])
        #expect(counts([(call, 0), ("\0" + call + "\0", 1)]) == [0, 1])
        #expect(counts([(call + "\0" + "{", 1), (String(call.dropFirst()) + "\0", 0)]) == [0, 1])
    }

    @Test("Descriptors inside a message end the connection")
    func stray() {
        #expect(counts([("{", 0), (String(call.dropFirst()) + "\0", 1)]) == nil)
        #expect(counts([(call, 0), ("\0", 1)]) == nil)
    }
}

extension JSONError {
    /// The error that a text is refused with as a request.
    init(_ text: String) {
        do throws(JSONError) {
            _ = try JSONDocument(parsing: Array(text.utf8), limits: .request)
            preconditionFailure("accepted")
        } catch {
            self = error
        }
    }
}
