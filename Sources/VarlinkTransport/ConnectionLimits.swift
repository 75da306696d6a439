package import JSON

/// Everything that a server's clients can use up, and how much of it they get.
package struct ConnectionLimits: Sendable {
    /// Connections in all.
    package var maximumConnections = 16_384
    /// Connections of one uid, root's too. Every program of a kiosk may run as one uid and keeps one connection.
    package var maximumConnectionsPerUser = 512
    /// Connections that have not sent a whole message yet. One more, and the oldest of the uid that has most is closed.
    package var maximumIncomplete = 64
    /// What a call may be: 64 KiB, depth 32, 256 members, strings of 4096 bytes.
    package var request = JSONLimits.request
    /// The longest reply, and the most that may wait for one peer, in bytes. What is larger goes as a descriptor.
    package var maximumReplyBytes = 1 << 20
    /// What may wait for all peers of one uid together, in bytes: 4 MiB.
    package var maximumOutputPerUser = 4 << 20
    /// A peer that lets more than this wait is given no further call until it reads: 32 KiB. So pipelined calls leave at
    /// most this and one reply waiting.
    package var pauseAboveOutput = 32 << 10
    /// How long a message may take from its first byte to its last.
    package var messageTime = Duration.seconds(30)
    /// How long replies may wait for a peer that reads nothing. A connection that owes only its present state may wait
    /// for ever.
    package var unreadTime = Duration.seconds(30)

    /// The limits to start with.
    package init() {}

    /// Leaves a quarter of the descriptors that the process may open to everything else.
    package mutating func fit(descriptorLimit: Int) {
        maximumConnections = min(maximumConnections, descriptorLimit / 4 * 3)
    }
}
