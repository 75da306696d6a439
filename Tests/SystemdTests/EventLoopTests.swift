import Glibc
import LinuxIO
import Systemd
import Testing

@Suite struct EventLoopTests {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test(arguments: [0, 3] as [Int32])
    func `the code of the exit is what running gives`(code: Int32) throws {
        try loop.post { [loop] in try! loop.exit(code) }
        #expect(try loop.run() == code)
    }

    @Test func `a descriptor is told each turn for as long as it is ready`() throws {
        let counter = SharedCounter(try EventFD(.semaphore))
        for _ in 0..<3 { counter.post() }
        var turns: [Epoll.Readiness] = []
        let source = try IOSource(loop, counter.counter.descriptor, for: .readable) { [loop] in
            turns.append($0)
            counter.take()
            if turns.count == 3 { try! loop.exit(0) }
        }
        #expect(try loop.run() == 0)
        #expect(turns == [.readable, .readable, .readable])
        withExtendedLifetime(source) {}
    }

    @Test func `interest can change while it runs`() throws {
        let ends = try UnixSocket.pair()
        let socket = ends.first
        var source: IOSource?
        var seen: [Epoll.Readiness] = []
        source = try IOSource(loop, socket.descriptor, for: []) { [loop] in
            seen.append($0)
            try! loop.exit(0)
        }
        try loop.post { try! source?.setInterest(.writable) }
        #expect(try loop.run() == 0)
        #expect(seen == [.writable])
        source = nil
    }

    @Test func `a source may end itself in its own handler`() throws {
        let counter = try EventFD(.signal)
        counter.post()
        var source: IOSource?
        var calls = 0
        source = try IOSource(loop, counter.descriptor, for: .readable) { [loop] _ in
            calls += 1
            source = nil
            // The descriptor stays ready; two more turns show that nobody is told.
            try! loop.post { try! loop.post { try! loop.exit(0) } }
        }
        #expect(source != nil)
        #expect(try loop.run() == 0)
        #expect(calls == 1)
    }

    @Test func `what is posted runs in order, once, and never in the turn that posts it`() throws {
        var order: [String] = []
        try loop.post { [loop] in
            order.append("a")
            try! loop.post {
                order.append("c")
                try! loop.exit(0)
            }
        }
        try loop.post { order.append("b") }
        #expect(try loop.run() == 0)
        #expect(order == ["a", "b", "c"])
    }

    @Test func `a timer comes at its moment, once for each setting`() throws {
        var times: [BoottimeInstant] = []
        var timer: TimerSource?
        let start = BoottimeClock.now
        let moments = [start.advanced(by: .milliseconds(5)), start.advanced(by: .milliseconds(10))]
        timer = try TimerSource(loop) { [loop] in
            times.append(BoottimeClock.now)
            if times.count < moments.count {
                try! timer?.set(to: moments[times.count])
            } else {
                try! loop.exit(0)
            }
        }
        try timer?.set(to: moments[0])
        #expect(try loop.run() == 0)
        #expect(times.count == 2)
        #expect(zip(times, moments).allSatisfy { $0 >= $1 })
        timer = nil
    }

    @Test func `a timer that was taken back does not come, a past one comes at once`() throws {
        var calls: [String] = []
        let cancelled = try TimerSource(loop) { calls.append("cancelled") }
        let past = try TimerSource(loop) { [loop] in
            calls.append("past")
            try! loop.exit(0)
        }
        try cancelled.set(to: BoottimeInstant(nanoseconds: 1))
        try cancelled.set(to: nil)
        try past.set(to: BoottimeInstant(nanoseconds: 1))
        #expect(try loop.run() == 0)
        #expect(calls == ["past"])
    }

    @Test func `a signal to this thread is an event of the loop`() throws {
        var count = 0
        let source = try SignalSource(loop, SIGUSR2) { [loop] in
            count += 1
            try! loop.exit(0)
        }
        raise(SIGUSR2)
        #expect(count == 0)
        #expect(try loop.run() == 0)
        #expect(count == 1)
        withExtendedLifetime(source) {}
    }

    @Test func `a child's end is an event of its pidfd`() throws {
        var child = try ChildProcess(
            ChildProcess.Configuration(executable: "/bin/sh", arguments: ["sh", "-c", "exit 4"]))
        let source = try IOSource(loop, child.descriptor, for: .readable) { [loop] _ in try! loop.exit(0) }
        #expect(try loop.run() == 0)
        withExtendedLifetime(source) {}
        #expect(try child.wait() == .exited(4))
    }

    @Test func `results of a worker come back on the loop's thread`() throws {
        let worker = try WorkerThread(name: "test", capacity: 1)
        let here = CurrentProcess.threadID
        var thread: Int32?
        let source = try IOSource(loop, worker.descriptor, for: .readable) { _ in try! worker.drain() }
        let submitted = worker.submit {
            CurrentProcess.threadID
        } completion: { [loop] in
            #expect($0 != here)
            thread = CurrentProcess.threadID
            try! loop.exit(0)
        }
        #expect(submitted)
        #expect(try loop.run() == 0)
        #expect(thread == here)
        withExtendedLifetime(source) {}
    }

    @Test func `a descriptor that cannot be watched is an error`() throws {
        let file = try Memfd.sealed(name: "file", contents: [1].span)
        let error = #expect(throws: SystemError.self) {
            _ = try IOSource(loop, file, for: .readable) { _ in }
        }
        #expect(error?.errno == EPERM)
    }
}

/// A counter that a handler can hold.
private final class SharedCounter {
    let counter: EventFD

    init(_ counter: consuming EventFD) { self.counter = counter }

    func post() { counter.post() }
    func take() { _ = try! counter.take() }
}
