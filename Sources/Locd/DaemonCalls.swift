internal import LinuxIO
internal import LocdInterface
internal import Varlink

/// Calls that wait for their answer, each on a connection of its own.
///
/// The subscription's connection cannot carry them: its call never ends.
struct DaemonCalls: Sendable {
    let address: String

    /// Calls a method and waits for its reply.
    ///
    /// Errors: `unreachable`, `timedOut`, `unexpectedReply`, and what the method's own errors mean.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, patience: Duration
    ) throws(LocdError) -> Method.Reply {
        let replies = try replies(method, parameters, mode: .single, patience: patience)
        // Without an error there is exactly one.
        return replies[0]
    }

    /// Calls a method with `more` and waits for all its replies. Errors: as above.
    func stream<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, patience: Duration
    ) throws(LocdError) -> [Method.Reply] {
        try replies(method, parameters, mode: .more, patience: patience)
    }

    /// Sends calls that have no reply; nothing is waited for, and nobody learns whether they arrive.
    func tell<Method: VarlinkMethod>(_ method: Method.Type, _ parameters: Method.Parameters) {
        // A report that is lost costs a line in a log.
        try? DaemonLink(address: address, timeout: .zero).call(method, parameters, mode: .oneway)
    }

    private func replies<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, mode: CallMode, patience: Duration
    ) throws(LocdError) -> [Method.Reply] {
        let deadline = BoottimeClock.now.advanced(by: patience)
        let link = try DaemonLink(address: address, timeout: patience)
        try link.call(method, parameters, mode: mode, timeout: patience)
        var replies: [Method.Reply] = []
        while true {
            let reply = try link.waitForReply(deadline: deadline)
            replies.append(try LocdError.decoding(Method.Reply.self, from: reply))
            if !reply.continues { return replies }
        }
    }
}
