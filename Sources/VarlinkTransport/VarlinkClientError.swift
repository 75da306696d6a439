import LinuxIO
package import Varlink

/// Why a call got no reply. Errors that the service replied with are `VarlinkError`s.
package struct VarlinkClientError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    package enum Code: Sendable, Equatable {
        /// Nobody listens at the address.
        case nobodyListening
        /// The time for connecting, sending or waiting ran out; the connection is of no use any more.
        case timedOut
        /// The service closed the connection.
        case disconnected
        /// The service broke the protocol.
        case violation(MessageViolation)
        /// A system call failed.
        case system
    }

    /// What kind of failure this is.
    package let code: Code
    /// A sentence that names the thing at fault.
    package let message: String
    /// The `errno` of a failed system call, otherwise nil.
    package let errno: Int32?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        errno = nil
    }

    init(_ error: SystemError) {
        code =
            error.isNobodyListening
            ? .nobodyListening
            : error.isTimeout ? .timedOut : error.isDisconnected ? .disconnected : .system
        message = error.description
        errno = error.errno
    }

    /// The sentence.
    package var description: String { message }
}
