import BusPeer
import Glibc
import JSON
import LinuxIO
import LocdInterface
import Systemd
import TestSupport
import Testing

/// Callers whom polkit is asked about, with a real bus and a polkit that says what the test wants.
@Suite(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
struct PolkitTests {
    static let denied = "org.varlink.service.PermissionDenied"
    static let setHindi = WireClient.message(LocaleInterface.Set.name, #"{"languages":["hi"]}"#)

    let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
        try bus.start()
    }

    /// The machine's language, as everybody else sees it.
    private func language(_ daemon: DaemonFixture) throws -> String? {
        try daemon.state().languages.first
    }

    @Test func `polkit is asked about the process that connected, and its yes is a yes`() throws {
        let polkit = try FakePolkit(on: bus)
        let daemon = try DaemonFixture(bus: bus)
        let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
        let question = try polkit.question()
        #expect(question.message.path == "/org/freedesktop/PolicyKit1/Authority")
        #expect(question.message.interface == "org.freedesktop.PolicyKit1.Authority")
        #expect(question.action == "org.locd.set-system")
        #expect(question.kind == "unix-process")
        let startTime = try #require(try stranger.startTime())
        #expect(
            question.subject == [
                "pid": .uint32(UInt32(stranger.pid)), "start-time": .uint64(startTime), "uid": .int32(12_345),
            ])
        #expect(question.flags == 0)
        #expect(!question.cancellation.isEmpty)
        #expect(try language(daemon) == "en")
        try polkit.answer(question, isAuthorized: true)
        #expect(try stranger.answer()["inForce"] == "hi")
        #expect(try language(daemon) == "hi")
        #expect(daemon.log.contains("uid 12345 (pid \(stranger.pid)) is authorised for org.locd.set-system"))
    }

    @Test func `a person may be asked when the call says so`() throws {
        let polkit = try FakePolkit(on: bus)
        let daemon = try DaemonFixture(bus: bus)
        for (parameter, flags) in [("true", 1), ("false", 0), ("null", 0)] as [(String, UInt32)] {
            let message = WireClient.message(
                LocaleInterface.Reset.name, #"{"allowInteractiveAuthentication":\#(parameter)}"#)
            let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: message)
            let question = try polkit.question()
            #expect(question.flags == flags)
            try polkit.answer(question, isAuthorized: false, isChallenge: true)
            #expect(try stranger.answer().error == Self.denied)
        }
    }

    /// What is no yes, however much it may look like one.
    static let nonsense: [[BusValue]] = [
        [], [.boolean(true)], [.string("yes")], [.structure([.boolean(true), .boolean(false)])],
        [.structure([.uint32(1), .uint32(0), .array(of: "{ss}", [])])],
        [.structure([.string("true"), .boolean(false), .array(of: "{ss}", [])])],
        [.variant(FakePolkit.answer(true, false))], [.array(of: "(bba{ss})", [FakePolkit.answer(true, false)])],
        [.structure([.boolean(true), .boolean(false), .array(of: "{sv}", [])])],
        [FakePolkit.answer(true, false), FakePolkit.answer(true, false)],
        [FakePolkit.answer(true, false), .boolean(true)],
        [FakePolkit.answer(false, false)], [FakePolkit.answer(false, true)],
        [.strings(Array(repeating: "x", count: 10_000))],
    ]

    @Test func `anything but a yes is a no`() throws {
        let polkit = try FakePolkit(on: bus)
        let daemon = try DaemonFixture(bus: bus)
        let before = try daemon.state()
        // Of one user ten refusals a minute are logged.
        for (index, values) in Self.nonsense.enumerated() {
            let stranger = try StrangerProcess(uid: 12_345 + UInt32(index), to: daemon, sending: Self.setHindi)
            try polkit.peer.reply(to: try polkit.question().message, values)
            #expect(try stranger.answer().error == Self.denied, "\(values)")
        }
        for error in ["Failed", "NotAuthorized", "Cancelled"] {
            let stranger = try StrangerProcess(uid: 54_321, to: daemon, sending: Self.setHindi)
            let question = try polkit.question()
            try polkit.peer.fail(question.message, "org.freedesktop.PolicyKit1.Error.\(error)", "no")
            #expect(try stranger.answer().error == Self.denied)
        }
        #expect(try daemon.state() == before)
        #expect(daemon.log.contains("polkit says no"))
        #expect(daemon.log.contains("polkit wants to see a password"))
        #expect(daemon.log.contains("org.freedesktop.PolicyKit1.Error.NotAuthorized"))
    }

    @Test func `a polkit that hangs is waited for as long as it may take, and by its caller alone`() throws {
        let polkit = try FakePolkit(on: bus)
        let daemon = try DaemonFixture(configuration: "[Limits]\nAuthorizationSeconds=2\n", bus: bus)
        let started = BoottimeClock.now
        let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
        let question = try polkit.question()
        // Meanwhile everybody else is served: who reads, root, and a stranger's own setting.
        #expect(try language(daemon) == "en")
        #expect(try daemon.call(LocaleInterface.Set.self, .init(region: "DE")).state.region == "DE")
        let own = try Stranger(uid: 12_345).connect(to: daemon)
        #expect(try own.call(LocaleInterface.Set.name, #"{"languages":["de"],"scope":"user"}"#)["inForce"] == "de")
        #expect(started.duration(to: BoottimeClock.now) < .seconds(2))
        #expect(try stranger.answer().error == Self.denied)
        #expect(started.duration(to: BoottimeClock.now) >= .seconds(2))
        try polkit.expectCancelled(question)
        // A late yes is nobody's.
        try polkit.answer(question, isAuthorized: true)
        #expect(try language(daemon) == "en")
        #expect(daemon.log.contains("did not answer CheckAuthorization within 2 s"))
    }

    @Test func `without polkit, and without a bus, callers without rights are refused at once`() throws {
        let daemon = try DaemonFixture(bus: bus)
        func expectRefused(_ reason: String) throws {
            let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
            #expect(try stranger.answer().error == Self.denied)
            #expect(daemon.log.contains(reason), "\(daemon.log)")
            #expect(try daemon.call(LocaleInterface.Set.self, .init(region: "DE")).state.region == "DE")
        }
        try expectRefused("org.freedesktop.DBus.Error.ServiceUnknown")
        try bus.end()
        try expectRefused("cannot be reached")
        // Both come back.
        try bus.start()
        let polkit = try FakePolkit(on: bus)
        let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
        try polkit.answer(try polkit.question(), isAuthorized: true)
        #expect(try stranger.answer()["inForce"] == "hi")
    }

    @Test func `a bus that stops or ends while polkit is asked means no`() throws {
        let daemon = try DaemonFixture(configuration: "[Limits]\nAuthorizationSeconds=1\n", bus: bus)
        let polkit = try FakePolkit(on: bus)
        let first = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
        _ = try polkit.question()
        try bus.stop()
        #expect(try first.answer().error == Self.denied)
        let second = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
        #expect(try second.answer().error == Self.denied)
        try bus.resume()
        let third = try StrangerProcess(uid: 12_345, to: daemon, sending: Self.setHindi)
        try bus.end()
        #expect(try third.answer().error == Self.denied)
        #expect(try language(daemon) == "en")
    }

    @Test(arguments: [4_000_000_000, 65_534, 12_345] as [UInt32])
    func `polkit is not asked about whom it cannot know, nor while the system is locked`(uid: UInt32) throws {
        let polkit = try FakePolkit(on: bus)
        let isLocked = uid == 12_345
        let daemon = try DaemonFixture(configuration: isLocked ? "[Access]\nLockSystem=yes\n" : "", bus: bus)
        for message in [Self.setHindi, WireClient.message(LocaleInterface.Reload.name)] {
            let stranger = try StrangerProcess(uid: uid, to: daemon, sending: message)
            #expect(try stranger.answer().error == Self.denied)
        }
        try polkit.expectNothingAsked()
        #expect(try language(daemon) == "en")
    }

    @Test func `a process that cannot be known for certain is not asked about`() throws {
        let polkit = try FakePolkit(on: bus)
        let daemon = try DaemonFixture(bus: bus)
        // The process that connected has ended by the time that its connection is accepted.
        try daemon.signal(SIGSTOP)
        let stranger = try Stranger(uid: 12_345).connect(to: daemon)
        try daemon.signal(SIGCONT)
        #expect(try stranger.call(LocaleInterface.Set.name, #"{"languages":["hi"]}"#).error == Self.denied)
        try polkit.expectNothingAsked()
        #expect(try language(daemon) == "en")
    }
}
