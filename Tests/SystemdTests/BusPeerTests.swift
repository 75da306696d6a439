import BusPeer
import LinuxIO
import Systemd
import TestSupport
import Testing

/// Against a peer that answers with what the test wants.
@Suite struct BusPeerTests {
    private static let name = "org.example.peer"

    let bench: SystemBusTests
    let peer: BusPeer

    init() throws {
        bench = try SystemBusTests()
        try bench.server.start()
        peer = try BusPeer(on: bench.server, named: Self.name)
    }

    private func call(_ arguments: [BusValue] = []) -> BusMethodCall {
        BusMethodCall(
            destination: Self.name, path: "/org/example", interface: "org.example.Peer", member: "Do",
            arguments: arguments)
    }

    /// Calls the peer, which answers with `body`.
    private func result(
        _ call: BusMethodCall, _ body: (BusMessageImage) throws -> Void
    ) throws -> Result<[BusValue], BusError> {
        let bus = try bench.bus()
        var result: Result<[BusValue], BusError>?
        let pending = try bus.call(call, deadline: .seconds(10)) { result = $0 }
        var call: BusMessageImage?
        var source: IOSource? = try IOSource(bench.loop, peer.descriptor, for: .readable) { _ in
            call = try! peer.takeCall()
        }
        try bench.turn { call != nil }
        source = nil
        #expect(source == nil)
        try body(try #require(call))
        try bench.turn { result != nil }
        withExtendedLifetime(pending) {}
        return try #require(result)
    }

    @Test func `values of every kind arrive as they were given, both ways`() throws {
        let values: [BusValue] = [
            .boolean(true), .boolean(false), .int32(-5), .uint32(4_000_000_000), .uint64(1 << 60), .string(""),
            .string("हिन्दी"), .variant(.strings(["a", "bc", ""])), .structure([.boolean(false), .uint64(7)]),
            .strings([]), .array(of: "{sv}", []), .array(of: "(bt)", [.structure([.boolean(true), .uint64(9)])]),
            .properties(["pid": .uint32(1), "deep": .variant(.array(of: "{ss}", [.entry(.string("k"), .string("v"))]))]
            ),
        ]
        let answer = try result(call(values)) { call in
            #expect(call.values == values)
            #expect(call.interface == "org.example.Peer" && call.member == "Do" && call.path == "/org/example")
            #expect(call.expectsReply)
            try peer.reply(to: call, call.values)
        }
        #expect(answer == .success(values))
    }

    @Test func `an answer without end or bottom is malformed`() throws {
        var deep = BusValue.boolean(true)
        for _ in 0..<20 { deep = .variant(deep) }
        let many = BusValue.strings(Array(repeating: "x", count: 5000))
        for value in [deep, many] {
            let answer = try result(call()) { try peer.reply(to: $0, [value]) }
            #expect(bench.code(answer) == .malformed)
        }
    }

    @Test func `an error has its name, whether it has words or not`() throws {
        let error = try result(call()) { try peer.fail($0, "org.example.No", "because") }
        #expect(bench.code(error) == .refused("org.example.No"))
        if case .failure(let error) = error { #expect(error.description == "because (org.example.No)") }
    }

    @Test func `a call that wants no answer says so`() throws {
        let bus = try bench.bus()
        #expect(try bench.result(bench.driver("GetId"), on: bus).get().count == 1)
        bus.send(call([.string("told")]))
        let told = try peer.nextCall()
        #expect(!told.expectsReply)
        #expect(told.values == [.string("told")])
    }

    @Test func `what is sent without a connection is lost, and no connection is made for it`() throws {
        let bus = try bench.bus()
        bus.send(call())
        #expect(try bench.result(bench.driver("GetId"), on: bus).get().count == 1)
        #expect(try (peer.takeCall()?.member) == nil)
    }

    @Test func `an answer that comes too late is nobody's`() throws {
        let bus = try bench.bus()
        #expect(bench.code(try bench.result(call(), on: bus, deadline: .milliseconds(20))) == .timedOut)
        try peer.reply(to: try peer.nextCall(), [.boolean(true)])
        #expect(try bench.result(bench.driver("GetId"), on: bus).get().count == 1)
    }

    @Test func `a signal that somebody else sends to us alone is a hint and nothing more`() throws {
        let bus = try bench.bus()
        var events: [BusEvent] = []
        let signal = BusSignal.propertiesChanged(sender: "org.example.owner", path: "/org/example")
        let subscription = try bus.subscribe(to: signal) { events.append($0) }
        try bench.turn { !events.isEmpty }
        let own = try bench.result(bench.driver("GetNameOwner", [.string("org.freedesktop.DBus")]), on: bus)
        #expect(own == .success([.string("org.freedesktop.DBus")]))
        let names = try bench.result(bench.driver("ListNames"), on: bus).get()
        for name in names.first?.texts ?? [] where name.hasPrefix(":") && name != peer.uniqueName {
            try peer.emit(
                signal.member, of: signal.interface, path: signal.path, [.string("forged"), .strings([])], to: name)
        }
        try bench.turn { events.count == 2 }
        // It tells that something may have changed; there is no content that could be believed.
        #expect(events == [.connected, .signalled])
        withExtendedLifetime(subscription) {}
    }
}
