import CLinux
import Glibc

/// A thread for work that would make a loop wait, such as `fsync(2)`; its results come back to the loop as an event.
///
/// The loop's thread owns this object. It submits jobs; the worker runs them one after the other, in order, and for each
/// raises an eventfd; the loop, which watches that descriptor, calls `drain`, and that runs the jobs' completions.
/// So completions run on the loop's thread, in order, and may touch what belongs to it; only the work itself crosses,
/// and it is `@Sendable`.
package final class WorkerThread {
    private let shared: Shared
    private let capacity: Int
    private var thread: pthread_t?
    private var nextJob: UInt64 = 0
    private var completions: [UInt64: () -> Void] = [:]

    /// Starts the thread, which takes no signals. `name` shows in /proc, at most 15 bytes of it. `capacity` bounds the
    /// jobs that are waiting, running or not yet drained.
    package init(name: String, capacity: Int) throws(SystemError) {
        shared = Shared(name: name, wakeups: try EventFD(.semaphore), results: try EventFD(.signal))
        self.capacity = capacity
        thread = try startThread(name: name) { [shared] in shared.work() }
    }

    deinit {
        stop()
    }

    /// Readable while there are completions to run.
    package var descriptor: FileDescriptor { _read { yield shared.results.descriptor } }

    /// How many jobs are waiting, running or not yet drained.
    package var pendingCount: Int { completions.count }

    /// Has the worker call `work`, and later `drain` call `completion` with what it gave. False, and nothing happens,
    /// when there are already as many jobs as `capacity` or the worker was stopped.
    package func submit<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result, completion: @escaping (Result) -> Void
    ) -> Bool {
        guard thread != nil, completions.count < capacity else { return false }
        let id = nextJob
        nextJob += 1
        let result = Lock<Result?>(nil)
        completions[id] = {
            // The worker has stored it before it reported the job.
            completion(result.withLock { $0! })
        }
        shared.enqueue(
            Job(id: id) {
                let value = work()
                result.withLock { $0 = value }
            })
        return true
    }

    /// Runs the completions of all jobs that are done. A completion may submit again.
    package func drain() throws(SystemError) {
        try shared.results.take()
        for id in shared.takeFinished() {
            // Every finished job was submitted, and is finished once.
            completions.removeValue(forKey: id)!()
        }
    }

    /// Has the worker end after the jobs it has, waits for that, and gives back the thread. Their completions still run
    /// with the next `drain`. Submitting is refused from now on.
    package func stop() {
        guard let thread else { return }
        self.thread = nil
        shared.requestStop()
        pthread_join(thread, nil)
    }
}

/// One piece of work on its way to the worker.
private struct Job: Sendable {
    let id: UInt64
    let work: @Sendable () -> Void
}

/// What both threads reach.
private final class Shared: Sendable {
    private struct State {
        var waiting: [Job] = []
        var finished: [UInt64] = []
    }

    let name: String
    let wakeups: EventFD
    let results: EventFD
    private let state = Lock(State())

    init(name: String, wakeups: consuming EventFD, results: consuming EventFD) {
        self.name = name
        self.wakeups = wakeups
        self.results = results
    }

    func enqueue(_ job: Job) {
        state.withLock { $0.waiting.append(job) }
        wakeups.post()
    }

    /// One post more than there are jobs: the worker that it wakes finds none, and ends.
    func requestStop() {
        wakeups.post()
    }

    func takeFinished() -> [UInt64] {
        state.withLock { state in
            let finished = state.finished
            state.finished = []
            return finished
        }
    }

    /// The worker's life: a job for each post, until there is a post without one.
    func work() {
        while true {
            // The semaphore is read blocking; it can fail only if its descriptor were closed under us.
            try! wakeups.take()
            let job = state.withLock { state in
                state.waiting.isEmpty ? nil : state.waiting.removeFirst()
            }
            guard let job else { return }
            job.work()
            state.withLock { $0.finished.append(job.id) }
            results.post()
        }
    }
}
