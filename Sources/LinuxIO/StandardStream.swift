import Glibc

/// One of the three streams that a process is started with.
package enum StandardStream: Int32, Sendable {
    case input, output, error

    /// Whether somebody sits at the other end: `isatty(3)`.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// What the stream is connected to; nil where it is closed: `fstat(2)`.
    package var status: FileStatus? {
        var status = stat()
        return unsafe fstat(rawValue, &status) == 0 ? FileStatus(status) : nil
    }

    /// Writes all of `bytes`, through short writes; waits where somebody has made the stream non-blocking: `write(2)`.
    package func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            let written = try unsafe bytes[offset...].withUnsafeBufferPointer { rest throws(SystemError) in
                try retryingUnlessBlocked("write", name) { unsafe write(rawValue, rest.baseAddress, rest.count) }
            }
            if let written {
                offset += written
            } else {
                var room = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
                _ = try retrying("poll", name) { unsafe poll(&room, 1, -1) }
            }
        }
    }

    /// Writes all of `bytes` if the stream takes them at once; false, with nothing or a part written, when not.
    ///
    /// The stream itself stays as it is, since other processes may share it: `poll(2)` tells whether there is room. A
    /// pipe that is ready takes PIPE_BUF bytes; a longer line is cut there rather than waited for.
    package func writeWithoutWaiting(_ bytes: [UInt8]) -> Bool {
        var room = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&room, 1, 0) == 1, room.revents & Int16(POLLOUT) != 0 else { return false }
        let count = min(bytes.count, Int(PIPE_BUF))
        let written = unsafe bytes.withUnsafeBufferPointer { unsafe write(rawValue, $0.baseAddress, count) }
        return written == bytes.count
    }

    private var name: String {
        switch self {
        case .input: "standard input"
        case .output: "standard output"
        case .error: "standard error"
        }
    }
}
