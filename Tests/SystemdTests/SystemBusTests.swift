import LinuxIO
import Systemd
import TestSupport
import Testing

/// Against a real bus, whose own object is the peer.
@Suite struct SystemBusTests {
    let loop: EventLoop
    let server: PrivateBus

    init() throws {
        loop = try EventLoop()
        server = try PrivateBus()
    }

    /// Turns the loop until something is so, for 20 s at most.
    func turn(until isSo: () -> Bool) throws {
        let limit = BoottimeClock.now.advanced(by: .seconds(20))
        while !isSo() {
            let left = BoottimeClock.now.duration(to: limit)
            guard left > .zero, try loop.turn(timeout: left) else {
                throw TestFailure("what was waited for did not come within 20 s")
            }
        }
    }

    /// A bus with short pauses.
    func bus(connecting: Duration = .seconds(10)) throws -> SystemBus {
        var patience = SystemBus.Patience()
        patience.connecting = connecting
        patience.firstPause = .milliseconds(10)
        return try SystemBus(loop, address: server.address, patience: patience)
    }

    /// A method of the bus itself.
    func driver(
        _ member: String, _ arguments: [BusValue] = [], interface: String = "org.freedesktop.DBus"
    ) -> BusMethodCall {
        BusMethodCall(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: interface, member: member,
            arguments: arguments)
    }

    /// What a call gives.
    func result(
        _ call: BusMethodCall, on bus: SystemBus, deadline: Duration = .seconds(10)
    ) throws -> Result<[BusValue], BusError> {
        var result: Result<[BusValue], BusError>?
        let pending = try bus.call(call, deadline: deadline) { result = $0 }
        #expect(result == nil, "a completion comes later")
        try turn { result != nil }
        withExtendedLifetime(pending) {}
        return try #require(result)
    }

    func code(_ result: Result<[BusValue], BusError>) -> BusError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test func `an answer's values come as they were sent`() throws {
        try server.start()
        let bus = try bus()
        let owner = try result(driver("GetNameOwner", [.string("org.freedesktop.DBus")]), on: bus)
        #expect(owner == .success([.string("org.freedesktop.DBus")]))
        let has = try result(driver("NameHasOwner", [.string("org.example.nobody")]), on: bus)
        #expect(has == .success([.boolean(false)]))
        let names = try result(driver("ListActivatableNames"), on: bus).get()
        #expect(names.first?.texts == ["org.freedesktop.DBus"])
        let credentials = try result(driver("GetConnectionCredentials", [.string("org.freedesktop.DBus")]), on: bus)
        guard case .array(of: "{sv}", let entries)? = try? credentials.get().first else {
            Issue.record("no dictionary of variants: \(credentials)")
            return
        }
        #expect(entries.contains(.entry(.string("UnixUserID"), .variant(.uint32(CurrentProcess.userID)))))
    }

    @Test func `a property is read as one variant`() throws {
        try server.start()
        let get = BusMethodCall.get(
            "Interfaces", of: "org.freedesktop.DBus", destination: "org.freedesktop.DBus",
            path: "/org/freedesktop/DBus")
        let values = try result(get, on: try bus()).get()
        guard case .variant(let value)? = values.first else {
            Issue.record("no variant: \(values)")
            return
        }
        #expect(value.texts?.contains("org.freedesktop.DBus.Monitoring") == true)
    }

    @Test func `a refusal keeps its name and its words`() throws {
        try server.start()
        let answer = try result(driver("GetNameOwner", [.string("org.example.nobody")]), on: try bus())
        guard case .failure(let error) = answer else {
            Issue.record("answered: \(answer)")
            return
        }
        #expect(error.code == .refused("org.freedesktop.DBus.Error.NameHasNoOwner"))
        #expect(error.description.contains("org.example.nobody"))
    }

    @Test(arguments: [
        [BusValue.string("a\0b")], [.array(of: "s", [.uint32(1)])], [.array(of: "{sv", [])],
    ])
    func `arguments that are none are refused before they are sent`(arguments: [BusValue]) throws {
        try server.start()
        let bus = try bus()
        #expect(code(try result(driver("GetNameOwner", arguments), on: bus)) == .malformed)
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
    }

    @Test func `without a bus a call fails at once, and the next one finds the bus that came`() throws {
        let bus = try bus()
        #expect(code(try result(driver("GetId"), on: bus)) == .unreachable)
        try server.start()
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
    }

    @Test func `a call ends with the bus, and the next one finds the bus that came back`() throws {
        try server.start()
        let bus = try bus()
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
        try server.stop()
        var answer: Result<[BusValue], BusError>?
        let pending = try bus.call(driver("GetId"), deadline: .seconds(15)) { answer = $0 }
        try server.end()
        try turn { answer != nil }
        withExtendedLifetime(pending) {}
        // sd-bus says in the bus's place that there will be no answer.
        #expect(try code(#require(answer)) == .refused("org.freedesktop.DBus.Error.NoReply"))
        try server.start()
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
    }

    @Test func `a bus that does not answer is waited for until the deadline`() throws {
        try server.start()
        let bus = try bus()
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
        try server.stop()
        #expect(code(try result(driver("GetId"), on: bus, deadline: .milliseconds(30))) == .timedOut)
        try server.resume()
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
    }

    @Test func `a bus that hangs in authentication is given up`() throws {
        let listener = try UnixListener.bind(to: server.path, mode: 0o666)
        let bus = try bus(connecting: .milliseconds(200))
        #expect(code(try result(driver("GetId"), on: bus, deadline: .milliseconds(30))) == .timedOut)
        #expect(code(try result(driver("GetId"), on: bus, deadline: .seconds(15))) == .unreachable)
        withExtendedLifetime(listener) {}
    }

    @Test func `a withdrawn call is not completed`() throws {
        try server.start()
        let bus = try bus()
        var isCompleted = false
        var first: BusCall? = try bus.call(driver("GetId"), deadline: .seconds(10)) { _ in isCompleted = true }
        #expect(first != nil)
        first = nil
        // Its answer comes before this one's.
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
        #expect(!isCompleted)
    }

    @Test func `a bus that takes nothing is asked no more, and the loop goes on`() throws {
        try server.start()
        let bus = try bus()
        #expect(try result(driver("GetId"), on: bus).get().count == 1)
        try server.stop()
        let long = BusValue.string(String(repeating: "x", count: 1 << 18))
        var answers: [BusError.Code?] = []
        var pending: [BusCall] = []
        for _ in 0..<200 {
            let call = driver("GetNameOwner", [long])
            pending.append(try bus.call(call, deadline: .milliseconds(300)) { answers.append(code($0)) })
        }
        try turn { answers.count == 200 }
        #expect(Set(answers) == [.congested, .timedOut])
        #expect(answers.count { $0 == .timedOut } <= SystemBus.maximumUnsentMessages + 64)
    }
}
