package import LinuxIO

/// The system's message bus (D-Bus), as one client sees it: calls with a deadline, and signals.
///
/// Nothing here waits: a bus that is absent, that never greets, stops or comes back later is an answer to a call and an
/// event for a subscription. The connection is made when the first call or subscription wants one. One that broke is
/// made anew by the next call at once; while there are subscriptions it is also tried by itself, ever more seldom.
/// Belongs to the loop's thread. See the D-Bus specification and sd-bus(3).
package final class SystemBus {
    /// How long to wait for what.
    package struct Patience: Hashable, Sendable {
        /// For the bus to greet; then the connection is given up.
        package var connecting: Duration = .seconds(10)
        /// Before the first try to connect again; doubled each time up to `longestPause`.
        package var firstPause: Duration = .milliseconds(250)
        package var longestPause: Duration = .seconds(60)

        package init() {}
    }

    /// Calls above this many messages that wait to be sent are refused: a bus that stopped reading is asked no more.
    package static let maximumUnsentMessages = 128

    private let loop: EventLoop
    private let address: String
    private let patience: Patience
    private var connection: BusConnection?
    private var calls: [WeakReference<BusCall>] = []
    private var subscriptions: [WeakReference<BusSubscription>] = []
    /// Ends a connection that is not established; begins one while there is none.
    private var timer: TimerSource?
    private var pause: Duration

    /// Where the system's bus listens: `DBUS_SYSTEM_BUS_ADDRESS`, else the path that every distribution has.
    package static var standardAddress: String {
        CurrentProcess.environment("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// Does not connect yet. `address` is in the form of the D-Bus specification, such as `unix:path=/run/…`.
    package init(
        _ loop: EventLoop, address: String = SystemBus.standardAddress, patience: Patience = Patience()
    ) throws(SystemError) {
        self.loop = loop
        self.address = address
        self.patience = patience
        pause = patience.firstPause
        timer = try TimerSource(loop) { [unowned self] in timeRanOut() }
    }

    /// Calls a method. `completion` runs once, later, unless the call was dropped before: with the answer's values or
    /// the reason why there is none, at the latest after `deadline`.
    package func call(
        _ call: BusMethodCall, deadline: Duration,
        completion: @escaping (Result<[BusValue], BusError>) -> Void
    ) throws(SystemError) -> BusCall {
        let pending = try BusCall(loop, call, deadline: deadline, completion: completion)
        do throws(BusError) {
            let connection = try connected()
            if connection.unsentMessages >= SystemBus.maximumUnsentMessages {
                throw BusError(.congested, "the bus takes no more messages")
            }
            let message = try unsafe BusMessage.calling(call, on: connection.bus)
            do throws(SystemError) {
                try pending.send(message, on: connection)
            } catch {
                throw BusError(.unreachable, "the bus cannot be asked: \(error)")
            }
            calls.removeAll { $0.object == nil }
            calls.append(WeakReference(pending))
        } catch {
            pending.failSoon(error)
        }
        return pending
    }

    /// Calls a method whose answer nobody waits for, and which the peer does not give. Lost where there is no
    /// connection.
    package func send(_ call: BusMethodCall) {
        guard let connection, connection.isOpen, connection.unsentMessages < SystemBus.maximumUnsentMessages else {
            return
        }
        do throws(BusError) {
            let message = try unsafe BusMessage.calling(call, on: connection.bus)
            try message.sendAlone()
        } catch {
            // As with no connection.
        }
    }

    /// Listens to a signal. `handler` runs later, the first time with `connected` or `unavailable`.
    package func subscribe(
        to signal: BusSignal, handler: @escaping (BusEvent) -> Void
    ) throws(SystemError) -> BusSubscription {
        let subscription = BusSubscription(signal, handler: handler)
        subscriptions.removeAll { $0.object == nil }
        subscriptions.append(WeakReference(subscription))
        if let connection {
            try subscription.ask(on: connection)
            if connection.established != nil {
                later { [weak subscription] in subscription?.connect() }
            }
        } else {
            // As if the pause were over.
            try timer?.set(to: BoottimeInstant(nanoseconds: 1))
        }
        return subscription
    }

    // MARK: The connection's life

    /// The connection, begun if there is none.
    private func connected() throws(BusError) -> BusConnection {
        if let connection {
            if connection.isOpen { return connection }
            // It broke, and the loop has not come to say so.
            lost()
        }
        do throws(SystemError) {
            let begun = try BusConnection(
                loop, to: address, onEstablished: { [unowned self] in established() },
                onLost: { [unowned self] in lost() })
            for subscription in livingSubscriptions { try subscription.ask(on: begun) }
            try timer?.set(to: BoottimeClock.now.advanced(by: patience.connecting))
            connection = begun
            return begun
        } catch {
            throw BusError(.unreachable, "the system's bus cannot be reached at \(address): \(error.reason)")
        }
    }

    private func established() {
        setTimer(after: nil)
        for subscription in livingSubscriptions { subscription.connect() }
    }

    private func lost() {
        // sd-bus may be busy with it still.
        let broken = connection
        later { withExtendedLifetime(broken) {} }
        drop(BusError(.unreachable, "the connection to the system's bus at \(address) broke"))
    }

    private func timeRanOut() {
        if connection != nil {
            drop(BusError(.unreachable, "the system's bus at \(address) does not greet"))
        } else if !livingSubscriptions.isEmpty {
            do throws(BusError) {
                _ = try connected()
            } catch {
                drop(error)
            }
        }
    }

    /// Ends what depends on a connection, and plans the next one if somebody waits for it.
    private func drop(_ error: BusError) {
        let established = connection?.established
        connection = nil
        let unanswered = calls.compactMap(\.object)
        calls = []
        // A connection that held begins the pauses anew; one that breaks each time does not.
        let lasted = established.map { $0.duration(to: BoottimeClock.now) } ?? .zero
        pause = lasted > patience.connecting ? patience.firstPause : pause
        setTimer(after: subscriptions.isEmpty ? nil : pause)
        pause = min(pause * 2, patience.longestPause)
        for call in unanswered { call.failSoon(error) }
        for subscription in livingSubscriptions {
            subscription.forget()
            later { [weak subscription] in subscription?.disconnect(error) }
        }
    }

    /// Runs it after the handler that is running now, which may be in the middle of a call.
    private func later(_ body: @escaping () -> Void) {
        do {
            try loop.post(body)
        } catch {
            // For want of memory: now is better than never.
            body()
        }
    }

    private var livingSubscriptions: [BusSubscription] { subscriptions.compactMap(\.object) }

    private func setTimer(after duration: Duration?) {
        do {
            try timer?.set(to: duration.map { BoottimeClock.now.advanced(by: $0) })
        } catch {
            // Setting a live timer fails only for want of memory: then the next call makes the connection.
        }
    }
}

private struct WeakReference<Object: AnyObject> {
    weak var object: Object?

    init(_ object: Object) {
        self.object = object
    }
}
