import CSystemd
package import LinuxIO

/// The loop that a daemon's thread runs: sd-event.
///
/// Everything here belongs to one thread, the one that calls `run`: the loop and its sources are not Sendable, and every
/// handler runs there, one at a time. Work for other threads comes back through a descriptor (see
/// `LinuxIO.WorkerThread`).
///
/// A source is watched for as long as its object lives; dropping it, also inside its own handler, ends it. A source
/// does not keep the loop, the loop does not keep a source. See sd-event(3).
@safe package final class EventLoop {
    let event: OpaquePointer
    private var deferred: [() -> Void] = []
    private var deferredSource: EventSource?

    /// A loop without sources: `sd_event_new(3)`.
    package init() throws(SystemError) {
        var event: OpaquePointer?
        try unsafe check("sd_event_new", "", sd_event_new(&event))
        unsafe self.event = event!  // Success sets it.
    }

    deinit {
        deferredSource = nil
        unsafe sd_event_unref(event)
    }

    /// Dispatches until `exit` is called, and gives its code: `sd_event_loop(3)`.
    package func run() throws(SystemError) -> Int32 {
        try unsafe check("sd_event_loop", "", sd_event_loop(event))
    }

    /// Waits for one event, for as long as `timeout` says, and dispatches it; false when none came: `sd_event_run(3)`.
    /// For who has something else to look after between the events, as a test has.
    package func turn(timeout: Duration) throws(SystemError) -> Bool {
        try unsafe check("sd_event_run", "", sd_event_run(event, UInt64(max(0, timeout.wholeNanoseconds / 1000)))) > 0
    }

    /// Has `run` return this code, at least 0, after the handler that is running now: `sd_event_exit(3)`.
    package func exit(_ code: Int32) throws(SystemError) {
        precondition(code >= 0, "negative codes are errors to sd-event")
        try unsafe check("sd_event_exit", "\(code)", sd_event_exit(event, code))
    }

    /// Runs `body` once, after the handler that is running now and before the loop waits again. In order.
    package func post(_ body: @escaping () -> Void) throws(SystemError) {
        if deferredSource == nil {
            deferredSource = try unsafe EventSource(handler: .plain { [unowned self] in runDeferred() }) {
                source, userdata in
                unsafe sd_event_add_defer(event, &source, dispatchPlain, userdata)
            }
        }
        deferred.append(body)
        try deferredSource?.setEnabled(SD_EVENT_ONESHOT)
    }

    /// Answers the service manager's watchdog for as long as the loop turns: `sd_event_set_watchdog(3)`. False when the
    /// manager has not asked for it.
    @discardableResult
    package func enableWatchdog() throws(SystemError) -> Bool {
        try unsafe check("sd_event_set_watchdog", "", sd_event_set_watchdog(event, 1)) > 0
    }

    /// Bodies posted from here on wait for the next turn, so a body that posts itself again does not starve the others.
    private func runDeferred() {
        let bodies = deferred
        deferred = []
        for body in bodies { body() }
    }
}

/// Turns sd-event's negative results into errors.
@discardableResult
func check(_ call: StaticString, _ detail: @autoclosure () -> String, _ result: Int32) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(call: call.description, detail: detail(), errno: -result) }
    return result
}
