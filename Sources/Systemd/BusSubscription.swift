import CSystemd
import LinuxIO

/// Which signal of whom, as D-Bus names it.
package struct BusSignal: Hashable, Sendable {
    /// The service's name, such as `org.freedesktop.locale1`.
    package let sender: String
    package let path: String
    package let interface: String
    package let member: String

    package init(sender: String, path: String, interface: String, member: String) {
        self.sender = sender
        self.path = path
        self.interface = interface
        self.member = member
    }

    /// A change of a service's properties: `org.freedesktop.DBus.Properties.PropertiesChanged`.
    package static func propertiesChanged(sender: String, path: String) -> BusSignal {
        BusSignal(
            sender: sender, path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
    }
}

/// What a `BusSubscription` tells.
package enum BusEvent: Hashable, Sendable {
    /// A connection is there, and signals are told from here on: what they are about is to be read now.
    case connected
    /// The signal came: what it is about is to be read again.
    ///
    /// It comes without its content, because that proves nothing: everybody on a system bus may send a signal of any
    /// name to a single peer. An answer to a call comes from whom it was asked.
    case signalled
    /// There is no connection (any more); it is tried again, and `connected` says when it succeeds. Told once each time.
    case unavailable(BusError)
}

/// A signal that is listened to, over all connections to come. Dropping it ends that, also inside of its own handler.
package final class BusSubscription {
    let signal: BusSignal
    private let handler: (BusEvent) -> Void
    private var slot: BusSlot?
    private var isToldUnavailable = false

    init(_ signal: BusSignal, handler: @escaping (BusEvent) -> Void) {
        self.signal = signal
        self.handler = handler
    }

    /// Asks for the signal on a new connection. Asking does not wait; a bus that refuses breaks the connection.
    func ask(on connection: BusConnection) throws(SystemError) {
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        slot = try unsafe BusSlot("sd_bus_match_signal_async", signal.member) { slot in
            unsafe sd_bus_match_signal_async(
                connection.bus, &slot, signal.sender, signal.path, signal.interface, signal.member, signalCame, nil,
                userdata)
        }
    }

    func connect() {
        isToldUnavailable = false
        handler(.connected)
    }

    /// Lets go of a connection.
    func forget() {
        slot = nil
    }

    func disconnect(_ error: BusError) {
        if isToldUnavailable { return }
        isToldUnavailable = true
        handler(.unavailable(error))
    }

    fileprivate func signalled() {
        handler(.signalled)
    }
}

private func signalCame(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    // The subscription owns the slot, and is the userdata of its callback.
    unsafe Unmanaged<BusSubscription>.fromOpaque(userdata!).takeUnretainedValue().signalled()
    return 0
}
