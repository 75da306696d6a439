import Glibc
import LinuxIO
import Testing

@Suite struct EpollTests {
    @Test func `what is ready comes with its token, and only while it is ready`() throws {
        let epoll = try Epoll()
        let first = try EventFD(.signal)
        let second = try EventFD(.signal)
        try epoll.add(first.descriptor, for: .readable, token: 1)
        try epoll.add(second.descriptor, for: .readable, token: .max)
        var events: [Epoll.Event] = []
        try epoll.wait(into: &events)
        #expect(events == [])
        second.post()
        try epoll.wait(into: &events, timeout: nil)
        #expect(events == [Epoll.Event(token: .max, readiness: .readable)])
        #expect(try second.take() == 1)
        try epoll.wait(into: &events)
        #expect(events == [])
    }

    @Test func `interest can change and end`() throws {
        let epoll = try Epoll()
        let ends = try UnixSocket.pair()
        let left = ends.first
        var events: [Epoll.Event] = []
        try epoll.add(left.descriptor, for: [], token: 3)
        try epoll.wait(into: &events)
        #expect(events == [])
        try epoll.modify(left.descriptor, for: .writable, token: 4)
        try epoll.wait(into: &events)
        #expect(events == [Epoll.Event(token: 4, readiness: .writable)])
        try epoll.remove(left.descriptor)
        try epoll.wait(into: &events)
        #expect(events == [])
    }

    @Test func `a peer that hangs up is reported`() throws {
        let epoll = try Epoll()
        let ends = try UnixSocket.pair()
        let left = ends.first
        try epoll.add(left.descriptor, for: [.readable, .peerClosed], token: 0)
        end(ends.second)
        var events: [Epoll.Event] = []
        try epoll.wait(into: &events)
        #expect(events.map(\.readiness) == [[.readable, .peerClosed, .hungUp]])
    }

    @Test func `an epoll is ready inside another while one of its descriptors is`() throws {
        let inner = try Epoll()
        let outer = try Epoll()
        let counter = try EventFD(.signal)
        try inner.add(counter.descriptor, for: .readable, token: 1)
        try outer.add(inner.descriptor, for: .readable, token: 2)
        counter.post()
        var events: [Epoll.Event] = []
        try outer.wait(into: &events)
        #expect(events.map(\.token) == [2])
    }

    @Test func `one wait gives no more than asked for`() throws {
        let epoll = try Epoll()
        let counter = try EventFD(.signal)
        counter.post()
        var copies: [SharedFileDescriptor] = []
        for token in 0..<UInt64(Epoll.batch + 10) {
            let copy = SharedFileDescriptor(try counter.descriptor.duplicate())
            try epoll.add(copy.descriptor, for: .readable, token: token)
            copies.append(copy)
        }
        var events: [Epoll.Event] = []
        try epoll.wait(into: &events, limit: 3)
        #expect(events.count == 3)
        try epoll.wait(into: &events, limit: 1000)
        #expect(events.count == Epoll.batch)
    }

    @Test func `a semaphore gives one for each post`() throws {
        let semaphore = try EventFD(.semaphore)
        semaphore.post()
        semaphore.post()
        #expect(try semaphore.take() == 1)
        #expect(try semaphore.take() == 1)
        #expect(try semaphore.descriptor.wait(for: .readable, timeout: .zero) == false)
    }

    @Test func `a signal counter is emptied at once`() throws {
        let counter = try EventFD(.signal)
        #expect(try counter.take() == 0)
        counter.post()
        counter.post()
        #expect(try counter.take() == 2)
        #expect(try counter.take() == 0)
    }
}
