import JSON
package import LinuxIO
package import Varlink

/// A client of a server, for as long as it is connected.
///
/// Belongs to the thread that runs the server. A handler that is given a call ends it exactly once, at once or later, with
/// `reply` or `fail`; before that, a call with `more` may have any number of `replyContinues` and `setPending`. After
/// the peer has gone all of these do nothing.
package final class ServerConnection {
    /// Who connected, as the kernel says; nothing that the peer sent takes part in it.
    package let peer: PeerCredentials
    /// When the peer's process was started, as `UnixSocket.startTime` gives it; nil where it is not to be known.
    package let peerStartTime: UInt64?
    /// Names this connection among all of its server's, past ones included.
    package let id: UInt64
    /// Called once, from `process()`, when the connection is closed. Whatever works for this peer stops here.
    package var onClose: (() -> Void)?

    private let context: ServerContext
    private var socket: UnixSocket?
    private var machine: ServerConnectionStateMachine
    private var output = OutputQueue()

    /// What the epoll watches this socket for.
    private var interest: Epoll.Readiness = .readable
    /// Whether the socket had no room when it was last tried.
    private var isBlocked = false
    private var isQueued = false
    private var isDoomed = false
    private var peerFinished = false
    private var closesWhenDrained = false
    private var hasMessageDeadline = false
    private var hasUnreadDeadline = false
    private var peerCheckInterval = Duration.milliseconds(5)

    /// Descriptors that came with calls which were not handed out yet, and how many with each such call.
    private var arrivedDescriptors = DescriptorList()
    private var arrivals = FIFO<Int>()
    private var callDescriptors = DescriptorList()

    init(_ socket: consuming UnixSocket, id: UInt64, peer: PeerCredentials, context: ServerContext) throws(SystemError)
    {
        self.id = id
        self.peer = peer
        // Descriptors may have run out, and a program that only reads needs no start time.
        peerStartTime = (try? socket.startTime(of: peer)) ?? nil
        self.context = context
        machine = ServerConnectionStateMachine(limits: context.limits.request)
        try context.epoll.add(socket.descriptor, for: .readable, token: id)
        self.socket = consume socket
    }

    /// The peer's supplementary groups when it connected, as the kernel says; none after it has gone.
    package func peerGroups() throws(SystemError) -> [UInt32] {
        try socket?.peerGroups() ?? []
    }

    /// Whether the peer has closed both directions, although no event has told it yet.
    package var isPeerGone: Bool {
        switch socket {
        // Without an interest, only the end of the connection is told. What cannot be asked is no peer to rely on.
        case .some(let socket): (try? socket.wait(for: [], timeout: .zero)) ?? true
        case .none: true
        }
    }

    /// Whether everything that was given to this connection is on its way; otherwise the peer reads slowly or not at all.
    package var isDrained: Bool { output.isEmpty }

    /// Takes the descriptors that came with the present call, of which its `descriptorCount` tells the number. Those not
    /// taken when the call ends are closed.
    package func takeDescriptors() -> DescriptorList {
        var taken = DescriptorList()
        swap(&taken, &callDescriptors)
        return taken
    }

    // MARK: Ending calls

    /// Ends the present call with its last reply.
    ///
    /// - Parameter descriptors: go with the reply, which is held back until the peer has read everything before it.
    package func reply(_ frame: SharedFrame, descriptors: [SharedFileDescriptor] = []) {
        if machine.endCall() == .send { enqueue(frame, descriptors) }
        callEnded()
    }

    /// Ends the present call with an error.
    package func fail(_ error: VarlinkError) {
        reply(SharedFrame(error: error))
    }

    /// Gives the present call, which has `more`, a reply that further ones follow; the frame has `continues`.
    package func replyContinues(_ frame: SharedFrame) {
        if machine.continueCall() == .send { enqueue(frame, []) }
    }

    /// Gives the present call, which has `more`, the newest state; the frame has `continues`.
    ///
    /// It takes the place of one that is not on its way yet, so a slow peer misses states in between, never the last.
    package func setPending(_ frame: SharedFrame) {
        guard machine.continueCall() == .send else { return }
        output.setEvent(frame)
        if !isBlocked { flush() }
    }

    private func enqueue(_ frame: SharedFrame, _ descriptors: [SharedFileDescriptor]) {
        let limits = context.limits
        let size = frame.bytes.count
        guard size <= limits.maximumReplyBytes,
            output.replyBytes + size <= limits.pauseAboveOutput + limits.maximumReplyBytes,
            context.quota.output(of: peer.uid) + size <= limits.maximumOutputPerUser
        else { return refuse(.tooMuchOutput) }
        output.append(frame, descriptors: descriptors)
        context.quota.addOutput(size, of: peer.uid)
        if !isBlocked { flush() }
    }

    private func callEnded() {
        callDescriptors = DescriptorList()
        schedule()
    }

    // MARK: Reading

    /// Whether more may be read: not while a whole message waits for its turn, nor while the peer does not read.
    private var wantsInput: Bool {
        !peerFinished && machine.bufferedBytes <= context.limits.request.maximumBytes
            && output.replyBytes <= context.limits.pauseAboveOutput
    }

    /// Deals with what the epoll reports; `buffer` is room to read into.
    func handle(_ readiness: Epoll.Readiness, buffer: inout [UInt8]) {
        if readiness.contains(.writable) {
            isBlocked = false
            flush()
        }
        let isGone = readiness.contains(.hungUp) || readiness.contains(.failed)
        if wantsInput, isGone || readiness.contains(.readable) {
            receive(into: &buffer)
        }
        if isGone { peerGone() }
        updateInterest()
    }

    private func receive(into buffer: inout [UInt8]) {
        var descriptors = DescriptorList()
        var dropped = false
        do throws(SystemError) {
            let received = try socket?.receive(
                into: &buffer, descriptors: &descriptors, maximumDescriptors: context.maximumDescriptors,
                descriptorsDropped: &dropped)
            switch received {
            case .bytes(let count):
                accept(&descriptors, dropped: dropped, with: buffer.span.extracting(first: count))
                schedule()
            case .endOfStream:
                peerFinished = true
                machine.receivedEnd()
                schedule()
            case .nothingYet, .none: return
            }
        } catch {
            socketFailed(error)
        }
    }

    /// Hands bytes to the state machine, and keeps the descriptors that came with them for the call they belong to.
    private func accept(_ descriptors: inout DescriptorList, dropped: Bool, with bytes: Span<UInt8>) {
        guard dropped || !descriptors.isEmpty else { return machine.received(bytes) }
        // More than fitted is more than any method takes.
        machine.received(bytes, descriptors: dropped ? context.maximumDescriptors + 1 : descriptors.count)
        arrivals.append(descriptors.count)
        var list = DescriptorList()
        swap(&list, &descriptors)
        arrivedDescriptors.append(list)
        // A client that waits for each reply never has more than one call's descriptors here.
        if arrivedDescriptors.count > 2 * context.maximumDescriptors || arrivals.count > 64 {
            refuse(.violation(.strayDescriptors))
        }
    }

    /// The peer has closed both directions: calls that are complete are still carried out, nothing waits for it.
    private func peerGone() {
        if machine.isAnswering || !(wantsInput || peerFinished) { doom() } else { schedule() }
    }

    // MARK: Handing out calls

    /// Puts the connection into the queue of those that have something to do.
    private func schedule() {
        guard !isQueued, !isDoomed else { return }
        isQueued = true
        context.ready.append(id, uid: peer.uid)
    }

    /// Takes the turn: gives the next call, or nil when there is none to hand out.
    func takeTurn() -> ServiceCall? {
        isQueued = false
        defer { updateInterest() }
        guard !isDoomed, output.replyBytes <= context.limits.pauseAboveOutput else { return nil }
        switch machine.next() {
        case .wait: return nil
        case .read:
            watchMessage()
            return nil
        case .call(let call):
            endMessageWatch()
            return accepted(call)
        case .refuse(let frame, let violation):
            if let frame { enqueue(frame, []) }
            refuse(.violation(violation))
            return nil
        case .finish:
            closesWhenDrained = true
            if output.isEmpty { doom() }
            return nil
        }
    }

    /// Whether a whole message has ever come.
    var hasReceivedFrame: Bool { machine.hasReceivedFrame }

    /// Lets a call through unless it brings more descriptors than its method takes.
    private func accepted(_ call: ServiceCall) -> ServiceCall? {
        guard call.descriptorCount > 0 else { return call }
        for _ in 0..<(arrivals.popFirst() ?? 0) {
            guard let descriptor = arrivedDescriptors.takeFirst() else { break }
            callDescriptors.append(DescriptorList(owning: [descriptor.release()]))
        }
        guard call.descriptorCount <= context.descriptorMethods[call.method] ?? 0 else {
            context.log(Refusal(uid: peer.uid, reason: .unwantedDescriptors))
            fail(.invalidParameter("descriptors"))
            return nil
        }
        return call
    }

    private func watchMessage() {
        guard machine.hasPartialFrame else { return endMessageWatch() }
        guard !hasMessageDeadline else { return }
        hasMessageDeadline = true
        context.messageDeadlines.set(id, BoottimeClock.now.advanced(by: context.limits.messageTime))
    }

    private func endMessageWatch() {
        guard hasMessageDeadline else { return }
        hasMessageDeadline = false
        context.messageDeadlines.remove(id)
    }

    // MARK: Writing

    /// Sends what the socket takes, and sees to it that the rest is tried again.
    func flush() {
        guard !isDoomed else { return }
        let waiting = output.replyBytes
        defer { context.quota.addOutput(output.replyBytes - waiting, of: peer.uid) }
        var sentAny = false
        let progress: OutputQueue.Progress
        do throws(SystemError) {
            progress = try send(&sentAny)
        } catch {
            return socketFailed(error)
        }
        isBlocked = progress == .blocked
        if progress == .waitsForPeer { checkPeerLater(sentAny) }
        watchUnread(sentAny)
        if progress == .drained, closesWhenDrained, !machine.isAnswering { doom() }
        if waiting > context.limits.pauseAboveOutput { schedule() }
        updateInterest()
    }

    private func send(_ sentAny: inout Bool) throws(SystemError) -> OutputQueue.Progress {
        switch socket {
        case .some(let socket): try output.flush(to: socket, sentAny: &sentAny)
        case .none: .drained
        }
    }

    /// Looks again whether the peer has read all: at first soon, then every second.
    private func checkPeerLater(_ sentAny: Bool) {
        peerCheckInterval = sentAny ? .milliseconds(5) : min(peerCheckInterval * 2, .seconds(1))
        context.peerChecks.set(id, BoottimeClock.now.advanced(by: peerCheckInterval))
    }

    /// Gives the peer time to read its replies, anew whenever it has read some.
    private func watchUnread(_ sentAny: Bool) {
        if output.replyBytes == 0 {
            guard hasUnreadDeadline else { return }
            hasUnreadDeadline = false
            context.unreadDeadlines.remove(id)
        } else if sentAny || !hasUnreadDeadline {
            hasUnreadDeadline = true
            context.unreadDeadlines.set(id, BoottimeClock.now.advanced(by: context.limits.unreadTime))
        }
    }

    private func updateInterest() {
        guard !isDoomed else { return }
        // Runs for every event: plain numbers instead of the set's generic operations.
        let input = wantsInput ? Epoll.Readiness.readable.rawValue : 0
        let output = isBlocked ? Epoll.Readiness.writable.rawValue : 0
        let wanted = Epoll.Readiness(rawValue: input | output)
        guard wanted != interest else { return }
        interest = wanted
        do throws(SystemError) {
            switch socket {
            case .some(let socket): try context.epoll.modify(socket.descriptor, for: wanted, token: id)
            case .none: return
            }
        } catch {
            socketFailed(error)
        }
    }

    // MARK: The end

    /// Closes the connection because of what the peer did, and says so to the log.
    func refuse(_ reason: Refusal.Reason) {
        guard !isDoomed else { return }
        context.log(Refusal(uid: peer.uid, reason: reason))
        doom()
    }

    private func socketFailed(_ error: SystemError) {
        if error.isDisconnected { doom() } else { refuse(.socket(error)) }
    }

    /// Marks the connection for closing at the end of the turn; from now on nothing is sent or handed out.
    func doom() {
        guard !isDoomed else { return }
        isDoomed = true
        machine.closed()
        context.doomed.append(id)
    }

    /// Closes the socket and everything that waited.
    func close() {
        isDoomed = true
        machine.closed()
        switch socket.take() {
        case .some(let socket):
            // Closing would take it out too, unless another process has the socket as well.
            do throws(SystemError) {
                try context.epoll.remove(socket.descriptor)
            } catch {
                context.log(Refusal(uid: peer.uid, reason: .socket(error)))
            }
        case .none: break
        }
        context.forget(id)
        context.quota.removeConnection(of: peer.uid, output: output.replyBytes)
        output = OutputQueue()
        arrivedDescriptors = DescriptorList()
        callDescriptors = DescriptorList()
        let onClose = onClose.take()
        onClose?()
    }
}
