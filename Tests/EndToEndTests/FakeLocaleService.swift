import BusPeer
import LinuxIO
import Systemd
import TestSupport
import Testing

/// A systemd-localed that says what the test wants, on a bus of the test's own.
final class FakeLocaleService {
    static let name = "org.freedesktop.locale1"
    private static let path = "/org/freedesktop/locale1"

    let peer: BusPeer
    /// What the machine is set to.
    var locale: [String]
    var keyboard = (layout: "", model: "pc105", variant: "", options: "compose:menu")

    init(on bus: PrivateBus, locale: [String] = []) throws {
        peer = try BusPeer(on: bus, named: Self.name)
        self.locale = locale
    }

    /// Waits for a reading of the properties and answers it; gives the caller.
    @discardableResult
    func answerReading(sourceLocation: SourceLocation = #_sourceLocation) throws -> BusMessageImage {
        let call = try peer.nextCall()
        try answer(call, sourceLocation: sourceLocation)
        return call
    }

    func answer(_ call: BusMessageImage, sourceLocation: SourceLocation = #_sourceLocation) throws {
        #expect(call.member == "GetAll", sourceLocation: sourceLocation)
        #expect(call.values == [.string(Self.name)], sourceLocation: sourceLocation)
        try peer.reply(to: call, [properties])
    }

    private var properties: BusValue {
        .properties([
            "Locale": .strings(locale), "X11Layout": .string(keyboard.layout), "X11Model": .string(keyboard.model),
            "X11Variant": .string(keyboard.variant), "X11Options": .string(keyboard.options),
            "VConsoleKeymap": .string(""),
        ])
    }

    /// Tells that the locale changed, as the service does.
    func announce() throws {
        try peer.emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", path: Self.path,
            [.string(Self.name), .properties(["Locale": .strings(locale)]), .strings([])])
    }

    /// Sets another locale, as somebody else does with localectl, and answers the reading that follows.
    func change(to locale: String..., sourceLocation: SourceLocation = #_sourceLocation) throws {
        self.locale = locale
        try announce()
        try answerReading(sourceLocation: sourceLocation)
    }

    /// Expects that nothing is asked of it.
    func expectNothingAsked(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let member = try peer.takeCall()?.member
        #expect(member == nil, sourceLocation: sourceLocation)
    }
}
