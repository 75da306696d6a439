import LinuxIO

/// What a server's connections share: who is watched for what, whose turn it is, and what everybody has used.
///
/// Connections hold it; it does not hold them. All of it belongs to the thread that calls `VarlinkServer.process()`.
final class ServerContext {
    let epoll: Epoll
    var limits: ConnectionLimits
    /// How many descriptors the calls of which method may bring; others bring none.
    let descriptorMethods: [String: Int]
    /// How many descriptors are taken over from one message.
    let maximumDescriptors: Int
    let log: (Refusal) -> Void

    var quota = UserQuota()
    /// Connections that have a call to hand out, or an end to carry out.
    var ready = FairQueue()
    /// Connections to close at the end of the turn: never in the middle of a handler.
    var doomed: [UInt64] = []
    /// Messages that have begun and must end.
    var messageDeadlines = DeadlineTable()
    /// Replies that must be read.
    var unreadDeadlines = DeadlineTable()
    /// When to look whether a peer has read all, so that descriptors may follow.
    var peerChecks = DeadlineTable()

    init(
        limits: ConnectionLimits, descriptorMethods: [String: Int], log: @escaping (Refusal) -> Void
    ) throws(SystemError) {
        epoll = try Epoll()
        self.limits = limits
        self.descriptorMethods = descriptorMethods
        maximumDescriptors = descriptorMethods.values.max() ?? 0
        self.log = log
    }

    /// The next moment at which something has to be done without any descriptor being ready.
    var nextDeadline: BoottimeInstant? {
        if !ready.isEmpty || !doomed.isEmpty { return BoottimeInstant(nanoseconds: 0) }
        return [messageDeadlines.earliest, unreadDeadlines.earliest, peerChecks.earliest].compactMap { $0 }.min()
    }

    func forget(_ token: UInt64) {
        messageDeadlines.remove(token)
        unreadDeadlines.remove(token)
        peerChecks.remove(token)
    }
}
