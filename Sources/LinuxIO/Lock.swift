import Glibc

/// A value that one thread at a time can reach: `pthread_mutex_lock(3)` around it.
///
/// This, and not `Synchronization.Mutex`, because ThreadSanitizer knows pthread mutexes and reports races that do not
/// exist around the other. Not recursive.
@safe package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    // Guarded by `mutex`: only `withLock` touches it, and what goes in or out of it is sent.
    private var value: Value
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ value: consuming sending Value) {
        self.value = value
        // The mutex has an address of its own for life; a stored property could be copied out and back.
        unsafe mutex = .allocate(capacity: 1)
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a plain mutex needs nothing that could be missing")
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread does. `body` must not call this lock again.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// As `withLock`, but nil at once, without running `body`, while another thread does: `pthread_mutex_trylock(3)`.
    package func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
