import Glibc
import LinuxIO
import Testing

@Suite struct UnixSocketTests {
    @Test func `bytes come out of the other end as they went in`() throws {
        let ends = try UnixSocket.pair()
        #expect(try send([1, 2, 3], to: ends.first) == 3)
        let received = ReceivedMessage(capacity: 16)
        #expect(try received.receive(from: ends.second) == .bytes(3))
        #expect(received.bytes == [1, 2, 3])
        #expect(try received.receive(from: ends.second) == .nothingYet)
    }

    @Test func `a peer that is gone is an end of stream and then EPIPE, never a signal`() throws {
        let ends = try UnixSocket.pair()
        let left = ends.first
        end(ends.second)
        let received = ReceivedMessage(capacity: 16)
        #expect(try received.receive(from: left) == .endOfStream)
        let error = #expect(throws: SystemError.self) { try send([1], to: left) }
        #expect(error?.errno == EPIPE)
        #expect(error?.isDisconnected == true)
    }

    @Test func `a full socket takes nothing and counts what was not read`() throws {
        let ends = try UnixSocket.pair()
        #expect(try ends.first.unsentBytes() == 0)
        let block = [UInt8](repeating: 7, count: 65536)
        var sent = 0
        while let count = try send(block, to: ends.first) { sent += count }
        #expect(sent > 0)
        #expect(try ends.first.unsentBytes() >= sent)
        #expect(try ends.first.wait(for: .writable, timeout: .zero) == false)

        let received = ReceivedMessage(capacity: 65536)
        var taken = 0
        while case .bytes(let count) = try received.receive(from: ends.second) { taken += count }
        #expect(taken == sent)
        #expect(try ends.first.unsentBytes() == 0)
        #expect(try ends.first.wait(for: .writable, timeout: .zero))
    }

    @Test(arguments: [1, 2, 253])
    func `descriptors pass with the first byte and stay open at the receiver`(count: Int) throws {
        let ends = try UnixSocket.pair()
        let file = try Memfd.sealed(name: "test", contents: [42].span)
        #expect(try send([1], to: ends.first, descriptors: Array(repeating: file.rawValue, count: count)) == 1)

        let received = ReceivedMessage(capacity: 16)
        #expect(try received.receive(from: ends.second, maximumDescriptors: 253) == .bytes(1))
        #expect(!received.descriptorsDropped)
        #expect(received.descriptors.count == count)
        guard let first = received.descriptors.takeFirst() else { throw Unexpected.nothing }
        #expect(first.rawValue != file.rawValue)
        #expect(try Memfd.seals(of: first).contains(.unchangeable))
        #expect(fcntl(first.rawValue, F_GETFD) == FD_CLOEXEC)
    }

    @Test func `descriptors nobody took out are closed with their list`() throws {
        let ends = try UnixSocket.pair()
        // The write end of a pipe tells: its reader sees the end when the last copy is closed.
        let pipe = try Pipe()
        let reader = pipe.reader
        do {
            let writer = pipe.writer
            #expect(try send([1], to: ends.first, descriptors: [writer.rawValue, writer.rawValue]) == 1)
        }
        try reader.setNonblocking(true)
        var buffer = [UInt8](repeating: 0, count: 1)
        #expect(try reader.read(into: &buffer, detail: "pipe") == nil)
        do {
            let received = ReceivedMessage(capacity: 16)
            #expect(try received.receive(from: ends.second, maximumDescriptors: 2) == .bytes(1))
            #expect(try reader.read(into: &buffer, detail: "pipe") == nil)
        }
        #expect(try reader.read(into: &buffer, detail: "pipe") == 0)
    }

    @Test(arguments: [0, 1])
    func `descriptors beyond what is allowed are dropped, closed and reported`(maximum: Int) throws {
        let ends = try UnixSocket.pair()
        let pipe = try Pipe()
        let reader = pipe.reader
        do {
            let writer = pipe.writer
            #expect(try send([9], to: ends.first, descriptors: [ends.first.descriptor.rawValue, writer.rawValue]) == 1)
        }
        let received = ReceivedMessage(capacity: 16)
        #expect(try received.receive(from: ends.second, maximumDescriptors: maximum) == .bytes(1))
        #expect(received.descriptorsDropped)
        #expect(received.descriptors.count == maximum)
        var buffer = [UInt8](repeating: 0, count: 1)
        #expect(try reader.read(into: &buffer, detail: "pipe") == 0)
    }

    @Test func `the peer is who the kernel says`() throws {
        let ends = try UnixSocket.pair()
        let peer = try ends.first.peerCredentials()
        #expect(peer == PeerCredentials(uid: getuid(), gid: getgid(), pid: getpid()))
        let count = getgroups(0, nil)
        #expect(try ends.first.peerGroups().count == Int(count))
    }

    @Test func `a wait ends when its time is over`() throws {
        let ends = try UnixSocket.pair()
        let before = BoottimeClock.now
        #expect(try ends.first.wait(for: .readable, timeout: .milliseconds(5)) == false)
        #expect(before.duration(to: BoottimeClock.now) >= .milliseconds(5))
    }
}

/// `UnixSocket.send` for `#expect`, which cannot hold a span.
func send(_ bytes: [UInt8], to socket: borrowing UnixSocket, descriptors: [Int32] = []) throws -> Int? {
    try socket.send(bytes.span, descriptors: descriptors)
}

/// A buffer and what `receive` put into it.
final class ReceivedMessage {
    private var buffer: [UInt8]
    private var count = 0
    var descriptors = DescriptorList()
    var descriptorsDropped = false

    init(capacity: Int) {
        buffer = [UInt8](repeating: 0, count: capacity)
    }

    var bytes: [UInt8] { Array(buffer.prefix(count)) }

    func receive(
        from socket: borrowing UnixSocket, maximumDescriptors: Int = 0
    ) throws -> UnixSocket.Received {
        let received = try socket.receive(
            into: &buffer, descriptors: &descriptors, maximumDescriptors: maximumDescriptors,
            descriptorsDropped: &descriptorsDropped)
        if case .bytes(let count) = received { self.count = count }
        return received
    }
}
