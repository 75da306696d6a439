import BusPeer
import LinuxIO
import Systemd
import TestSupport
import Testing

/// A polkit that says what the test wants, on a bus of the test's own.
final class FakePolkit {
    /// A question that locd asked: the arguments of `CheckAuthorization`.
    struct Question {
        let message: BusMessageImage
        let kind: String
        let subject: [String: BusValue]
        let action: String
        let flags: UInt32
        let cancellation: String

        init(_ message: BusMessageImage) throws {
            guard message.member == "CheckAuthorization", message.values.count == 5,
                message.values.map(\.signature) == ["(sa{sv})", "s", "a{ss}", "u", "s"],
                case .structure(let subject) = message.values[0], case .array(_, let entries) = subject[1],
                case .uint32(let flags) = message.values[3]
            else { throw TestFailure("no question: \(message)") }
            self.message = message
            kind = subject[0].text ?? ""
            var properties: [String: BusValue] = [:]
            for case .entry(let key, .variant(let value)) in entries { properties[key.text ?? ""] = value }
            self.subject = properties
            action = message.values[1].text ?? ""
            self.flags = flags
            cancellation = message.values[4].text ?? ""
        }
    }

    let peer: BusPeer

    init(on bus: PrivateBus) throws {
        peer = try BusPeer(on: bus, named: "org.freedesktop.PolicyKit1")
    }

    /// The next question.
    func question() throws -> Question {
        try Question(try peer.nextCall())
    }

    /// Expects that no question has come.
    func expectNothingAsked(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let member = try peer.takeCall()?.member
        #expect(member == nil, sourceLocation: sourceLocation)
    }

    /// Answers in the form of polkit: `(bba{ss})`.
    func answer(_ question: Question, isAuthorized: Bool, isChallenge: Bool = false) throws {
        try peer.reply(to: question.message, [Self.answer(isAuthorized, isChallenge)])
    }

    static func answer(_ isAuthorized: Bool, _ isChallenge: Bool) -> BusValue {
        .structure([.boolean(isAuthorized), .boolean(isChallenge), .array(of: "{ss}", [])])
    }

    /// Expects that a question is cancelled.
    func expectCancelled(_ question: Question, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let call = try peer.nextCall()
        #expect(call.member == "CancelCheckAuthorization", sourceLocation: sourceLocation)
        #expect(call.values == [.string(question.cancellation)], sourceLocation: sourceLocation)
        #expect(!call.expectsReply, sourceLocation: sourceLocation)
        // As polkit does.
        try peer.fail(question.message, "org.freedesktop.PolicyKit1.Error.Cancelled", "cancelled")
    }
}
