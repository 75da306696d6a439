import CSystemd
import LinuxIO

/// What all kinds of sources share: the `sd_event_source` and the handler that its callback finds.
///
/// The C callbacks are functions outside of any isolation and get the handler as their userdata, unretained: the
/// source owns it, and sd-event calls back only while the source is there. During a call the handler is held, so
/// that it may drop its own source.
@safe final class EventSource {
    let source: OpaquePointer
    private let handler: Handler

    /// Has `add` make the C source with the handler as userdata.
    init(
        handler: Handler.Action,
        _ add: (_ source: inout OpaquePointer?, _ userdata: UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) {
        let handler = Handler(handler)
        var source: OpaquePointer?
        try unsafe check("sd_event_add", "", add(&source, Unmanaged.passUnretained(handler).toOpaque()))
        self.handler = handler
        unsafe self.source = source!  // Success sets it.
    }

    deinit {
        unsafe sd_event_source_disable_unref(source)
    }

    /// Switches between SD_EVENT_OFF, SD_EVENT_ON and SD_EVENT_ONESHOT: `sd_event_source_set_enabled(3)`.
    func setEnabled(_ state: Int) throws(SystemError) {
        try unsafe check("sd_event_source_set_enabled", "", sd_event_source_set_enabled(source, Int32(state)))
    }
}

/// A Swift closure behind a C callback's userdata.
final class Handler {
    enum Action {
        case plain(() -> Void)
        case io((Epoll.Readiness) -> Void)
    }

    private let action: Action

    init(_ action: Action) {
        self.action = action
    }

    func call(readiness: Epoll.Readiness = []) {
        switch action {
        case .plain(let body): body()
        case .io(let body): body(readiness)
        }
    }
}

/// The handler that is a callback's userdata, held for the caller.
private func handler(_ userdata: UnsafeMutableRawPointer?) -> Handler {
    // Every source is added with a handler.
    unsafe Unmanaged<Handler>.fromOpaque(userdata!).takeUnretainedValue()
}

func dispatchPlain(_ source: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
    unsafe handler(userdata).call()
    return 0
}

func dispatchIO(
    _ source: OpaquePointer?, _ descriptor: Int32, _ events: UInt32, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe handler(userdata).call(readiness: Epoll.Readiness(rawValue: events))
    return 0
}

func dispatchTime(_ source: OpaquePointer?, _ time: UInt64, _ userdata: UnsafeMutableRawPointer?) -> Int32 {
    unsafe handler(userdata).call()
    return 0
}

func dispatchSignal(
    _ source: OpaquePointer?, _ info: UnsafePointer<signalfd_siginfo>?, _ userdata: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe handler(userdata).call()
    return 0
}
