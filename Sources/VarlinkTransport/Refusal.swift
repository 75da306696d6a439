package import LinuxIO
package import Varlink

/// Why a server turned somebody away; for the log.
package struct Refusal: Sendable, CustomStringConvertible {
    /// The kinds of reasons.
    package enum Reason: Sendable, Equatable {
        /// `ConnectionLimits.maximumConnections` is reached.
        case tooManyConnections
        /// `ConnectionLimits.maximumConnectionsPerUser` is reached.
        case tooManyConnectionsOfUser
        /// Too many connections have sent nothing whole, and this was the oldest of the uid that has most of them.
        case tooManyIncomplete
        /// The process has no descriptor left for another connection.
        case outOfDescriptors
        /// The peer broke the protocol.
        case violation(MessageViolation)
        /// A call of no method there is, or with parameters that do not fit it. The connection goes on.
        case invalidCall(VarlinkError)
        /// Descriptors came with a call that takes none, or not so many. The call was refused, the connection goes on.
        case unwantedDescriptors
        /// A message did not end in time.
        case messageTooSlow
        /// Replies waited too long for the peer to read.
        case unread
        /// Replies were larger than may wait for one peer or one uid.
        case tooMuchOutput
        /// The socket failed in a way that is not the peer's leaving.
        case socket(SystemError)
    }

    /// The peer's uid; nil where it could not be asked for.
    package let uid: UInt32?
    /// What happened.
    package let reason: Reason

    /// A sentence without the uid; what the peer chose is shortened, its control characters are escaped.
    package var description: String {
        switch reason {
        case .tooManyConnections: "too many connections in all"
        case .tooManyConnectionsOfUser: "too many connections of this user"
        case .tooManyIncomplete: "too many connections without a whole message"
        case .outOfDescriptors: "no descriptor is left for a connection"
        case .violation(let violation): violation.description
        case .invalidCall(let error): "an invalid call: \(String(error.description.prefix(200)))"
        case .unwantedDescriptors: "descriptors with a call that takes none"
        case .messageTooSlow: "a message did not end in time"
        case .unread: "replies were not read in time"
        case .tooMuchOutput: "more replies than may wait"
        case .socket(let error): error.description
        }
    }
}
