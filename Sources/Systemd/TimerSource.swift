import CSystemd
package import LinuxIO

/// One moment that an `EventLoop` waits for, on CLOCK_BOOTTIME: `sd_event_add_time(3)`. Can be set again and again.
package final class TimerSource {
    private let source: EventSource

    /// A timer that is not set. It runs its handler once for each `set`, up to `accuracy` late (at least 1 µs), so that
    /// the machine can wake up for several timers at once.
    package init(
        _ loop: EventLoop, accuracy: Duration = .milliseconds(1), handler: @escaping () -> Void
    ) throws(SystemError) {
        // Zero would mean sd-event's default of 250 ms.
        let tolerance = UInt64(max(1, accuracy.wholeNanoseconds / 1000))
        source = try unsafe EventSource(handler: .plain(handler)) { source, userdata in
            unsafe sd_event_add_time(
                loop.event, &source, BoottimeClock.identifier, 0, tolerance, dispatchTime, userdata)
        }
        try source.setEnabled(SD_EVENT_OFF)
    }

    /// Sets the moment, instead of any other; a past one comes with the next turn. Nil sets none.
    package func set(to moment: BoottimeInstant?) throws(SystemError) {
        guard let moment else { return try source.setEnabled(SD_EVENT_OFF) }
        // Rounded up: never before the moment. UINT64_MAX would mean never to sd-event, as it does here.
        let microseconds = moment.nanoseconds / 1000 + (moment.nanoseconds % 1000 == 0 ? 0 : 1)
        try unsafe check("sd_event_source_set_time", "", sd_event_source_set_time(source.source, microseconds))
        try source.setEnabled(SD_EVENT_ONESHOT)
    }
}
