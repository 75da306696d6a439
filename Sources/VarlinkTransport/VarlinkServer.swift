package import LinuxIO
package import Varlink

/// Serves Varlink to the clients of one Unix socket, on the thread that calls `process()`.
///
/// The server has no thread and no timer of its own. Its owner watches `descriptor` for reading, and calls `process()` when
/// it is readable or `nextDeadline` has come. One call of `process()` is a turn: it reads a portion from each socket that
/// is ready, at most 64 of them, then hands out calls round-robin by uid, one of each connection at a time and at most
/// 64 in all; what is left waits for the next turn, which is then due at once. Connections are closed at the end of a
/// turn, never in the middle of a handler.
package final class VarlinkServer {
    /// Given a call that is declared and whose parameters fit; ends it now or later, or throws what it ends with.
    package typealias Handler = (ServerConnection, ServiceCall) throws(VarlinkError) -> Void

    /// The most sockets and calls of one turn.
    package static let turnSize = Epoll.batch

    private let context: ServerContext
    private let table: ServiceTable
    private let handler: Handler
    private var connections: [UInt64: ServerConnection] = [:]
    /// Connections that have sent no whole message, the oldest first; never more than the limit and one.
    private var incomplete: [UInt64] = []
    private var listener: Listener?
    private var nextID: UInt64 = 1
    private var events: [Epoll.Event] = []
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    /// Makes a server that has no socket yet.
    ///
    /// - Parameters:
    ///   - table: the interfaces; `org.varlink.service` and wrong calls are answered from it.
    ///   - descriptorMethods: how many descriptors may come with calls of which method. With others none may; where the table is
    ///     empty, the kernel drops them.
    ///   - log: told of every peer that is turned away and of every call that fits no definition. The caller limits how often it
    ///     writes.
    /// - Throws: when there is no descriptor for the epoll.
    package init(
        table: ServiceTable, limits: ConnectionLimits = ConnectionLimits(), descriptorMethods: [String: Int] = [:],
        log: @escaping (Refusal) -> Void, handler: @escaping Handler
    ) throws(SystemError) {
        context = try ServerContext(limits: limits, descriptorMethods: descriptorMethods, log: log)
        self.table = table
        self.handler = handler
    }

    deinit {
        // Whoever still holds a connection, to answer later, must not keep its client waiting for nothing.
        for connection in connections.values { connection.close() }
    }

    /// Accepts clients from a listening socket.
    package func listen(on socket: consuming UnixListener) throws(SystemError) {
        listener = try Listener(socket, context: context)
    }

    /// Serves a client that is connected already, such as one whose socket was passed as descriptor 3.
    package func serve(_ socket: consuming UnixSocket) throws(SystemError) {
        let peer = try socket.peerCredentials()
        try add(socket, peer)
    }

    /// Accepts nobody else; clients that are connected stay.
    package func stopListening() {
        listener = nil
    }

    /// Closes every connection.
    package func closeAll() {
        for connection in connections.values { connection.doom() }
        closeDoomed()
    }

    /// Readable when a turn has something to do.
    package var descriptor: FileDescriptor {
        _read { yield context.epoll.descriptor }
    }

    /// When a turn is due although `descriptor` is not readable; nil when not at all. A moment in the past means now.
    package var nextDeadline: BoottimeInstant? {
        let accepting = listener?.pausedUntil
        guard let deadline = context.nextDeadline else { return accepting }
        return accepting.map { min($0, deadline) } ?? deadline
    }

    /// What clients may do. Whoever is connected stays, even when fewer may be from now on.
    package var limits: ConnectionLimits {
        get { context.limits }
        set { context.limits = newValue }
    }

    /// How many clients are connected.
    package var connectionCount: Int { connections.count }

    /// How many clients are connected of each user.
    package var connectionsByUser: [UInt32: Int] { context.quota.connectionsByUser }

    /// Whether nothing will ever happen here again: nobody is connected and nobody can connect.
    package var isFinished: Bool { listener == nil && connections.isEmpty }

    // MARK: A turn

    /// Takes a turn; handlers run inside.
    ///
    /// - Parameter timeout: how long to wait for something to do: not at all, or for programs that do nothing else, some time or
    ///   (nil) for as long as it takes. A deadline ends the wait.
    /// - Throws: when the epoll itself fails, which is not any client's doing.
    package func process(waiting timeout: Duration? = .zero) throws(SystemError) {
        closeDoomed()
        let now = BoottimeClock.now
        try expire(at: now)
        try context.epoll.wait(into: &events, limit: Self.turnSize, timeout: wait(timeout, from: now))
        for event in events {
            if event.token == Listener.token {
                try acceptClients()
            } else {
                connections[event.token]?.handle(event.readiness, buffer: &buffer)
            }
        }
        for _ in 0..<Self.turnSize {
            guard let id = context.ready.popFirst() else { break }
            if let connection = connections[id] { takeTurn(connection) }
        }
        closeDoomed()
    }

    private func wait(_ timeout: Duration?, from now: BoottimeInstant) -> Duration? {
        guard let deadline = nextDeadline else { return timeout }
        let left = max(.zero, now.duration(to: deadline))
        return timeout.map { min($0, left) } ?? left
    }

    private func takeTurn(_ connection: ServerConnection) {
        let wasIncomplete = !connection.hasReceivedFrame
        let call = connection.takeTurn()
        if wasIncomplete, connection.hasReceivedFrame {
            incomplete.removeAll { $0 == connection.id }
        }
        guard let call else { return }
        switch table.route(call) {
        case .reply(let frame): connection.reply(frame)
        case .error(let error):
            context.log(Refusal(uid: connection.peer.uid, reason: .invalidCall(error)))
            connection.fail(error)
        case .handler:
            do throws(VarlinkError) {
                try handler(connection, call)
            } catch {
                connection.fail(error)
            }
        }
    }

    private func expire(at now: BoottimeInstant) throws(SystemError) {
        for id in context.messageDeadlines.takeDue(at: now) { connections[id]?.refuse(.messageTooSlow) }
        for id in context.unreadDeadlines.takeDue(at: now) { connections[id]?.refuse(.unread) }
        for id in context.peerChecks.takeDue(at: now) { connections[id]?.flush() }
        if let pausedUntil = listener?.pausedUntil, pausedUntil <= now { try listener?.resume() }
    }

    private func closeDoomed() {
        // Closing runs the owner's code, which may doom others.
        while let id = context.doomed.popLast() {
            guard let connection = connections.removeValue(forKey: id) else { continue }
            incomplete.removeAll { $0 == id }
            connection.close()
        }
    }

    // MARK: Accepting

    private func acceptClients() throws(SystemError) {
        // A quarter of a turn, so that a flood of connects leaves room for those who are connected.
        for _ in 0..<Self.turnSize / 4 {
            guard let listener else { return }
            switch try listener.accept() {
            case .nobody: return
            case .turnedAway(let reason):
                context.log(Refusal(uid: nil, reason: reason))
                if listener.pausedUntil != nil { return }
            case .client(let socket): admit(socket)
            }
        }
    }

    /// Takes a client in, or closes its socket.
    private func admit(_ socket: consuming UnixSocket) {
        var uid: UInt32?
        do throws(SystemError) {
            let peer = try socket.peerCredentials()
            uid = peer.uid
            if let reason = reasonAgainst(peer) {
                context.log(Refusal(uid: uid, reason: reason))
            } else {
                try add(socket, peer)
            }
        } catch {
            context.log(Refusal(uid: uid, reason: .socket(error)))
        }
    }

    private func reasonAgainst(_ peer: PeerCredentials) -> Refusal.Reason? {
        let limits = context.limits
        if context.quota.connections >= limits.maximumConnections { return .tooManyConnections }
        if context.quota.connections(of: peer.uid) >= limits.maximumConnectionsPerUser {
            return .tooManyConnectionsOfUser
        }
        return nil
    }

    private func add(_ socket: consuming UnixSocket, _ peer: PeerCredentials) throws(SystemError) {
        let connection = try ServerConnection(socket, id: nextID, peer: peer, context: context)
        nextID += 1
        connections[connection.id] = connection
        context.quota.addConnection(of: peer.uid)
        incomplete.append(connection.id)
        if incomplete.count > context.limits.maximumIncomplete { turnAwayIncomplete() }
    }

    /// Closes the oldest connection without a whole message, of the uid that has most of them: a uid that connects and
    /// says nothing crowds out itself.
    private func turnAwayIncomplete() {
        let waiting = incomplete.compactMap { connections[$0] }
        let counts = Dictionary(waiting.map { ($0.peer.uid, 1) }, uniquingKeysWith: +)
        let most = counts.max { $0.value < $1.value }?.key
        guard let victim = waiting.first(where: { $0.peer.uid == most }) else { return }
        incomplete.removeAll { $0 == victim.id }
        victim.refuse(.tooManyIncomplete)
    }
}
