import LanguageTags
import LocdInterface
import Testing

@testable import LocdDaemon

/// What the operating system is told of the machine's language.
@Suite struct MachineTests {
    /// A daemon that tells it, with a libc that has what it is asked for.
    private func fixture(
        machine: [String] = [], _ configure: @escaping (inout Configuration) -> Void = { _ in }
    ) throws -> Bench {
        try Bench(
            machine: machine,
            configure: {
                $0.writesLocale1 = true
                $0.keyboardFollows = true
                configure(&$0)
            }, hasLocale: { $0 != "ar_EG.UTF-8" && !$0.hasPrefix("ar_") })
    }

    private func set(_ fixture: Bench, _ parameters: LocaleInterface.Set.Parameters) throws {
        try fixture.call(LocaleInterface.Set.self, parameters, from: FakeConnection(uid: 0))
    }

    @Test func `a setting is told once it is stored, and only when it is another one`() throws {
        let fixture = try fixture()
        try set(fixture, .init(languages: ["hi"]))
        try set(fixture, .init(languages: ["hi"]))
        #expect(fixture.machine.locales.map { $0["LANG"] } == ["hi_IN.UTF-8"])
        #expect(fixture.machine.keyboards.map(\.layout) == ["in"])
        fixture.settings.failure = StorageFailure(message: "full")
        try set(fixture, .init(languages: ["ru"]))
        #expect(fixture.machine.locales.count == 1)
    }

    @Test func `what the operating system says is never told back`() throws {
        let fixture = try fixture(machine: ["en"])
        try set(fixture, .init(languages: ["hi"]))
        fixture.daemon.machineLanguagesChanged([try LanguageTag(parsing: "hi-IN")])
        fixture.daemon.machineLanguagesChanged([try LanguageTag(parsing: "ru")])
        #expect(fixture.machine.locales.count == 1)
        #expect(fixture.machine.keyboards.count == 1)
    }

    @Test func `an edit of the stored setting is told too`() throws {
        let fixture = try fixture()
        let preference = Preference(languages: [try LanguageTag(parsing: "ru")])
        fixture.daemon.settingsEdited(OwnerSettings(own: preference), of: .system)
        #expect(fixture.machine.locales.map { $0["LANG"] } == ["ru_RU.UTF-8"])
        fixture.daemon.settingsEdited(OwnerSettings(own: preference), of: .user(1000))
        #expect(fixture.machine.locales.count == 1)
    }

    @Test(
        "Neither of these is told",
        arguments: [
            LocaleInterface.Set.Parameters(languages: ["hi"], scope: .user),
            .init(languages: ["hi"], scope: .application, application: "a"), .init(languages: ["hi"], runtime: true),
            .init(languages: ["hi"], temporarySeconds: 5), .init(languages: ["auto"]), .init(region: "DE"),
        ])
    func untold(parameters: LocaleInterface.Set.Parameters) throws {
        let fixture = try fixture(machine: ["ru"])
        try set(fixture, parameters)
        #expect(fixture.machine.locales.isEmpty)
        #expect(fixture.machine.keyboards.isEmpty)
    }

    @Test func `for a language that libc lacks the locale of another is not told, but the keyboard is`() throws {
        let fixture = try fixture()
        try set(fixture, .init(languages: ["ar"]))
        #expect(fixture.machine.locales.isEmpty)
        #expect(fixture.machine.keyboards.map(\.layout) == ["ara"])
    }

    @Test func `each is told by its own key`() throws {
        let keyboardOnly = try fixture { $0.writesLocale1 = false }
        try set(keyboardOnly, .init(languages: ["hi"]))
        #expect(keyboardOnly.machine.locales.isEmpty)
        #expect(keyboardOnly.machine.keyboards.count == 1)
        let localeOnly = try fixture { $0.keyboardFollows = false }
        try set(localeOnly, .init(languages: ["hi"]))
        #expect(localeOnly.machine.locales.count == 1)
        #expect(localeOnly.machine.keyboards.isEmpty)
    }
}
