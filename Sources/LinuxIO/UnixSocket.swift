import CLinux
import Glibc

/// One end of a connected `unix(7)` stream socket. Non-blocking, close-on-exec, never a SIGPIPE.
@usableFromInline
package struct UnixSocket: ~Copyable, Sendable {
    /// The most descriptors one message carries: the kernel's SCM_MAX_FD.
    package static let maximumDescriptors = CLINUX_MAXIMUM_DESCRIPTORS

    package let descriptor: FileDescriptor

    /// Takes over a connected stream socket and makes it non-blocking.
    package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.setNonblocking(true)
        self.descriptor = descriptor
    }

    /// Takes over a descriptor that is known to be non-blocking.
    init(nonblocking descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Two sockets that are each other's peer. Frozen, so that each can be taken out by itself.
    @frozen @usableFromInline
    package struct Pair: ~Copyable, Sendable {
        package let first: UnixSocket
        package let second: UnixSocket
    }

    /// Two connected sockets: `socketpair(2)`.
    package static func pair() throws(SystemError) -> Pair {
        var ends: [Int32] = [-1, -1]
        try unsafe ends.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
            _ = try retrying("socketpair", "") { unsafe clinux_unix_pair(buffer.baseAddress) }
        }
        return Pair(
            first: UnixSocket(nonblocking: FileDescriptor(owning: ends[0])),
            second: UnixSocket(nonblocking: FileDescriptor(owning: ends[1])))
    }

    /// Connects to the socket at `path`: `connect(2)`.
    ///
    /// A server that accepts nobody lets its backlog fill; then this waits for as long as `timeout` says and throws
    /// ETIMEDOUT. Nobody there: ENOENT or ECONNREFUSED. A path of 108 bytes or more: ENAMETOOLONG.
    package static func connect(to path: String, timeout: Duration) throws(SystemError) -> UnixSocket {
        let descriptor = FileDescriptor(owning: try retrying("socket", "") { clinux_unix_socket(false) })
        let number = descriptor.rawValue
        // A timeout of zero means none to the kernel.
        let nanoseconds = max(1000, timeout.wholeNanoseconds)
        try retrying("setsockopt", path) { clinux_set_send_timeout(number, nanoseconds) }
        do throws(SystemError) {
            try unsafe withPath(path, "connect") { bytes, count throws(SystemError) in
                // An interrupted connect(2) of a Unix socket has not begun, so it may be called again.
                try retrying("connect", path) { unsafe clinux_unix_connect(number, bytes, count) }
            }
        } catch {
            throw error.errno == EAGAIN ? SystemError(call: "connect", detail: path, errno: ETIMEDOUT) : error
        }
        try retrying("setsockopt", path) { clinux_set_send_timeout(number, 0) }
        return try UnixSocket(adopting: descriptor)
    }

    /// Sends `bytes`, and with their first byte the descriptors, which stay the caller's: `sendmsg(2)`.
    ///
    /// Gives how many bytes went out (the descriptors went with them); nil when there is no room at all.
    /// EPIPE or ECONNRESET when the peer is gone; ETOOMANYREFS when too many descriptors are in flight for this user.
    package func send(_ bytes: Span<UInt8>, descriptors: [Int32] = []) throws(SystemError) -> Int? {
        try unsafe bytes.withUnsafeBufferPointer { data throws(SystemError) in
            try unsafe descriptors.withUnsafeBufferPointer { numbers throws(SystemError) in
                try retryingUnlessBlocked("sendmsg", "socket \(descriptor.rawValue)") {
                    unsafe clinux_send(
                        descriptor.rawValue, data.baseAddress, data.count, numbers.baseAddress, numbers.count)
                }
            }
        }
    }

    /// What one `receive` found.
    package enum Received: Hashable, Sendable {
        /// So many bytes are at the start of the buffer.
        case bytes(Int)
        /// Nothing has come yet.
        case nothingYet
        /// The peer will send nothing more.
        case endOfStream
    }

    /// Fills `buffer` from its start with what has come, and adds descriptors that came with it to `descriptors`:
    /// `recvmsg(2)`.
    ///
    /// At most `maximumDescriptors` are taken over; the kernel drops the others (with 0 it drops all), and
    /// `descriptorsDropped` becomes true.
    package func receive(
        into buffer: inout [UInt8], descriptors: inout DescriptorList, maximumDescriptors: Int,
        descriptorsDropped: inout Bool
    ) throws(SystemError) -> Received {
        try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(SystemError) in
            try unsafe receive(bytes, &descriptors, maximumDescriptors, &descriptorsDropped)
        }
    }

    /// As above, into memory of the stack, which is lent to `body` with the number of descriptors that came along; not
    /// called when no bytes have come. For owners of many sockets, whose buffers would be cold.
    package func receive(
        atMost capacity: Int, descriptors: inout DescriptorList, maximumDescriptors: Int,
        descriptorsDropped: inout Bool, _ body: (Span<UInt8>, _ descriptorCount: Int) -> Void
    ) throws(SystemError) -> Received {
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { bytes throws(SystemError) in
            let before = descriptors.count
            let received = try unsafe receive(bytes, &descriptors, maximumDescriptors, &descriptorsDropped)
            if case .bytes(let count) = received {
                // So many were written.
                body(unsafe UnsafeBufferPointer(rebasing: bytes.prefix(count)).span, descriptors.count - before)
            }
            return received
        }
    }

    private func receive(
        _ bytes: UnsafeMutableBufferPointer<UInt8>, _ descriptors: inout DescriptorList, _ maximumDescriptors: Int,
        _ descriptorsDropped: inout Bool
    ) throws(SystemError) -> Received {
        let capacity = min(maximumDescriptors, UnixSocket.maximumDescriptors)
        let count = try unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: max(1, capacity)) {
            numbers throws(SystemError) in
            var numberCount = capacity
            let count = try retryingUnlessBlocked("recvmsg", "socket \(descriptor.rawValue)") {
                numberCount = capacity
                return unsafe clinux_receive(
                    descriptor.rawValue, bytes.baseAddress, bytes.count, numbers.baseAddress, &numberCount,
                    &descriptorsDropped)
            }
            if count != nil, numberCount > 0 {
                descriptors.append(DescriptorList(owning: unsafe Array(numbers.prefix(numberCount))))
            }
            return count
        }
        guard let count else { return .nothingYet }
        return count == 0 ? .endOfStream : .bytes(count)
    }

    /// Waits until the socket is ready for any of `interest` or its peer is gone: `poll(2)`. False when `timeout` ran
    /// out first; nil waits without end.
    package func wait(for interest: Epoll.Readiness, timeout: Duration?) throws(SystemError) -> Bool {
        try descriptor.wait(for: interest, timeout: timeout)
    }

    /// Bytes that were sent and that the peer has not read: `ioctl(2)` SIOCOUTQ. The kernel counts its own overhead
    /// in; zero is exact.
    package func unsentBytes() throws(SystemError) -> Int {
        var count: Int32 = 0
        try retrying("ioctl", "SIOCOUTQ") { unsafe clinux_unsent_bytes(descriptor.rawValue, &count) }
        return Int(count)
    }

    /// Bounds what the kernel queues for the peer: `setsockopt(2)` SO_SNDBUF, which doubles the value.
    package func setSendBuffer(bytes: Int) throws(SystemError) {
        try retrying("setsockopt", "SO_SNDBUF") {
            clinux_set_send_buffer(descriptor.rawValue, Int32(clamping: bytes))
        }
    }

    /// Tells the peer that nothing more comes, but goes on reading: `shutdown(2)` SHUT_WR.
    package func shutdownSending() throws(SystemError) {
        try retrying("shutdown", "socket \(descriptor.rawValue)") {
            shutdown(descriptor.rawValue, Int32(SHUT_WR))
        }
    }
}

