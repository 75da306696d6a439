package import JSON

/// A service's side of one connection, without the connection.
///
/// Calls are answered one after the other: the next one is handed out when the present one has its last reply, so
/// pipelined calls wait as bytes. The owner feeds what it reads, asks for the `next()` action until there is nothing to
/// do, and says how each call ends; it closes the connection when told to.
package struct ServerConnectionStateMachine: Sendable {
    private enum State {
        case idle
        case answering(CallMode)
        case closed
    }

    /// What the owner is to do.
    package enum Action: Sendable {
        /// Read more.
        case read
        /// End the call that was handed out before.
        case wait
        /// Answer this call.
        case call(ServiceCall)
        /// Send the frame, where there is one, and close the connection because of what the peer did.
        case refuse(SharedFrame?, MessageViolation)
        /// Close the connection: the peer finished and has all its replies.
        case finish
    }

    private let limits: JSONLimits
    private var splitter: FrameSplitter
    private var marks = DescriptorMarks()
    private var state = State.idle
    private var peerFinished = false
    /// A violation that was noticed while reading; carried out when it is its turn.
    private var violation: MessageViolation?
    /// Whether the peer has ever sent a complete message.
    package private(set) var hasReceivedFrame = false

    /// Starts a fresh connection.
    ///
    /// - Parameter limits: what a call may be; `maximumBytes` is the longest message without its terminator.
    package init(limits: JSONLimits = .request) {
        self.limits = limits
        splitter = FrameSplitter(maximumBytes: limits.maximumBytes)
    }

    // MARK: Input

    /// Takes bytes that were read, and how many descriptors came with them.
    package mutating func received(_ bytes: Span<UInt8>, descriptors: Int = 0) {
        do throws(MessageViolation) {
            try marks.add(descriptors, with: bytes, to: splitter)
        } catch {
            violation = error
        }
        splitter.append(bytes)
    }

    /// The peer will send nothing more.
    package mutating func receivedEnd() {
        peerFinished = true
    }

    /// Bytes that wait in memory for their turn.
    package var bufferedBytes: Int { splitter.bufferedBytes }

    /// Whether the last message that began has not ended; only meaningful when `next()` gave `.read`.
    package var hasPartialFrame: Bool { splitter.bufferedBytes > 0 }

    /// Whether a call that was handed out has not ended.
    package var isAnswering: Bool {
        if case .answering = state { true } else { false }
    }

    // MARK: Actions

    /// Decides what comes next; call until it gives `.read` or `.wait`.
    package mutating func next() -> Action {
        switch state {
        case .closed: return .finish
        case .answering: return .wait
        case .idle: break
        }
        if let violation { return refuse(violation) }
        let start = splitter.nextStart
        do throws(FrameSplitter.FrameTooLarge) {
            guard let frame = try splitter.next() else { return actionWithoutFrame() }
            hasReceivedFrame = true
            return action(for: frame, descriptors: marks.take(at: start))
        } catch {
            return refuse(.tooLarge(maximumBytes: error.maximumBytes))
        }
    }

    private mutating func actionWithoutFrame() -> Action {
        guard peerFinished else { return .read }
        if splitter.bufferedBytes > 0 { return refuse(.truncated) }
        state = .closed
        return .finish
    }

    private mutating func action(for frame: [UInt8], descriptors: Int) -> Action {
        do throws(ServiceCall.Refusal) {
            var call = try ServiceCall(parsing: frame, limits: limits)
            call.descriptorCount = descriptors
            state = .answering(call.mode)
            return .call(call)
        } catch {
            return refuse(error.violation, error.answer)
        }
    }

    private mutating func refuse(_ violation: MessageViolation, _ answer: VarlinkError? = nil) -> Action {
        state = .closed
        return .refuse(answer.map(SharedFrame.init(error:)), violation)
    }

    // MARK: Endings

    /// What a call that was handed out can still be given.
    package enum ReplyPermission: Sendable, Equatable {
        /// Send the reply.
        case send
        /// Send nothing: the caller asked for silence, or the connection is closed.
        case discard
    }

    /// Ends the present call with a reply or an error. Ending a call twice is a mistake in the program.
    package mutating func endCall() -> ReplyPermission {
        switch state {
        case .idle: preconditionFailure("no call is being answered")
        case .closed: return .discard
        case .answering(let mode):
            state = .idle
            return mode == .oneway ? .discard : .send
        }
    }

    /// Gives the present call a reply that further ones follow. Only calls with `more` may have one; anything else is a
    /// mistake in the program.
    package func continueCall() -> ReplyPermission {
        switch state {
        case .idle: preconditionFailure("no call is being answered")
        case .closed: return .discard
        case .answering(let mode):
            precondition(mode == .more, "the call did not ask for more than one reply")
            return .send
        }
    }

    /// The connection is gone; every later ending is discarded.
    package mutating func closed() {
        state = .closed
    }
}
