import CSystemd
import LinuxIO

/// What a service tells the service manager that started it: `sd_notify(3)`.
///
/// Each function gives whether a manager listens; by hand nobody does, and that is fine. A manager that cannot be
/// reached is treated the same: the service's work does not depend on it.
package enum ServiceManager {
    /// The service is started, or has reloaded.
    @discardableResult
    package static func notifyReady(status: String) -> Bool {
        send(["READY=1", statusLine(status)])
    }

    /// The service reads its configuration again; `notifyReady` ends that.
    @discardableResult
    package static func notifyReloading() -> Bool {
        // Type=notify-reload (systemd 253) wants the time at which it began.
        send(["RELOADING=1", "MONOTONIC_USEC=\(MonotonicClock.nanoseconds / 1000)"])
    }

    /// The service is ending; `failure` is the errno of what it ends for, where it does not end as asked to.
    @discardableResult
    package static func notifyStopping(status: String, failure: Int32? = nil) -> Bool {
        send(["STOPPING=1", statusLine(status)] + (failure.map { ["ERRNO=\($0)"] } ?? []))
    }

    /// The service is at work and wants this long, at least, for its next step of starting, reloading or ending: the
    /// manager gives up when it hears nothing for longer.
    @discardableResult
    package static func notifyProgress(status: String, next time: Duration) -> Bool {
        send([statusLine(status), "EXTEND_TIMEOUT_USEC=\(max(0, time.wholeNanoseconds / 1000))"])
    }

    /// One line for `systemctl status`.
    @discardableResult
    package static func notifyStatus(_ status: String) -> Bool {
        send([statusLine(status)])
    }

    /// A status is one line: what follows a line feed would be taken for another assignment.
    private static func statusLine(_ status: String) -> String {
        "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
    }

    private static func send(_ assignments: [String]) -> Bool {
        unsafe sd_notify(0, assignments.joined(separator: "\n")) > 0
    }
}
