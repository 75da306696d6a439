package import JSON
package import LinuxIO
package import Varlink

/// A connection to a Varlink service.
///
/// Two ways to use it, which mix: `call` and `waitForReply` block the caller's thread for at most the time given;
/// `send` and `nextReply` do not block on reading, for owners of an event loop that watch `descriptor`. Replies come in the order of the
/// calls. After any `VarlinkClientError` the connection is of no use and everything else fails with the same error.
/// Belongs to one thread at a time.
package final class VarlinkClient {
    private let socket: UnixSocket
    private var machine: ClientConnectionStateMachine
    private let maximumDescriptors: Int
    private var failure: VarlinkClientError?
    /// The most bytes of one read.
    private static let portion = 8 << 10
    private var arrivedDescriptors = DescriptorList()
    /// Whether the last read emptied the socket, so that another one would be a system call for nothing.
    private var isDrained = false

    /// Uses a socket that is connected.
    ///
    /// - Parameters:
    ///   - limits: what a reply may be.
    ///   - maximumDescriptors: how many descriptors one reply may bring; more end the connection. Ask for some only when a method
    ///     is called that gives them.
    package init(_ socket: consuming UnixSocket, limits: JSONLimits = .reply, maximumDescriptors: Int = 0) {
        self.socket = socket
        self.maximumDescriptors = maximumDescriptors
        machine = ClientConnectionStateMachine(limits: limits)
    }

    /// Connects to a service's socket.
    ///
    /// - Throws: `.nobodyListening`, `.timedOut`, or `.system`.
    package convenience init(
        path: String, timeout: Duration, limits: JSONLimits = .reply, maximumDescriptors: Int = 0
    ) throws(VarlinkClientError) {
        do throws(SystemError) {
            self.init(
                try UnixSocket.connect(to: path, timeout: timeout), limits: limits,
                maximumDescriptors: maximumDescriptors)
        } catch {
            throw VarlinkClientError(error)
        }
    }

    /// Readable when `nextReply` may have something; for an event loop.
    package var descriptor: FileDescriptor {
        _read { yield socket.descriptor }
    }

    /// How many calls wait for replies, one with `more` included.
    package var waitingCalls: Int { machine.waitingCalls }

    // MARK: Typed calls

    /// Calls a method and waits for its reply.
    ///
    /// No other call may be waiting, since its replies come first.
    ///
    /// - Throws: `VarlinkError` when the service says so, `VarlinkClientError` when there is no reply, `DecodingError` when the reply
    ///   has another shape.
    package func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, timeout: Duration
    ) throws -> Method.Reply {
        try checkUsable()
        precondition(machine.waitingCalls == 0, "another call's replies come first")
        let deadline = BoottimeClock.now.advanced(by: timeout)
        try send(method, parameters, mode: .single, deadline: deadline)
        return try waitForReply(deadline: deadline).decode(Method.Reply.self)
    }

    /// Calls a method without reply.
    ///
    /// - Throws: `VarlinkClientError` when the call cannot be sent.
    package func callOneway<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, timeout: Duration
    ) throws {
        try send(method, parameters, mode: .oneway, deadline: BoottimeClock.now.advanced(by: timeout))
    }

    /// Calls a method with `more`; the replies come through `waitForReply` or `nextReply`.
    ///
    /// - Throws: `VarlinkClientError` when the call cannot be sent.
    package func subscribe<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, timeout: Duration
    ) throws {
        try send(method, parameters, mode: .more, deadline: BoottimeClock.now.advanced(by: timeout))
    }

    private func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, mode: CallMode, deadline: BoottimeInstant
    ) throws {
        try send(SharedFrame(calling: method, parameters, mode: mode), mode: mode, deadline: deadline)
    }

    // MARK: Frames

    /// Sends a call that was encoded before, waiting for room at most until the deadline.
    ///
    /// - Parameter descriptors: go with the call's first byte; they stay the caller's.
    package func send(
        _ frame: SharedFrame, mode: CallMode, descriptors: [SharedFileDescriptor] = [], deadline: BoottimeInstant
    ) throws(VarlinkClientError) {
        try checkUsable()
        let bytes = frame.bytes
        var sent = 0
        while sent < bytes.count {
            let numbers = sent == 0 ? descriptors.map(\.rawValue) : []
            let count: Int?
            do throws(SystemError) {
                let rest = bytes.span.extracting(droppingFirst: sent)
                count = try socket.send(rest, descriptors: numbers)
            } catch {
                throw fail(VarlinkClientError(error))
            }
            if let count {
                sent += count
            } else {
                try wait(for: .writable, until: deadline, "the service reads no calls")
            }
        }
        machine.called(mode)
    }

    /// The next reply, waiting for it at most until the deadline.
    package func waitForReply(deadline: BoottimeInstant) throws(VarlinkClientError) -> ServiceReply {
        while true {
            if let reply = try nextReply() { return reply }
            try wait(for: .readable, until: deadline, "no reply came in time")
        }
    }

    private func wait(
        for interest: Epoll.Readiness, until deadline: BoottimeInstant, _ complaint: String
    ) throws(VarlinkClientError) {
        let isReady: Bool
        do throws(SystemError) {
            isReady = try socket.wait(for: interest, timeout: BoottimeClock.now.duration(to: deadline))
        } catch {
            throw fail(VarlinkClientError(error))
        }
        guard isReady else { throw fail(VarlinkClientError(.timedOut, complaint)) }
    }

    /// The next reply that has come whole, or nil when there is none yet; never waits.
    ///
    /// A reply's descriptors are taken with `takeDescriptors` before the next one.
    package func nextReply() throws(VarlinkClientError) -> ServiceReply? {
        switch try nextArrival(recognizing: { _ in false }) {
        case .reply(let reply): reply
        case .recognized, nil: nil
        }
    }

    /// What `nextArrival` found.
    package enum Arrival {
        /// A reply.
        case reply(ServiceReply)
        /// A message that its receiver knows.
        case recognized
    }

    /// As `nextReply`, but a message that `isKnown` says it knows is not read: subscribers get the same over and over.
    ///
    /// It is asked for messages that come alone, between the replies of a stream, and must only know those that equal one
    /// which was such a reply.
    package func nextArrival(
        recognizing isKnown: (_ message: Span<UInt8>) -> Bool
    ) throws(VarlinkClientError) -> Arrival? {
        try checkUsable()
        while true {
            switch machine.next() {
            case .reply(let reply): return .reply(reply)
            case .read:
                if isDrained {
                    isDrained = false
                    return nil
                }
                switch try receive(isKnown) {
                case .nothing: return nil
                case .recognized: return .recognized
                case .bytes: break
                }
            case .refuse(let violation): throw fail(VarlinkClientError(.violation(violation), violation.description))
            case .finish: throw fail(VarlinkClientError(.disconnected, "the service closed the connection"))
            }
        }
    }

    /// Takes the descriptors that came with the last reply, of which its `descriptorCount` tells the number.
    package func takeDescriptors() -> DescriptorList {
        var taken = DescriptorList()
        swap(&taken, &arrivedDescriptors)
        return taken
    }

    private enum Portion {
        case nothing, bytes, recognized
    }

    /// Reads a portion.
    private func receive(_ isKnown: (Span<UInt8>) -> Bool) throws(VarlinkClientError) -> Portion {
        var dropped = false
        var isRecognized = false
        do throws(SystemError) {
            let received = try socket.receive(
                atMost: Self.portion, descriptors: &arrivedDescriptors, maximumDescriptors: maximumDescriptors,
                descriptorsDropped: &dropped
            ) { bytes, descriptorCount in
                // A read ends early also behind bytes that brought descriptors.
                isDrained = bytes.count < Self.portion && descriptorCount == 0
                let mayBeKnown = isDrained && machine.isBetweenStreamedReplies && bytes[bytes.count - 1] == 0
                isRecognized = mayBeKnown && isKnown(bytes.extracting(droppingLast: 1))
                if !isRecognized { machine.received(bytes, descriptors: descriptorCount) }
            }
            switch received {
            case .nothingYet: return .nothing
            case .endOfStream: machine.receivedEnd()
            case .bytes: break
            }
        } catch {
            throw fail(VarlinkClientError(error))
        }
        if dropped {
            throw fail(VarlinkClientError(.violation(.strayDescriptors), "more descriptors came than were asked for"))
        }
        return isRecognized ? .recognized : .bytes
    }

    private func checkUsable() throws(VarlinkClientError) {
        if let failure { throw failure }
    }

    private func fail(_ error: VarlinkClientError) -> VarlinkClientError {
        failure = error
        return error
    }
}
