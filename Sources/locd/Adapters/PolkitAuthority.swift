import LinuxIO
import LocdDaemon
import Systemd

/// polkit as the daemon's authority: `org.freedesktop.PolicyKit1.Authority.CheckAuthorization` over the system's bus.
///
/// The bus is absent or broken, polkit hangs, or its answer is no answer: each of these is a no, and none of them makes
/// the daemon wait. polkit is asked about a process: its pid and the time at which it was started, which together are
/// no other process's, and the uid that it connected with, which is the user that polkit decides about, whatever the
/// process has become since. (A pidfd in place of the pid would say the same; polkit 122 does not know it.)
///
/// The connection is polkit's alone: the bus bounds the answers that one connection waits for.
final class PolkitAuthority: Authority {
    private static let service = "org.freedesktop.PolicyKit1"

    private let bus: SystemBus
    private var questions: UInt64 = 0
    /// Called after each answer that came from the bus.
    var onAnswer: () -> Void = {}

    init(_ bus: SystemBus) {
        self.bus = bus
    }

    func ask(
        _ question: AuthorityQuestion, completion: @escaping (AuthorityAnswer) -> Void
    ) -> any PendingQuestion {
        let pending = PolkitQuestion { [bus] in
            bus.send(Self.method("CancelCheckAuthorization", [.string($0)]))
        }
        guard let subject = Self.subject(question.peer) else {
            completion(.denied("polkit cannot be asked about this process: when it started is not to be known"))
            return pending
        }
        questions += 1
        // Names the question among this connection's.
        let name = "locd-\(questions)"
        let call = Self.method(
            "CheckAuthorization",
            [
                subject, .string(question.action), .array(of: "{ss}", []),
                // AllowUserInteraction
                .uint32(question.allowsInteraction ? 1 : 0), .string(name),
            ])
        do throws(SystemError) {
            let waiting = try bus.call(call, deadline: .seconds(question.seconds)) { [weak self] result in
                pending.end(isUnanswered: result.isTimeout)
                completion(Self.answer(result))
                self?.onAnswer()
            }
            pending.begin(name, waiting)
        } catch {
            completion(.denied("polkit cannot be asked: \(error)"))
        }
        return pending
    }

    private static func method(_ member: String, _ arguments: [BusValue]) -> BusMethodCall {
        BusMethodCall(
            destination: service, path: "/org/freedesktop/PolicyKit1/Authority", interface: "\(service).Authority",
            member: member, arguments: arguments)
    }

    /// The process as polkit takes it; nil for one that polkit could take for another. Its uids are signed.
    static func subject(_ peer: Peer) -> BusValue? {
        guard peer.pid > 0, let startTime = peer.startTime, startTime > 0, let uid = Int32(exactly: peer.uid)
        else { return nil }
        return .structure([
            .string("unix-process"),
            .properties([
                "pid": .uint32(UInt32(peer.pid)), "start-time": .uint64(startTime), "uid": .int32(uid),
            ]),
        ])
    }

    /// What an answer comes to: only the one that says so in the form that polkit documents is a yes.
    static func answer(_ result: Result<[BusValue], BusError>) -> AuthorityAnswer {
        switch result {
        case .failure(let error): return .denied("polkit: \(error)")
        case .success(let values):
            guard values.count == 1, case .structure(let parts) = values[0], values[0].signature == "(bba{ss})",
                case .boolean(let isAuthorized) = parts[0], case .boolean(let isChallenge) = parts[1]
            else { return .denied("polkit answers with something that is no answer") }
            if isAuthorized { return .authorized }
            return .denied(isChallenge ? "polkit wants to see a password and could not ask for it" : "polkit says no")
        }
    }
}

extension Result where Success == [BusValue], Failure == BusError {
    fileprivate var isTimeout: Bool {
        if case .failure(let error) = self { error.code == .timedOut } else { false }
    }
}

/// A question that polkit works on. It and its call hold each other until the call has ended, whoever waits for it.
private final class PolkitQuestion: PendingQuestion {
    private let cancel: (String) -> Void
    private var name: String?
    private var call: BusCall?

    init(cancel: @escaping (String) -> Void) {
        self.cancel = cancel
    }

    func begin(_ name: String, _ call: BusCall) {
        self.name = name
        self.call = call
    }

    /// The call has ended; a polkit that still works on it may stop.
    func end(isUnanswered: Bool) {
        if isUnanswered { withdraw() }
        name = nil
        call = nil
    }

    /// The answer is waited for all the same: polkit then says that the question was cancelled.
    func withdraw() {
        if let name { cancel(name) }
        name = nil
    }
}
