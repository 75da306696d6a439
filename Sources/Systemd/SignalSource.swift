import CSystemd
package import LinuxIO

/// A signal that an `EventLoop` takes as an event: `sd_event_add_signal(3)`.
package final class SignalSource {
    private let source: EventSource

    /// Takes the signal from now on, and holds it back from this thread; threads that were started before must not
    /// take it either. `number` is one such as SIGTERM.
    ///
    /// When the source ends the signal stays held back, so that one on its way does not end the process.
    package init(_ loop: EventLoop, _ number: Int32, handler: @escaping () -> Void) throws(SystemError) {
        try CurrentProcess.block(signals: [number])
        source = try unsafe EventSource(handler: .plain(handler)) { source, userdata in
            unsafe sd_event_add_signal(loop.event, &source, number, dispatchSignal, userdata)
        }
    }
}
