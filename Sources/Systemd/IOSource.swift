import CSystemd
package import LinuxIO

/// A descriptor that an `EventLoop` watches, level-triggered: `sd_event_add_io(3)`.
///
/// Drop it before the descriptor is closed. A child's pidfd and an epoll are descriptors like any other.
package final class IOSource {
    private let source: EventSource

    /// Watches from now on. `handler` gets what the descriptor is ready for, each turn for as long as it is.
    package init(
        _ loop: EventLoop, _ descriptor: borrowing FileDescriptor, for interest: Epoll.Readiness,
        handler: @escaping (Epoll.Readiness) -> Void
    ) throws(SystemError) {
        let number = descriptor.rawValue
        source = try unsafe EventSource(handler: .io(handler)) { source, userdata in
            unsafe sd_event_add_io(loop.event, &source, number, interest.rawValue, dispatchIO, userdata)
        }
    }

    /// Watches for something else from now on; errors and hang-ups are always told: `sd_event_source_set_io_events(3)`.
    package func setInterest(_ interest: Epoll.Readiness) throws(SystemError) {
        try unsafe check(
            "sd_event_source_set_io_events", "", sd_event_source_set_io_events(source.source, interest.rawValue))
    }
}
