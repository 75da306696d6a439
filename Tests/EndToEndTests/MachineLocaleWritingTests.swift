import BusPeer
import LinuxIO
import LocdInterface
import Systemd
import TestSupport
import Testing

/// The machine's language and keyboard told to systemd-localed, with the real daemon on a real bus.
@Suite struct MachineLocaleWritingTests {
    private let bus: PrivateBus
    /// Where libc finds the locales of the test.
    private let locales: ScratchDirectory

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        locales = try ScratchDirectory()
        for name in ["hi_IN.utf8", "de_DE.utf8", "en_US.utf8"] {
            // A locale's name is what matters here, not what is in it.
            try locales.makeLink(name, to: "/usr/lib/locale/C.utf8")
        }
    }

    private func daemon(_ configuration: String) throws -> DaemonFixture {
        try DaemonFixture(configuration: configuration, bus: bus, variables: ["LOCPATH": locales.path])
    }

    private static let both = "[Locale]\nWriteLocale1=yes\n[Keyboard]\nFollow=yes\n"

    /// Waits for a call that sets something, answering readings; it is not answered.
    private func setting(_ service: FakeLocaleService) throws -> BusMessageImage {
        while true {
            let call = try service.peer.nextCall()
            guard call.member == "GetAll" else { return call }
            try service.answer(call)
        }
    }

    @Test func `a language that is set becomes the machine's locale and keyboard, and does not come back as a change`()
        throws
    {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=en_US.UTF-8", "LANGUAGE=ar:en", "LC_COLLATE=C"])
        let daemon = try daemon(Self.both)
        try service.answerReading()
        #expect(try daemon.wait { try daemon.state().languages.first == "ar" })
        let follower = try Follower(daemon)
        try daemon.set("hi")
        #expect(try follower.next().languages.first == "hi")
        let locale = try setting(service)
        #expect(locale.member == "SetLocale")
        #expect(locale.values == [.strings(["LANG=hi_IN.UTF-8", "LC_COLLATE=C"]), .boolean(false)])
        service.locale = ["LANG=hi_IN.UTF-8", "LC_COLLATE=C"]
        try service.peer.reply(to: locale, [])
        try service.announce()
        let keyboard = try setting(service)
        #expect(keyboard.member == "SetX11Keyboard")
        #expect(
            keyboard.values == [
                .string("in"), .string("pc105"), .string(""), .string("compose:menu"), .boolean(true), .boolean(false),
            ])
        service.keyboard.layout = "in"
        try service.peer.reply(to: keyboard, [])
        // Nothing more is told or set: the next event is that of the next change, the next call its.
        try daemon.set("de", "hi")
        #expect(try follower.next().languages == ["de", "hi", "en"])
        let next = try setting(service)
        #expect(next.values == [.strings(["LANG=de_DE.UTF-8", "LC_COLLATE=C"]), .boolean(false)])
    }

    @Test func `formats of a region go along`() throws {
        let service = try FakeLocaleService(on: bus)
        let daemon = try daemon("[Locale]\nWriteLocale1=yes\n")
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["en"], region: "DE"))
        let formats = ["LC_MEASUREMENT", "LC_MONETARY", "LC_NUMERIC", "LC_PAPER", "LC_TIME"]
        let assignments = ["LANG=en_US.UTF-8"] + formats.map { "\($0)=de_DE.UTF-8" }
        #expect(try setting(service).values == [.strings(assignments), .boolean(false)])
    }

    @Test func `what is so already is not set, and a language that libc lacks neither`() throws {
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        service.keyboard.layout = "in"
        let daemon = try daemon(Self.both)
        try service.answerReading()
        try daemon.set("hi")
        try service.answerReading()
        try daemon.set("ar")
        let keyboard = try setting(service)
        #expect(keyboard.member == "SetX11Keyboard")
        #expect(keyboard.values.first == .string("ara"))
        #expect(daemon.log.contains("the operating system's locale is left alone: libc has none in ar"))
    }

    @Test func `a temporary setting, another scope's and automatic are not told`() throws {
        let service = try FakeLocaleService(on: bus)
        let daemon = try daemon(Self.both)
        try service.answerReading()
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["hi"], temporarySeconds: 100))
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["hi"], scope: .user))
        try daemon.set("auto")
        try daemon.set("de")
        #expect(try setting(service).values == [.strings(["LANG=de_DE.UTF-8"]), .boolean(false)])
    }

    @Test func `off by default: the machine is left alone`() throws {
        let service = try FakeLocaleService(on: bus)
        let daemon = try daemon("")
        try service.answerReading()
        try daemon.set("hi")
        try service.change(to: "LANG=de_DE.UTF-8")
        #expect(try daemon.state().languages.first == "hi")
        #expect(try daemon.state().keyboard?.layout == "in")
        try service.expectNothingAsked()
    }

    @Test func `a refusal is logged and fails nothing`() throws {
        let service = try FakeLocaleService(on: bus)
        let daemon = try daemon(Self.both)
        try service.answerReading()
        #expect(try daemon.set("hi").inForce == "hi")
        try service.peer.fail(
            setting(service), "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", "not you")
        try daemon.set("de")
        #expect(try setting(service).values.first == .strings(["LANG=de_DE.UTF-8"]))
        #expect(daemon.log.contains("systemd-localed has not set LANG=hi_IN.UTF-8"))
    }

    @Test func `what was set while the bus was away is told when it is back, the newest only`() throws {
        try bus.end()
        let daemon = try daemon(Self.both)
        try daemon.set("hi")
        try daemon.set("de")
        try bus.start()
        let service = try FakeLocaleService(on: bus)
        #expect(try setting(service).values.first == .strings(["LANG=de_DE.UTF-8"]))
    }
}
