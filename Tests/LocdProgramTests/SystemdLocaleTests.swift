import BusPeer
import LanguageTags
import LinuxIO
import LocdDaemon
import Systemd
import TestSupport
import Testing

@testable import locd

/// Following and setting systemd-localed on a loop of the test's own, with short patience.
@Suite struct SystemdLocaleTests {
    private let loop: EventLoop
    private let bus: PrivateBus
    private let log = LineLog()

    init() throws {
        loop = try EventLoop()
        bus = try PrivateBus()
        try bus.start()
    }

    private final class LineLog: DaemonLog {
        private(set) var lines: [String] = []
        func write(_ entry: LogEntry) { lines.append(entry.message) }
    }

    private func locale(_ patience: SystemdLocale.Patience = .init()) throws -> SystemdLocale {
        try SystemdLocale(loop, SystemBus(loop, address: bus.address), log: log, patience: patience)
    }

    /// Turns the loop until something is so, for 20 s at most.
    private func turn(until isSo: () throws -> Bool) throws {
        let limit = BoottimeClock.now.advanced(by: .seconds(20))
        while try !isSo() {
            guard BoottimeClock.now < limit else { throw TestFailure("what was waited for did not come within 20 s") }
            _ = try loop.turn(timeout: .milliseconds(20))
        }
    }

    private func nextCall(_ peer: BusPeer) throws -> BusMessageImage {
        var call: BusMessageImage?
        try turn {
            call = try peer.takeCall()
            return call != nil
        }
        return try #require(call)
    }

    private func answer(_ call: BusMessageImage, _ peer: BusPeer, _ locale: [String]) throws {
        try peer.reply(
            to: call,
            [
                .properties([
                    "Locale": .strings(locale), "X11Layout": .string("us"), "X11Model": .string(""),
                    "X11Variant": .string("intl"), "X11Options": .string(""),
                ])
            ])
    }

    private func announce(_ peer: BusPeer) throws {
        try peer.emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", path: "/org/freedesktop/locale1",
            [.string("org.freedesktop.locale1"), .properties([:]), .strings([])])
    }

    @Test func `a service that does not answer in time says nothing and is asked again`() throws {
        let peer = try BusPeer(on: bus, named: "org.freedesktop.locale1")
        var patience = SystemdLocale.Patience()
        patience.reading = .milliseconds(50)
        patience.retry = .milliseconds(50)
        let locale = try locale(patience)
        _ = try nextCall(peer)
        try answer(nextCall(peer), peer, ["LANG=hi_IN.UTF-8"])
        try turn { locale.locale == ["LANG=hi_IN.UTF-8"] }
        #expect(log.lines.first?.contains("did not answer GetAll") == true)
    }

    @Test func `a flood of signals is one reading, and one more after it`() throws {
        let peer = try BusPeer(on: bus, named: "org.freedesktop.locale1")
        let locale = try locale()
        let first = try nextCall(peer)
        for _ in 0..<200 { try announce(peer) }
        // The bus keeps the order: when this has come back, so have those.
        _ = try peer.ask("GetId", [])
        try turn { try !loop.turn(timeout: .milliseconds(20)) }
        #expect(try peer.takeCall() == nil)
        try answer(first, peer, ["LANG=hi_IN.UTF-8"])
        try answer(nextCall(peer), peer, ["LANG=de_DE.UTF-8"])
        try turn { locale.locale == ["LANG=de_DE.UTF-8"] }
        try turn { try !loop.turn(timeout: .milliseconds(200)) }
        #expect(try peer.takeCall() == nil)
    }

    @Test func `a change is told once, the same again not`() throws {
        let peer = try BusPeer(on: bus, named: "org.freedesktop.locale1")
        let locale = try locale()
        var changes = 0
        locale.onChange = { changes += 1 }
        for answered in [["LANG=hi_IN.UTF-8"], ["LANG=hi_IN.UTF-8"], []] {
            try answer(nextCall(peer), peer, answered)
            try turn { locale.locale == answered }
            try announce(peer)
        }
        #expect(changes == 2)
    }

    @Test func `a setting that its writing overtakes is the next one written`() throws {
        let peer = try BusPeer(on: bus, named: "org.freedesktop.locale1")
        let locale = try locale()
        try answer(nextCall(peer), peer, [])
        try turn { locale.locale == [] }
        locale.setLocale(["LANG": "hi_IN.UTF-8"])
        try answer(nextCall(peer), peer, [])
        let first = try nextCall(peer)
        #expect(first.member == "SetLocale")
        locale.setLocale(["LANG": "de_DE.UTF-8"])
        locale.setLocale(["LANG": "ar_EG.UTF-8"])
        locale.setKeyboard(try #require(KeyboardHint(for: LanguageTag(parsing: "ar"))))
        try answer(nextCall(peer), peer, [])
        try peer.reply(to: first, [])
        try answer(nextCall(peer), peer, ["LANG=hi_IN.UTF-8"])
        let second = try nextCall(peer)
        #expect(second.values.first == .strings(["LANG=ar_EG.UTF-8"]))
        try peer.reply(to: second, [])
        try answer(nextCall(peer), peer, ["LANG=ar_EG.UTF-8"])
        let keyboard = try nextCall(peer)
        // The layout with its own variant: the present one belongs to another.
        #expect(keyboard.values.prefix(3) == [.string("ara"), .string(""), .string("")])
    }
}
