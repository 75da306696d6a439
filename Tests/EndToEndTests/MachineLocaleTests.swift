import BusPeer
import Glibc
import LinuxIO
import LocdInterface
import Systemd
import TestSupport
import Testing

/// The machine's language as systemd-localed has it, with the real daemon on a real bus.
@Suite struct MachineLocaleTests {
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
        try bus.start()
    }

    private func daemon(
        language: String = "de_DE.UTF-8", configuration: String = "", _ more: [String: String] = [:]
    ) throws -> DaemonFixture {
        try DaemonFixture(
            configuration: configuration, bus: bus, variables: ["LANG": language].merging(more) { $1 })
    }

    // MARK: Following

    @Test func `the daemon serves by its environment until the service answers, then by the service`() throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        let follower = try Follower(daemon)
        #expect(follower.first.languages.first == "de")
        try service.answerReading()
        let state = try follower.next()
        #expect(state.languages.first == "hi")
        #expect(state.scope == .automatic)
        #expect(state.reason == .automatic)
    }

    @Test func `a change of the machine's language while nobody has set one is a change`() throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        let follower = try Follower(daemon)
        try service.answerReading()
        _ = try follower.next()
        try service.change(to: "LANG=en_US.UTF-8", "LANGUAGE=ar:en")
        #expect(try follower.next().languages.first == "ar")
        // What it says is none, so the daemon's environment decides again.
        try service.change()
        #expect(try follower.next().languages.first == "de")
    }

    @Test func `while a language is set, a change of the machine's is not seen`() throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        try service.answerReading()
        try daemon.set("ar")
        let follower = try Follower(daemon)
        try service.change(to: "LANG=en_US.UTF-8")
        // The next event is the one for this, and the machine's language is the new one.
        try daemon.set("auto")
        #expect(try follower.next().languages.first == "en")
    }

    @Test func `a service that ends says what it said, and the next one is followed`() throws {
        var service: FakeLocaleService? = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        let follower = try Follower(daemon)
        try service?.answerReading()
        #expect(try follower.next().languages.first == "hi")
        service = nil
        let next = try FakeLocaleService(on: bus)
        try next.expectNothingAsked()
        #expect(try daemon.state().languages.first == "hi")
        try next.change(to: "LANG=ar_EG.UTF-8")
        #expect(try follower.next().languages.first == "ar")
    }

    @Test func `without the bus the environment decides, and with it the service again`() throws {
        var service: FakeLocaleService? = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        let follower = try Follower(daemon)
        try service?.answerReading()
        #expect(try follower.next().languages.first == "hi")
        service = nil
        try bus.end()
        #expect(try follower.next().languages.first == "de")
        try bus.start()
        service = try FakeLocaleService(on: bus, locale: ["LANG=ar_EG.UTF-8"])
        try service?.answerReading()
        #expect(try follower.next().languages.first == "ar")
    }

    @Test func `a service that hangs holds up nobody, and may answer late`() throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        let call = try service.peer.nextCall()
        let follower = try Follower(daemon)
        #expect(follower.first.languages.first == "de")
        try daemon.set("ar")
        #expect(try follower.next().languages.first == "ar")
        try daemon.set("auto")
        #expect(try follower.next().languages.first == "de")
        try service.answer(call)
        #expect(try follower.next().languages.first == "hi")
    }

    @Test(
        "What is no answer says nothing",
        arguments: [
            [], [.string("LANG=hi_IN.UTF-8")], [.strings(["LANG=hi_IN.UTF-8"])],
            [.properties(["Locale": .string("LANG=hi_IN.UTF-8")])], [.properties(["Locale": .strings(["LANG=hi"])])],
            [.properties([:]), .properties([:])],
        ] as [[BusValue]])
    func garbage(values: [BusValue]) throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        try service.peer.reply(to: service.peer.nextCall(), values)
        try service.announce()
        let second = try service.peer.nextCall()
        #expect(try daemon.state().languages.first == "de")
        #expect(daemon.log.contains("systemd-localed does not answer"))
        try service.answer(second)
        #expect(try daemon.wait { try daemon.state().languages.first == "hi" })
    }

    @Test(
        "Languages that are none, too long or too many harm nobody",
        arguments: [
            ["LANG=" + String(repeating: "x", count: 100_000)], ["LANG=../../etc/passwd"], ["LANG", "=", ""],
            ["LANGUAGE=" + String(repeating: "xx:", count: 10_000)],
        ])
    func oddities(locale: [String]) throws {
        let service = try FakeLocaleService(on: bus, locale: locale)
        let daemon = try daemon()
        try service.answerReading()
        try service.change(to: "LANG=hi_IN.UTF-8")
        #expect(try daemon.wait { try daemon.state().languages.first == "hi" })
    }

    @Test func `a signal that somebody else sends proves nothing`() throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon()
        let asked = try service.answerReading()
        let stranger = try BusPeer(on: bus)
        try stranger.emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", path: "/org/freedesktop/locale1",
            [
                .string(FakeLocaleService.name), .properties(["Locale": .strings(["LANG=ar_EG.UTF-8"])]),
                .strings([]),
            ], to: asked.sender)
        #expect(try daemon.wait { try daemon.state().languages.first == "hi" })
        try service.change(to: "LANG=en_US.UTF-8")
        #expect(try daemon.wait { try daemon.state().languages.first == "en" })
    }
}
