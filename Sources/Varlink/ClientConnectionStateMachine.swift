package import JSON

/// A client's side of one connection, without the connection.
///
/// Replies come in the order of the calls; a call with `more` keeps its place until a reply without `continues`.
package struct ClientConnectionStateMachine: Sendable {
    /// What the owner is to do.
    package enum Action: Sendable {
        /// Read more.
        case read
        /// Give this reply to the oldest call that waits.
        case reply(ServiceReply)
        /// Close the connection because of what the peer did; every call that waits fails.
        case refuse(MessageViolation)
        /// The peer closed the connection between messages.
        case finish
    }

    private let limits: JSONLimits
    private var splitter: FrameSplitter
    private var marks = DescriptorMarks()
    private var waiting: [CallMode] = []
    private var peerFinished = false
    private var violation: MessageViolation?

    /// Starts a fresh connection.
    ///
    /// - Parameter limits: what a reply may be; `maximumBytes` is the longest message without its terminator.
    package init(limits: JSONLimits = .reply) {
        self.limits = limits
        splitter = FrameSplitter(maximumBytes: limits.maximumBytes)
    }

    /// How many calls wait for a reply.
    package var waitingCalls: Int { waiting.count }

    /// Notes a call whose bytes are on their way.
    package mutating func called(_ mode: CallMode) {
        if mode != .oneway { waiting.append(mode) }
    }

    /// Whether what comes next is a whole reply in a stream of them: no other call waits, and no part of a message is here.
    package var isBetweenStreamedReplies: Bool {
        waiting.count == 1 && waiting[0] == .more && splitter.bufferedBytes == 0 && violation == nil
    }

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

    /// Decides what comes next; call until it gives `.read`, or the connection's end.
    package mutating func next() -> Action {
        if let violation { return .refuse(violation) }
        let start = splitter.nextStart
        do throws(FrameSplitter.FrameTooLarge) {
            guard let frame = try splitter.next() else { return actionWithoutFrame() }
            return action(for: frame, descriptors: marks.take(at: start))
        } catch {
            return refuse(.tooLarge(maximumBytes: error.maximumBytes))
        }
    }

    private mutating func actionWithoutFrame() -> Action {
        guard peerFinished else { return .read }
        return splitter.bufferedBytes > 0 ? refuse(.truncated) : .finish
    }

    private mutating func action(for frame: [UInt8], descriptors: Int) -> Action {
        do throws(MessageViolation) {
            var reply = try ServiceReply(parsing: frame, limits: limits)
            guard let mode = waiting.first else { throw .unexpectedReply }
            guard !reply.continues || mode == .more else { throw .unexpectedContinues }
            if !reply.continues { waiting.removeFirst() }
            reply.descriptorCount = descriptors
            return .reply(reply)
        } catch {
            return refuse(error)
        }
    }

    private mutating func refuse(_ violation: MessageViolation) -> Action {
        self.violation = violation
        return .refuse(violation)
    }
}
