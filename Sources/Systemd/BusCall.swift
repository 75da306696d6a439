import CSystemd
import LinuxIO

/// What to call on whom, as D-Bus names it.
package struct BusMethodCall: Hashable, Sendable {
    /// The service's name, such as `org.freedesktop.locale1`.
    package let destination: String
    package let path: String
    package let interface: String
    package let member: String
    package let arguments: [BusValue]

    package init(
        destination: String, path: String, interface: String, member: String, arguments: [BusValue] = []
    ) {
        self.destination = destination
        self.path = path
        self.interface = interface
        self.member = member
        self.arguments = arguments
    }

    /// Reads a property: `org.freedesktop.DBus.Properties.Get`, whose answer is one variant.
    package static func get(
        _ property: String, of interface: String, destination: String, path: String
    ) -> BusMethodCall {
        BusMethodCall(
            destination: destination, path: path, interface: "org.freedesktop.DBus.Properties", member: "Get",
            arguments: [.string(interface), .string(property)])
    }
}

/// A call that waits for its answer. Dropping it withdraws it: its completion is not called any more.
///
/// The peer does not learn of that: a peer that has to be told has a method for it.
package final class BusCall {
    typealias Completion = (Result<[BusValue], BusError>) -> Void

    private var slot: BusSlot?
    private var timer: TimerSource?
    private var completion: Completion?
    private var failure: BusError

    /// A call that fails with `timedOut` at its deadline.
    init(
        _ loop: EventLoop, _ call: BusMethodCall, deadline: Duration, completion: @escaping Completion
    ) throws(SystemError) {
        self.completion = completion
        failure = BusError(
            .timedOut, "\(call.destination) did not answer \(call.member) within \(deadline.components.seconds) s")
        timer = try TimerSource(loop) { [unowned self] in finish(.failure(failure)) }
        try timer?.set(to: BoottimeClock.now.advanced(by: deadline))
    }

    /// Sends the message; its answer ends the call.
    func send(_ message: borrowing BusMessage, on connection: BusConnection) throws(SystemError) {
        let userdata = unsafe Unmanaged.passUnretained(self).toOpaque()
        let message = unsafe message.message
        slot = try unsafe BusSlot("sd_bus_call_async", "") { slot in
            // The deadline is the timer's: sd-bus's own begins when the bus has greeted, which it may never do.
            unsafe sd_bus_call_async(connection.bus, &slot, message, callAnswered, userdata, UInt64.max)
        }
    }

    /// Fails with the loop's next turn, so that no completion runs inside of what began the call.
    func failSoon(_ error: BusError) {
        failure = error
        do {
            try timer?.set(to: BoottimeInstant(nanoseconds: 1))
        } catch {
            // Setting a live timer fails only for want of memory: then the deadline brings the error.
        }
    }

    /// Ends the call, once.
    func finish(_ result: Result<[BusValue], BusError>) {
        let completion = self.completion
        self.completion = nil
        slot = nil
        timer = nil
        completion?(result)
    }

    fileprivate func answer(_ message: borrowing BusMessage) {
        if let error = message.error { return finish(.failure(error)) }
        do throws(BusError) {
            finish(.success(try message.values()))
        } catch {
            finish(.failure(error))
        }
    }
}

private func callAnswered(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?, _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    guard let message = unsafe message else { return 0 }
    // The call owns the slot, and is the userdata of its callback.
    let call = unsafe Unmanaged<BusCall>.fromOpaque(userdata!).takeUnretainedValue()
    call.answer(unsafe BusMessage(holding: message))
    return 0
}
