import CLinux
import Glibc

/// A listening `unix(7)` stream socket. Non-blocking, close-on-exec.
package struct UnixListener: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// Takes over a listening socket, such as one that systemd passed, and makes it non-blocking.
    package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.setNonblocking(true)
        self.descriptor = descriptor
    }

    /// Binds `path` and listens: `bind(2)`, `chmod(2)`, `listen(2)`.
    ///
    /// A socket file that nobody listens on any more is replaced; one with a listener gives EADDRINUSE. Nobody can
    /// connect before the file has its `mode`. The file stays when the listener ends: see `remove(path:)`.
    package static func bind(to path: String, mode: UInt32, backlog: Int = 4096) throws(SystemError) -> UnixListener {
        let descriptor = FileDescriptor(owning: try retrying("socket", "") { clinux_unix_socket(true) })
        do throws(SystemError) {
            try bind(descriptor, to: path)
        } catch {
            guard error.errno == EADDRINUSE, isAbandoned(path) else { throw error }
            try remove(path: path)
            try bind(descriptor, to: path)
        }
        try retrying("chmod", path) { unsafe chmod(path, mode) }
        try retrying("listen", path) { listen(descriptor.rawValue, Int32(clamping: backlog)) }
        return UnixListener(nonblocking: descriptor)
    }

    /// Removes the file of a socket: `unlink(2)`. A missing one is fine.
    package static func remove(path: String) throws(SystemError) {
        do throws(SystemError) {
            try retrying("unlink", path) { unsafe unlink(path) }
        } catch {
            if !error.isMissing { throw error }
        }
    }

    /// The next waiting client: `accept4(2)`. Nil when none is waiting. EMFILE and ENFILE come as errors, and the client
    /// is still waiting then.
    package func accept() throws(SystemError) -> UnixSocket? {
        while true {
            do throws(SystemError) {
                let number = try retryingUnlessBlocked("accept4", "") { clinux_accept(descriptor.rawValue) }
                guard let number else { return nil }
                return UnixSocket(nonblocking: FileDescriptor(owning: number))
            } catch {
                // The client went away while it waited; there may be another behind it.
                if error.errno != ECONNABORTED { throw error }
            }
        }
    }

    private init(nonblocking descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    private static func bind(_ descriptor: borrowing FileDescriptor, to path: String) throws(SystemError) {
        let number = descriptor.rawValue
        try unsafe withPath(path, "bind") { bytes, count throws(SystemError) in
            try retrying("bind", path) { unsafe clinux_unix_bind(number, bytes, count) }
        }
    }

    /// Whether the file at `path` is a socket whose listener is gone.
    private static func isAbandoned(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try UnixSocket.connect(to: path, timeout: .milliseconds(100))
            return false
        } catch {
            return error.errno == ECONNREFUSED && isSocket(path)
        }
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }
}
