import LinuxIO
import Systemd
import TestSupport
import Testing

@Suite struct BusSubscriptionTests {
    let bench: SystemBusTests

    init() throws {
        bench = try SystemBusTests()
    }

    /// The bus says so whenever somebody takes a name.
    let nameOwnerChanged = BusSignal(
        sender: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
        member: "NameOwnerChanged")

    /// Has a further connection take a name.
    func takeName(on bus: SystemBus) throws {
        let call = bench.driver("RequestName", [.string("org.example.taken"), .uint32(0)])
        #expect(try bench.result(call, on: bus) == .success([.uint32(1)]))
    }

    /// Runs the loop until the events so far are these.
    func expect(_ events: [String], in log: EventLog) throws {
        try bench.turn { log.events.count >= events.count }
        #expect(log.events == events)
    }

    func subscribe(_ log: EventLog, on bus: SystemBus) throws -> BusSubscription {
        try bus.subscribe(to: nameOwnerChanged) { log.add($0) }
    }

    @Test func `a signal is told after the connection`() throws {
        try bench.server.start()
        let bus = try bench.bus()
        let log = EventLog()
        let subscription = try subscribe(log, on: bus)
        #expect(log.events.isEmpty)
        // Its own greeting is a name that was taken, before it listens.
        try expect(["connected"], in: log)
        let other = try bench.bus()
        try takeName(on: other)
        // The other's unique name, and the one it asked for.
        try expect(["connected", "signalled", "signalled"], in: log)
        withExtendedLifetime(subscription) {}
    }

    @Test func `a further subscription on a connection is told of it too`() throws {
        try bench.server.start()
        let bus = try bench.bus()
        #expect(try bench.result(bench.driver("GetId"), on: bus).get().count == 1)
        let log = EventLog()
        let subscription = try subscribe(log, on: bus)
        try expect(["connected"], in: log)
        try takeName(on: try bench.bus())
        try expect(["connected", "signalled", "signalled"], in: log)
        withExtendedLifetime(subscription) {}
    }

    @Test func `an absent bus is told once, and its coming too`() throws {
        let bus = try bench.bus()
        let log = EventLog()
        let subscription = try subscribe(log, on: bus)
        try expect(["unavailable"], in: log)
        // Several tries have failed meanwhile.
        #expect(bench.code(try bench.result(bench.driver("GetId"), on: bus)) == .unreachable)
        #expect(bench.code(try bench.result(bench.driver("GetId"), on: bus)) == .unreachable)
        #expect(log.events == ["unavailable"])
        try bench.server.start()
        try expect(["unavailable", "connected"], in: log)
        withExtendedLifetime(subscription) {}
    }

    @Test func `after the bus's end signals come over the next connection`() throws {
        try bench.server.start()
        let bus = try bench.bus()
        let log = EventLog()
        let subscription = try subscribe(log, on: bus)
        try expect(["connected"], in: log)
        try bench.server.end()
        try expect(["connected", "unavailable"], in: log)
        try bench.server.start()
        try expect(["connected", "unavailable", "connected"], in: log)
        try takeName(on: try bench.bus())
        try expect(["connected", "unavailable", "connected", "signalled", "signalled"], in: log)
        withExtendedLifetime(subscription) {}
    }

    @Test func `a bus that hangs in authentication is unavailable, and tried again`() throws {
        let listener = try UnixListener.bind(to: bench.server.path, mode: 0o666)
        let bus = try bench.bus(connecting: .milliseconds(200))
        let log = EventLog()
        let subscription = try subscribe(log, on: bus)
        try expect(["unavailable"], in: log)
        stopListening(listener)
        try bench.server.start()
        try expect(["unavailable", "connected"], in: log)
        withExtendedLifetime(subscription) {}
    }

    @Test func `a dropped subscription is told nothing, also when it drops itself`() throws {
        try bench.server.start()
        let bus = try bench.bus()
        var events = 0
        var subscription: BusSubscription?
        subscription = try bus.subscribe(to: nameOwnerChanged) { event in
            events += 1
            if event == .signalled { subscription = nil }
        }
        try bench.turn { events > 0 }
        #expect(events == 1)
        try takeName(on: try bench.bus())
        #expect(try bench.result(bench.driver("GetId"), on: bus).get().count == 1)
        #expect(subscription == nil)
        #expect(events == 2)
    }
}

/// What a subscription was told, by name.
final class EventLog {
    private(set) var events: [String] = []

    func add(_ event: BusEvent) {
        switch event {
        case .connected: events.append("connected")
        case .signalled: events.append("signalled")
        case .unavailable: events.append("unavailable")
        }
    }
}

private func stopListening(_ listener: consuming UnixListener) {}
