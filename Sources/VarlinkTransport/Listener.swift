import LinuxIO

/// The socket a server's clients come from, and what to do when no descriptor is left for them.
///
/// Without a descriptor, `accept4(2)` fails and the client stays in the backlog, so the epoll would report it without end.
/// One descriptor is kept in reserve: it is given up to accept the client and turn it away. When even that fails, nobody
/// is accepted for a moment.
final class Listener {
    /// What one try gives.
    enum Accepted: ~Copyable {
        case client(UnixSocket)
        case nobody
        /// A client was there and could not be kept.
        case turnedAway(Refusal.Reason)
    }

    /// What the epoll calls this socket; connections count from 1.
    static let token: UInt64 = 0
    private static let pause = Duration.milliseconds(100)

    private let socket: UnixListener
    private let context: ServerContext
    private var reserve: FileDescriptor?
    /// When to try again after accepting was impossible.
    private(set) var pausedUntil: BoottimeInstant?

    init(_ socket: consuming UnixListener, context: ServerContext) throws(SystemError) {
        reserve = try socket.descriptor.duplicate()
        try context.epoll.add(socket.descriptor, for: .readable, token: Self.token)
        self.socket = consume socket
        self.context = context
    }

    deinit {
        // A copy of the socket may live on, with whoever passed it; it must not be reported any more.
        do throws(SystemError) {
            try context.epoll.remove(socket.descriptor)
        } catch {
            context.log(Refusal(uid: nil, reason: .socket(error)))
        }
    }

    func accept() throws(SystemError) -> Accepted {
        do throws(SystemError) {
            return try acceptNow()
        } catch {
            guard error.isOutOfDescriptors else {
                try pause()
                return .turnedAway(.socket(error))
            }
        }
        return try turnAway() ? .turnedAway(.outOfDescriptors) : .nobody
    }

    private func acceptNow() throws(SystemError) -> Accepted {
        guard let client = try socket.accept() else { return .nobody }
        return .client(client)
    }

    /// Accepts and closes the client for whom there was no descriptor; false when there is none: the kernel reports the
    /// lack of descriptors before it looks.
    private func turnAway() throws(SystemError) -> Bool {
        reserve = nil
        do throws(SystemError) {
            let wasThere = try isSomebodyThere()
            reserve = try socket.descriptor.duplicate()
            return wasThere
        } catch {
            // Somebody else took the descriptor.
            try pause()
            return true
        }
    }

    private func isSomebodyThere() throws(SystemError) -> Bool {
        switch try socket.accept() {
        case .some: true
        case .none: false
        }
    }

    private func pause() throws(SystemError) {
        pausedUntil = BoottimeClock.now.advanced(by: Self.pause)
        try context.epoll.modify(socket.descriptor, for: [], token: Self.token)
    }

    /// Accepts again after a pause.
    func resume() throws(SystemError) {
        pausedUntil = nil
        try context.epoll.modify(socket.descriptor, for: .readable, token: Self.token)
        guard reserve == nil else { return }
        do throws(SystemError) {
            reserve = try socket.descriptor.duplicate()
        } catch {
            try pause()
        }
    }
}
