import Glibc

/// A value that one thread at a time can reach: `pthread_mutex_lock(3)` around it.
///
/// This, and not `Synchronization.Mutex`, because ThreadSanitizer knows pthread mutexes and reports races that do not
/// exist around the other. Not recursive. Inlinable, so that what callers do with their own type is compiled for it.
@safe @usableFromInline
package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    // Guarded by `mutex`: only `withLock` touches it, and what goes in or out of it is sent.
    @usableFromInline var value: Value
    @usableFromInline let mutex: PlainMutex

    @inlinable
    package init(_ value: consuming sending Value) {
        self.value = value
        mutex = PlainMutex()
    }

    @inlinable
    deinit {
        mutex.destroy()
    }

    /// Runs `body` while no other thread does. `body` must not call this lock again.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value)
    }

    /// As `withLock`, but nil at once, without running `body`, while another thread does: `pthread_mutex_trylock(3)`.
    @inlinable
    package func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        guard mutex.tryLock() else { return nil }
        defer { mutex.unlock() }
        return try body(&value)
    }
}

/// A `pthread_mutex_t` with an address of its own for life; a stored property could be copied out and back.
@safe @usableFromInline
struct PlainMutex {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    @usableFromInline
    init() {
        unsafe mutex = .allocate(capacity: 1)
        let result = unsafe pthread_mutex_init(mutex, nil)
        precondition(result == 0, "a plain mutex needs nothing that could be missing")
    }

    @usableFromInline
    func destroy() {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    @usableFromInline
    func lock() {
        unsafe pthread_mutex_lock(mutex)
    }

    @usableFromInline
    func tryLock() -> Bool {
        unsafe pthread_mutex_trylock(mutex) == 0
    }

    @usableFromInline
    func unlock() {
        unsafe pthread_mutex_unlock(mutex)
    }
}
