import CSystemd
import LinuxIO

/// One connection to a bus: an `sd_bus` on the loop. It lives until it breaks, once.
///
/// Starting does not wait: connecting, authentication and the first greeting happen as events of the loop, and what is
/// sent before waits in sd-bus's queue. Ending does not wait either: what was not sent is dropped.
@safe final class BusConnection {
    let bus: OpaquePointer
    /// When the bus greeted back; nil while it has not.
    private(set) var established: BoottimeInstant?
    private let onEstablished: () -> Void
    private let onLost: () -> Void
    private var slots: [BusSlot] = []

    /// Begins to connect. `onEstablished` and `onLost` come later, each at most once.
    init(
        _ loop: EventLoop, to address: String, onEstablished: @escaping () -> Void, onLost: @escaping () -> Void
    ) throws(SystemError) {
        var made: OpaquePointer?
        try unsafe check("sd_bus_new", "", sd_bus_new(&made))
        unsafe bus = made!  // Success sets it.
        self.onEstablished = onEstablished
        self.onLost = onLost
        try unsafe check("sd_bus_set_address", address, sd_bus_set_address(bus, address))
        try unsafe check("sd_bus_set_bus_client", "", sd_bus_set_bus_client(bus, 1))
        try unsafe check("sd_bus_set_connected_signal", "", sd_bus_set_connected_signal(bus, 1))
        // Closing at the loop's exit would wait for the bus to take what is left.
        try unsafe check("sd_bus_set_close_on_exit", "", sd_bus_set_close_on_exit(bus, 0))
        try unsafe check("sd_bus_attach_event", "", sd_bus_attach_event(bus, loop.event, 0))
        try unsafe watchLocal("Connected", connectionEstablished)
        try unsafe watchLocal("Disconnected", connectionLost)
        try unsafe check("connect", address, sd_bus_start(bus))
    }

    deinit {
        slots = []
        unsafe sd_bus_close_unref(bus)
    }

    /// Whether it takes messages: it has not broken.
    var isOpen: Bool { unsafe sd_bus_is_open(bus) > 0 }

    /// Messages that wait to be sent.
    var unsentMessages: UInt64 {
        var count: UInt64 = 0
        // A live bus has nothing to fail at.
        _ = unsafe sd_bus_get_n_queued_write(bus, &count)
        return count
    }

    fileprivate func establish() {
        established = BoottimeClock.now
        onEstablished()
    }

    fileprivate func lose() {
        onLost()
    }

    /// Has sd-bus tell what happens to the connection: signals of its own that never were on the bus.
    private func watchLocal(_ member: String, _ callback: sd_bus_message_handler_t) throws(SystemError) {
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        let slot = try unsafe BusSlot("sd_bus_match_signal", member) { slot in
            unsafe sd_bus_match_signal(
                bus, &slot, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local",
                member, callback, userdata)
        }
        slots.append(slot)
    }
}

private func connectionEstablished(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    // The connection owns the slot, and is the userdata of its callbacks.
    unsafe Unmanaged<BusConnection>.fromOpaque(userdata!).takeUnretainedValue().establish()
    return 0
}

private func connectionLost(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    // As above.
    unsafe Unmanaged<BusConnection>.fromOpaque(userdata!).takeUnretainedValue().lose()
    return 0
}

/// What sd-bus calls back for: an `sd_bus_slot`, which ends with this object, also inside its own callback.
@safe final class BusSlot {
    private let slot: OpaquePointer

    init(
        _ call: StaticString, _ detail: String, _ add: (inout OpaquePointer?) -> Int32
    ) throws(SystemError) {
        var slot: OpaquePointer?
        try unsafe check(call, detail, add(&slot))
        unsafe self.slot = slot!  // Success sets it.
    }

    deinit {
        unsafe sd_bus_slot_unref(slot)
    }
}
