import LanguageTags
import LocdInterface
import Testing

@testable import LocdDaemon

/// What the daemon says of itself.
@Suite struct LogTests {
    @Test func `a setting says who set whose, and the machine's language says what came of it`() throws {
        let bench = try Bench()
        _ = try bench.set("hi", from: FakeConnection(uid: 0))
        #expect(bench.log.entries.map(\.event) == [.settingChanged, .machineLanguageChanged])
        #expect(
            bench.log.entries[0].fields == [
                .uid: "0", .scope: "system", .language: "hi", .languageBefore: "auto", .region: "", .reason: "set",
            ])
        #expect(bench.log.entries[1].fields[.language] == "hi en")
    }

    @Test func `a user's setting is not the machine's`() throws {
        let bench = try Bench()
        _ = try bench.set("ar", scope: .user, from: FakeConnection(uid: 1000))
        #expect(bench.log.entries.map(\.event) == [.settingChanged])
        #expect(bench.log.entries[0].message == "language of uid 1000 set from auto to ar by uid 1000 (set)")
    }

    @Test func `a setting that ends by itself, or by an edit, was asked for by nobody`() throws {
        let bench = try Bench()
        let root = FakeConnection(uid: 0)
        try bench.call(LocaleInterface.Set.self, .init(languages: ["hi"], temporarySeconds: 5), from: root)
        bench.clock.advance(seconds: 6)
        bench.daemon.handleDeadlines()
        let expired = try #require(bench.log.entries.last { $0.event == .settingChanged })
        #expect(expired.fields[.reason] == "expired")
        #expect(expired.fields[.uid] == nil)
        bench.daemon.settingsEdited(
            OwnerSettings(own: Preference(languages: [try LanguageTag(parsing: "ru")])), of: .user(1000))
        let edited = try #require(bench.log.entries.last)
        #expect(edited.message == "language of uid 1000 set from auto to ru (edit)")
        #expect(edited.fields[.uid] == "1000")
    }

    @Test func `users fill the log neither with their own settings nor with what they may not do`() throws {
        let bench = try Bench()
        let user = FakeConnection(uid: 1000)
        for round in 0..<40 {
            _ = try bench.set(round % 2 == 0 ? "hi" : "ar", scope: .user, from: user)
            _ = try bench.set("hi", from: user)
        }
        #expect(bench.log.entries.count { $0.event == .settingChanged } == 10)
        #expect(bench.log.entries.count { $0.event == .callRefused } == 10)
        #expect(bench.log.lines.count { $0.hasSuffix("; more of this minute is not logged") } == 2)
        let refusal = try #require(bench.log.entries.first { $0.event == .callRefused })
        #expect(
            refusal.fields == [.uid: "1000", .pid: "4711", .method: "org.locd.Locale.Set"])
        // The machine's own setting is told however often it changes.
        for round in 0..<40 { _ = try bench.set(round % 2 == 0 ? "hi" : "ar", from: FakeConnection(uid: 0)) }
        #expect(bench.log.entries.count { $0.fields[.scope] == "system" } == 40)
    }

    @Test func `the machine's environment is told when it changes, and only then`() throws {
        let bench = try Bench(machine: ["hi"])
        var told: [[String: String]] = []
        bench.daemon.machineEnvironmentChanged = { told.append($0) }
        #expect(bench.daemon.machineEnvironment["LANGUAGE"] == "hi:en")
        _ = try bench.set("ar", scope: .user, from: FakeConnection(uid: 1000))
        _ = try bench.set("hi", from: FakeConnection(uid: 0))
        #expect(told == [])
        _ = try bench.set("ar", from: FakeConnection(uid: 0))
        bench.daemon.machineLanguagesChanged([try LanguageTag(parsing: "ru")])
        #expect(told.map { $0["LANGUAGE"] } == ["ar:en"])
        _ = try bench.set("auto", from: FakeConnection(uid: 0))
        #expect(told.map { $0["LANGUAGE"] } == ["ar:en", "ru:en"])
        let machine = try #require(bench.log.entries.last)
        #expect(machine.event == .machineLanguageChanged)
        #expect(machine.fields[.languageBefore] == "ar en")
    }

    @Test func `a message stays on its line, whatever was put into it`() {
        #expect(LogEntry(.info, "one\n<0>two\r\n\0three").line == "one <0>two  three")
    }
}
