/// Why a call over the bus has no result: a code for the program and a sentence for people.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// There is no bus, or the connection to it broke.
        case unreachable
        /// No answer came before the deadline.
        case timedOut
        /// Too much waits to be sent already.
        case congested
        /// An answer came and is not what the bus's specification or this module allows.
        case malformed
        /// The peer, or the bus in its place, answered with the error of this name, such as
        /// `org.freedesktop.DBus.Error.ServiceUnknown`.
        case refused(String)
    }

    package let code: Code

    /// What happened, with the name of the thing and the value.
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
