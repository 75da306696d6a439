package import LinuxIO

/// Why the store could not do what it was asked to. What was stored before is untouched, in memory and on disk.
package struct PackStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of failure it is; programs decide by this.
    package enum Code: Hashable, Sendable {
        /// A system call failed: the disk is full, a directory is gone, a file may not be written.
        case system
        /// Another process has the directory.
        case inUse
        /// The directory belongs to somebody else, or others may write in it.
        case untrusted
        /// More than a file may hold.
        case tooLarge
        /// What is to be stored is not well-formed.
        case invalid
        /// The file holds something that could not be read and was not set aside, so it is not replaced.
        case unreadable
        /// The bytes are not those that their name or their checksum promises.
        case damaged
    }

    package let code: Code
    /// A sentence for the log that names the thing and the value.
    package let message: String
    /// The kernel's reason, for `system`: an `errno` value.
    package let errno: Int32?

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        errno = nil
    }

    package init(_ error: SystemError) {
        code = .system
        message = error.description
        errno = error.errno
    }

    package var description: String { message }

    /// Whether there is no room: ENOSPC, EDQUOT.
    package var isOutOfSpace: Bool { systemError?.isOutOfSpace ?? false }

    /// Whether this user may not do it: EACCES, EPERM.
    package var isNotPermitted: Bool { systemError?.isNotPermitted ?? false }

    private var systemError: SystemError? { errno.map { SystemError(call: "", detail: "", errno: $0) } }
}

/// Runs system calls on behalf of the store.
func calling<Result: ~Copyable>(
    _ body: () throws(SystemError) -> Result
) throws(PackStoreError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw PackStoreError(error)
    }
}

/// Something in a directory that the store could not use and went on without.
package struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file, as its directory was named.
    package let path: String
    /// A sentence: what is wrong, and what was done about it.
    package let message: String

    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    package var description: String { "\(path): \(message)" }
}
