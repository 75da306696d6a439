import Glibc
import LinuxIO
import Testing

@Suite struct WorkerThreadTests {
    /// Waits for results, as a loop does, and runs their completions until none is pending.
    func drainAll(_ worker: WorkerThread) throws {
        while worker.pendingCount > 0 {
            try #require(try worker.descriptor.wait(for: .readable, timeout: .seconds(20)))
            try worker.drain()
        }
    }

    func submit(
        to worker: WorkerThread, accepted: Bool = true, work: @escaping @Sendable () -> Void,
        completion: @escaping () -> Void
    ) {
        let submitted = worker.submit(work, completion: completion)
        #expect(submitted == accepted)
    }

    @Test func `results come back in order, on the thread that drains`() throws {
        let worker = try WorkerThread(name: "test", capacity: 100)
        let here = CurrentProcess.threadID
        var results: [Int] = []
        for number in 0..<100 {
            let submitted = worker.submit {
                CurrentProcess.threadID == here ? -1 : number
            } completion: {
                #expect(CurrentProcess.threadID == here)
                results.append($0)
            }
            #expect(submitted)
        }
        #expect(results == [])
        try drainAll(worker)
        #expect(results == Array(0..<100))
    }

    @Test func `a full queue refuses and forgets`() throws {
        let worker = try WorkerThread(name: "test", capacity: 2)
        let gate = SharedGate(try EventFD(.semaphore))
        var done = 0
        for _ in 0..<2 {
            submit(to: worker, work: { gate.pass() }, completion: { done += 1 })
        }
        submit(to: worker, accepted: false, work: { gate.pass() }, completion: { done += 100 })
        gate.open()
        gate.open()
        try drainAll(worker)
        #expect(done == 2)
        submit(to: worker, work: {}, completion: { done += 1 })
        try drainAll(worker)
        #expect(done == 3)
    }

    @Test func `stopping finishes the jobs that wait, and their completions can still run`() throws {
        let worker = try WorkerThread(name: "test", capacity: 10)
        var done = 0
        for _ in 0..<10 { submit(to: worker, work: {}, completion: { done += 1 }) }
        worker.stop()
        submit(to: worker, accepted: false, work: {}, completion: {})
        #expect(done == 0)
        try worker.drain()
        #expect(done == 10)
        worker.stop()
    }

    @Test func `a completion may submit the next job`() throws {
        let worker = try WorkerThread(name: "test", capacity: 1)
        var steps = 0
        func step() {
            steps += 1
            if steps < 5 { submit(to: worker, work: {}, completion: step) }
        }
        submit(to: worker, work: {}, completion: step)
        try drainAll(worker)
        #expect(steps == 5)
    }

    @Test func `the worker takes no signals`() throws {
        let worker = try WorkerThread(name: "test", capacity: 1)
        var blocked: String?
        let submitted = worker.submit {
            let status = try? FileContents(ofPath: "/proc/thread-self/status", limit: 65536, followingLinks: true)
            return String(decoding: status?.bytes ?? [], as: UTF8.self)
        } completion: {
            blocked = $0.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }.map(String.init)
        }
        #expect(submitted)
        try drainAll(worker)
        // All but SIGKILL, SIGSTOP and the two that the C library keeps for itself.
        #expect(blocked == "SigBlk:\tfffffffe7ffbfeff")
    }

    @Test func `a lock lets one thread in at a time`() throws {
        let lock = Lock(0)
        let worker = try WorkerThread(name: "test", capacity: 1)
        submit(to: worker, work: { for _ in 0..<10_000 { lock.withLock { $0 += 1 } } }, completion: {})
        for _ in 0..<10_000 { lock.withLock { $0 += 1 } }
        try drainAll(worker)
        #expect(lock.withLock { $0 } == 20_000)
    }
}

/// A door for the worker.
final class SharedGate: Sendable {
    private let semaphore: EventFD

    init(_ semaphore: consuming EventFD) { self.semaphore = semaphore }

    func open() { semaphore.post() }
    func pass() { _ = try? semaphore.take() }
}
