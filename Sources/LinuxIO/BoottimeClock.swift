import Glibc

/// A moment on CLOCK_BOOTTIME: time since the machine started, sleep included; never set, never going back.
package struct BoottimeInstant: InstantProtocol, Sendable {
    /// Nanoseconds since the machine started.
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// The moment `duration` later, or earlier if it is negative. Moments before the start or past what 64 bits hold
    /// become the nearest that there is.
    package func advanced(by duration: Duration) -> BoottimeInstant {
        let distance = duration.wholeNanoseconds
        let (sum, overflow) =
            distance < 0
            ? nanoseconds.subtractingReportingOverflow(distance.magnitude)
            : nanoseconds.addingReportingOverflow(distance.magnitude)
        return BoottimeInstant(nanoseconds: overflow ? (distance < 0 ? 0 : .max) : sum)
    }

    package func duration(to other: BoottimeInstant) -> Duration {
        other >= self
            ? .nanoseconds(Int64(clamping: other.nanoseconds - nanoseconds))
            : .nanoseconds(-Int64(clamping: nanoseconds - other.nanoseconds))
    }

    package static func < (left: BoottimeInstant, right: BoottimeInstant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}

/// The clock for deadlines: CLOCK_BOOTTIME of `clock_gettime(2)`.
package enum BoottimeClock {
    /// Its number for C functions that take a clock.
    package static var identifier: Int32 { CLOCK_BOOTTIME }

    package static var now: BoottimeInstant {
        BoottimeInstant(nanoseconds: UInt64(read(CLOCK_BOOTTIME)))
    }
}

/// The clock that systemd's own protocol counts in: CLOCK_MONOTONIC. It stands still while the machine sleeps.
package enum MonotonicClock {
    /// Nanoseconds since the machine started.
    package static var nanoseconds: UInt64 { UInt64(read(CLOCK_MONOTONIC)) }
}

/// The clock that is compared with the times of files: CLOCK_REALTIME. It may be set, forward and back.
package enum WallClock {
    /// Nanoseconds since 1970, UTC.
    package static var nanosecondsSince1970: Int64 { read(CLOCK_REALTIME) }
}

/// Nanoseconds on a clock that every Linux since 2.6.39 has, so the call cannot fail.
private func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension Duration {
    /// Nanoseconds, the rest cut off; the nearest that 64 bits hold.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || carry ? (seconds < 0 ? .min : .max) : sum
    }
}
