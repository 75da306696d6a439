import CLinux
import Glibc

extension FileDescriptor {
    /// Writes all of `bytes` to a blocking descriptor, through short writes: `write(2)`.
    ///
    /// `detail` names the file in an error.
    package func writeAll(_ bytes: Span<UInt8>, detail: String) throws(SystemError) {
        var offset = 0
        while offset < bytes.count {
            offset += try unsafe bytes.extracting(offset...).withUnsafeBufferPointer { rest throws(SystemError) in
                try retrying("write", detail) { unsafe write(rawValue, rest.baseAddress, rest.count) }
            }
        }
    }

    /// Fills `buffer` from its start as far as one `read(2)` goes. 0 is the end; nil means that a non-blocking
    /// descriptor has nothing yet.
    package func read(into buffer: inout [UInt8], detail: String) throws(SystemError) -> Int? {
        try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
            try retryingUnlessBlocked("read", detail) {
                unsafe Glibc.read(rawValue, bytes.baseAddress, bytes.count)
            }
        }
    }

    /// Makes what was written durable: `fsync(2)`. After a failure the file is not to be trusted and not to be
    /// synced again: the kernel has already forgotten which pages were lost.
    package func sync(detail: String) throws(SystemError) {
        try retrying("fsync", detail) { fsync(rawValue) }
    }

    /// Sets permission bits, whatever the umask: `fchmod(2)`.
    func setMode(_ mode: UInt32, detail: String) throws(SystemError) {
        try retrying("fchmod", detail) { fchmod(rawValue, mode) }
    }

    /// Whether reads and writes return at once instead of waiting: O_NONBLOCK, `fcntl(2)`.
    package func setNonblocking(_ nonblocking: Bool) throws(SystemError) {
        try retrying("fcntl", "descriptor \(rawValue)") { clinux_set_nonblocking(rawValue, nonblocking) }
    }
}

/// The two ends of a pipe, close-on-exec and blocking: `pipe2(2)`. Frozen, so that each can be taken out by itself.
@frozen @usableFromInline
package struct Pipe: ~Copyable, Sendable {
    package let reader: FileDescriptor
    package let writer: FileDescriptor

    /// A new, empty pipe.
    package init() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        try unsafe ends.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
            _ = try retrying("pipe2", "") { unsafe clinux_pipe(buffer.baseAddress) }
        }
        reader = FileDescriptor(owning: ends[0])
        writer = FileDescriptor(owning: ends[1])
    }
}
