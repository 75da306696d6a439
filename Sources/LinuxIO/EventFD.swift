import CLinux
import Glibc

/// A counter that one thread raises and a loop waits for: `eventfd(2)`.
package struct EventFD: ~Copyable, Sendable {
    /// How reading takes from the counter.
    package enum Kind: Sendable {
        /// `take` empties the counter and never waits: for a loop that watches the descriptor.
        case signal
        /// `take` waits for the counter to be positive and takes one: for a thread that is fed.
        case semaphore
    }

    /// Readable while the counter is positive.
    package let descriptor: FileDescriptor

    /// A counter of zero.
    package init(_ kind: Kind) throws(SystemError) {
        let semaphore = kind == .semaphore
        descriptor = FileDescriptor(owning: try retrying("eventfd", "") { clinux_eventfd(semaphore, !semaphore) })
    }

    /// Adds one. From any thread.
    package func post() {
        var one: UInt64 = 1
        // write(2) can only report EAGAIN at 2^64-2 posts that nobody took, and then the counter is positive anyway.
        _ = try? retrying("write", "eventfd") {
            unsafe write(descriptor.rawValue, &one, MemoryLayout<UInt64>.size)
        }
    }

    /// What was taken from the counter, as its kind says; zero when a `.signal` counter was zero.
    @discardableResult
    package func take() throws(SystemError) -> UInt64 {
        var value: UInt64 = 0
        let count = try retryingUnlessBlocked("read", "eventfd") {
            unsafe read(descriptor.rawValue, &value, MemoryLayout<UInt64>.size)
        }
        return count == nil ? 0 : value
    }
}