extension FileDescriptor {
    /// Waits until the descriptor is ready for any of `interest` or hung up: `poll(2)`. False when `timeout` ran out
    /// first; nil waits without end.
    package func wait(for interest: Epoll.Readiness, timeout: Duration?) throws(SystemError) -> Bool {
        let deadline = timeout.map { BoottimeClock.now.advanced(by: $0) }
        var events: Int16 = 0
        if interest.contains(.readable) { events |= Int16(POLLIN) }
        if interest.contains(.writable) { events |= Int16(POLLOUT) }
        var polled = pollfd(fd: rawValue, events: events, revents: 0)
        // Each try gets what is left, so signals cannot make the wait longer.
        let ready = try retrying("poll", "descriptor \(rawValue)") {
            unsafe poll(&polled, 1, milliseconds(deadline.map { BoottimeClock.now.duration(to: $0) }))
        }
        return ready > 0
    }
}

/// Lends the bytes of a socket's path. A NUL inside would silently shorten the path, so it is refused: EINVAL.
@discardableResult
func withPath<Result>(
    _ path: String, _ call: String,
    _ body: (UnsafePointer<CChar>, Int) throws(SystemError) -> Result
) throws(SystemError) -> Result {
    guard !path.utf8.contains(0) else { throw SystemError(call: call, detail: "path with a NUL byte", errno: EINVAL) }
    let bytes = path.utf8.map { CChar(bitPattern: $0) } + [0]
    return try unsafe bytes.withUnsafeBufferPointer { buffer throws(SystemError) in
        // The array ends with NUL, so it is not empty and has an address.
        try unsafe body(buffer.baseAddress!, buffer.count - 1)
    }
}
