import CLinux
import Glibc

/// A moment that a loop waits for: `timerfd_create(2)` on CLOCK_BOOTTIME.
package struct TimerFD: ~Copyable, Sendable {
    /// Readable from the moment set until another one, or none, is set.
    package let descriptor: FileDescriptor

    /// A timer that is not set.
    package init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try retrying("timerfd_create", "") { clinux_timer() })
    }

    /// Sets the moment, in place of any other; a past one is reached at once. Nil sets none.
    package func set(to moment: BoottimeInstant?) throws(SystemError) {
        // Zero means none to the kernel; the moment the machine started is as past as the one after it.
        let nanoseconds = moment.map { max(1, $0.nanoseconds) } ?? 0
        try retrying("timerfd_settime", "") { clinux_timer_set(descriptor.rawValue, nanoseconds) }
    }
}
