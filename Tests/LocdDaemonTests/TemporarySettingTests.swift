import LanguageTags
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// Settings that end by themselves (semantics L1a) and regions (L1b).
@Suite struct TemporarySettingTests {
    let root = FakeConnection(uid: 0)

    private func set(_ bench: Bench, _ parameters: LocaleInterface.Set.Parameters) throws -> FakeCall {
        try bench.call(LocaleInterface.Set.self, parameters, from: root)
    }

    @Test("A temporary setting is told with its end, is not stored, and ends by itself")
    func endsByItself() throws {
        let bench = try Bench()
        let user = FakeConnection(uid: 1000)
        _ = try bench.set("ar", from: root)
        try bench.subscribe(user)
        let reply = try set(bench, .init(languages: ["hi"], temporarySeconds: 120)).answer(LocaleInterface.Set.self)
        #expect(reply.state.until == bench.clock.unix + 120)
        #expect(bench.settings.stored[.system]?.own.languages.map(\.description) == ["ar"])
        #expect(bench.daemon.nextDeadline == bench.clock.boottime + 120_000_000_000)

        bench.clock.advance(seconds: 60)
        bench.daemon.handleDeadlines()
        #expect(try bench.state(of: user).languages.first == "hi")
        // Renewed before it ends: silent, but longer.
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 120))
        bench.clock.advance(seconds: 119)
        bench.daemon.handleDeadlines()
        #expect(try bench.state(of: user).languages.first == "hi")
        bench.clock.advance(seconds: 1)
        bench.daemon.handleDeadlines()
        let states = try user.states()
        #expect(states.map { $0?.languages.first } == ["ar", "hi", "ar"])
        #expect(states.last??.reason == .expired)
        #expect(states.last??.until == nil)
        #expect(bench.daemon.nextDeadline == nil)
    }

    @Test("Who subscribes after a setting was prolonged is told its new end")
    func prolonged() throws {
        let bench = try Bench()
        let early = FakeConnection(uid: 1000)
        let late = FakeConnection(uid: 1000)
        try bench.subscribe(early)
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 120))
        bench.clock.advance(seconds: 60)
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 120))
        try bench.subscribe(late)
        #expect(try late.states().map { $0?.until } == [bench.clock.unix + 120])
        #expect(try late.states().last == bench.state(of: late))
        #expect(early.frames.count == 2)
    }

    @Test("The end that a state tells is that of whatever decides its languages or region")
    func endOfRegion() throws {
        let bench = try Bench()
        let user = FakeConnection(uid: 1000)
        _ = try bench.set("ar", scope: .user, from: user)
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 60))
        #expect(try bench.state(of: user).until == nil)
        _ = try set(bench, .init(region: "DE", temporarySeconds: 120))
        let state = try bench.state(of: user)
        #expect(state.region == "DE")
        #expect(state.until == bench.clock.unix + 120)
        bench.clock.advance(seconds: 120)
        bench.daemon.handleDeadlines()
        #expect(try bench.state(of: user).region == nil)
    }

    @Test("Reset drops a temporary setting; with none it changes nothing")
    func reset() throws {
        let bench = try Bench()
        _ = try set(bench, .init(languages: ["hi"], runtime: true))
        #expect(bench.settings.writes == 0)
        #expect(try bench.state(of: root).languages.first == "hi")
        let reply = try bench.call(LocaleInterface.Reset.self, .init(), from: root).answer(LocaleInterface.Reset.self)
        #expect(reply.inForce == "en")
        #expect(reply.state.reason == .reset)
        let again = try bench.call(LocaleInterface.Reset.self, .init(), from: root).answer(LocaleInterface.Reset.self)
        #expect(again.state.generation == reply.state.generation)
    }

    @Test("Setting for good replaces a temporary setting")
    func replacedForGood() throws {
        let bench = try Bench()
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 60))
        _ = try set(bench, .init(languages: ["ar"]))
        #expect(try bench.state(of: root).languages.first == "ar")
        bench.clock.advance(seconds: 61)
        bench.daemon.handleDeadlines()
        #expect(try bench.state(of: root).languages.first == "ar")
    }

    @Test("A region stays when the language changes and is cleared by an empty one")
    func region() throws {
        let bench = try Bench()
        _ = try set(bench, .init(languages: ["ru"], region: "de"))
        _ = try set(bench, .init(languages: ["en"]))
        var state = try bench.state(of: root)
        #expect(state.region == "DE")
        #expect(state.locale == "en-u-rg-dezzzz")
        _ = try set(bench, .init(region: ""))
        state = try bench.state(of: root)
        #expect(state.region == nil)
        #expect(state.languages.first == "en")
        for wrong in ["Germany", "D", "1", "../"] {
            #expect(try set(bench, .init(region: wrong)).localeError() == .invalidRegion(region: wrong))
        }
    }

    @Test("Durations outside their range are refused", arguments: [-1, 0, 604_801, Int.max])
    func durations(seconds: Int) throws {
        let bench = try Bench()
        let call = try set(bench, .init(languages: ["hi"], temporarySeconds: seconds))
        #expect(call.error?.name == "org.varlink.service.InvalidParameter")
        #expect(try bench.state(of: root).languages.first == "en")
    }

    @Test("Reset ends temporary settings that are under way, and leaves those for good")
    func resetSupersedes() throws {
        let bench = try Bench()
        bench.catalogs.waiting = []
        let temporary = try set(bench, .init(languages: ["hi"], temporarySeconds: 60))
        let stored = try set(bench, .init(region: "DE"))
        let reset = try bench.call(LocaleInterface.Reset.self, .init(), from: root)
        #expect(try temporary.localeError() == .superseded)
        #expect(reset.error == nil && reset.endings == 1)
        while bench.catalogs.waiting?.isEmpty == false { try bench.catalogs.releaseOne() }
        #expect(temporary.endings == 1)
        #expect(stored.error == nil && stored.endings == 1)
        let state = try bench.state(of: root)
        #expect(state.languages.first == "en")
        #expect(state.region == "DE")
        #expect(bench.daemon.nextDeadline == nil)
    }

    @Test("A setting that names neither languages nor a region changes nothing, and ends no temporary one")
    func emptySetting() throws {
        let bench = try Bench()
        _ = try bench.set("ar", from: root)
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 60))
        let before = try bench.state(of: root)
        let reply = try set(bench, .init()).answer(LocaleInterface.Set.self)
        #expect(reply.stored == ["ar"])
        #expect(reply.inForce == "hi")
        #expect(try bench.state(of: root) == before)
        #expect(bench.settings.writes == 1)
    }

    @Test("A temporary setting is prolonged without naming it again")
    func prolongedWithoutName() throws {
        let bench = try Bench()
        _ = try set(bench, .init(languages: ["hi"], temporarySeconds: 60))
        _ = try set(bench, .init(temporarySeconds: 120))
        let state = try bench.state(of: root)
        #expect(state.languages.first == "hi")
        #expect(state.until == bench.clock.unix + 120)
    }

    @Test("A region that is set for good shows at once, and leaves a temporary language its time")
    func regionUnderTemporaryLanguage() throws {
        let bench = try Bench()
        _ = try bench.set("ar", from: root)
        _ = try set(bench, .init(languages: ["hi"], region: "IN", temporarySeconds: 60))
        _ = try set(bench, .init(region: "DE"))
        var state = try bench.state(of: root)
        #expect(state.languages.first == "hi")
        #expect(state.region == "DE")
        bench.clock.advance(seconds: 60)
        bench.daemon.handleDeadlines()
        state = try bench.state(of: root)
        #expect(state.languages.first == "ar")
        #expect(state.region == "DE")
    }

    @Test("A temporary region ends with the region that is set for good")
    func temporaryRegionReplaced() throws {
        let bench = try Bench()
        _ = try set(bench, .init(region: "IN", temporarySeconds: 60))
        _ = try set(bench, .init(region: "DE"))
        #expect(try bench.state(of: root).until == nil)
        #expect(bench.daemon.nextDeadline == nil)
    }
}
