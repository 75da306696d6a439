import LanguageTags
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// Who is told what, and when (semantics L8, L12, design: events are whole states).
@Suite struct SubscriptionTests {
    let root = FakeConnection(uid: 0)
    let user = FakeConnection(uid: 1000)

    @Test("Subscribing without more is refused")
    func needsMore() throws {
        let bench = try Bench()
        let call = try bench.call(LocaleInterface.Subscribe.self, .init(), from: user)
        #expect(call.error?.name == "org.varlink.service.ExpectedMore")
    }

    @Test("The first event is the present state, and subscribers of one view share its bytes")
    func sharedFrames() throws {
        let bench = try Bench()
        let other = FakeConnection(uid: 1000)
        try bench.subscribe(user, domains: ["shop"])
        try bench.subscribe(other, domains: ["shop"])
        _ = try bench.set("hi", from: root)
        #expect(user.frames.count == 2)
        #expect(user.frames[0] === other.frames[0])
        #expect(user.frames[1] === other.frames[1])
    }

    @Test("A subscriber that reads inside its handler sees the new language")
    func readInsideHandler() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        bench.settings.held = []
        let call = try bench.set("hi", from: root)
        #expect(user.frames.count == 1)
        #expect(try bench.state(of: user).languages.first == "en")
        try bench.settings.releaseOne()
        #expect(call.endings == 1)
        #expect(user.frames.count == 2)
        #expect(try user.states()[1] == bench.state(of: user))
    }

    @Test("The state of an event is the one that Get gives, generation included, whatever other views do")
    func eventsAndGetAgree() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        for (index, tag) in ["hi", "ar", "ru", "en"].enumerated() {
            _ = try bench.set(tag, scope: .user, from: index % 2 == 0 ? user : FakeConnection(uid: 1001))
            _ = try bench.set(tag, from: root)
            #expect(try user.states().last == bench.state(of: user))
        }
    }

    @Test("Generations of a view grow with each event")
    func generationsGrow() throws {
        let bench = try Bench()
        try bench.subscribe(user, application: "app")
        _ = try bench.set("hi", from: root)
        _ = try bench.set("ar", scope: .user, from: user)
        _ = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ru"], scope: .application, application: "app"), from: user)
        _ = try bench.set("en", from: root)
        _ = try bench.call(
            LocaleInterface.Set.self, .init(languages: [], scope: .application, application: "app"), from: user)
        _ = try bench.set("auto", scope: .user, from: user)
        let states = try user.states().map { try #require($0) }
        #expect(states.map { $0.languages.first } == ["en", "hi", "ar", "ru", "ar", "en"])
        #expect(states.map(\.scope) == [.automatic, .system, .user, .application, .user, .system])
        #expect(zip(states, states.dropFirst()).allSatisfy { $0.generation < $1.generation })
    }

    @Test("A reload tells everybody even when nothing changed")
    func reload() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        let reply = try bench.call(LocaleInterface.Reload.self, .init(), from: root)
            .answer(LocaleInterface.Reload.self)
        let states = try user.states()
        #expect(states.count == 2)
        #expect(states[1]?.reason == .reload)
        #expect(states[1]?.generation == reply.generation)
        let refused = try bench.call(LocaleInterface.Reload.self, .init(), from: user)
        #expect(refused.error?.name == "org.varlink.service.PermissionDenied")
    }

    @Test("Changed machine languages are told to those who follow them only")
    func machineLanguages() throws {
        let bench = try Bench(machine: ["ru_RU.UTF-8"])
        let setter = FakeConnection(uid: 1001)
        _ = try bench.set("hi", scope: .user, from: setter)
        try bench.subscribe(user)
        try bench.subscribe(setter)
        bench.daemon.machineLanguagesChanged([try LanguageTag(parsing: "ar")])
        #expect(try user.states().map { $0?.languages.first } == ["ru", "ar"])
        #expect(try user.states()[1]?.reason == .automatic)
        #expect(setter.frames.count == 1)
    }

    @Test("An edit from outside and a change of the catalogs are told")
    func outsideChanges() throws {
        let bench = try Bench()
        try bench.subscribe(user, domains: ["shop"])
        let hi = try LanguageTag(parsing: "hi")
        bench.daemon.settingsEdited(OwnerSettings(own: Preference(languages: [hi])), of: .system)
        bench.daemon.settingsEdited(OwnerSettings(own: Preference(languages: [hi])), of: .system)
        #expect(try user.states().map { $0?.reason } == [.start, .edit])
        bench.daemon.inventoryChanged(try Bench.inventory(["shop": ["en", "ar"]]), reason: .purge)
        let last = try #require(try user.states()[2])
        #expect(last.reason == .purge)
        #expect(last.languages.first == "en")
        // What was chosen stays chosen, and comes back with the catalog.
        bench.daemon.inventoryChanged(try Bench.inventory(["shop": ["en", "hi"]]))
        #expect(try user.states()[3]?.languages.first == "hi")
    }

    @Test("A heartbeat comes after silence, restarts with each state and skips whoever has something unsent")
    func heartbeats() throws {
        let bench = try Bench()
        try bench.subscribe(user, heartbeat: nil)
        #expect(bench.daemon.nextDeadline == bench.clock.boottime + 20_000_000_000)
        bench.clock.advance(seconds: 15)
        _ = try bench.set("hi", from: root)
        bench.clock.advance(seconds: 15)
        bench.daemon.handleDeadlines()
        #expect(user.frames.count == 2)
        bench.clock.advance(seconds: 5)
        bench.daemon.handleDeadlines()
        #expect(try user.states().map { $0 == nil } == [false, false, true])
        user.isDrained = false
        bench.clock.advance(seconds: 20)
        bench.daemon.handleDeadlines()
        #expect(user.frames.count == 3)
        bench.daemon.connectionClosed(user)
        #expect(bench.daemon.nextDeadline == nil)
    }

    @Test("Each subscriber has the heartbeat it asked for")
    func severalHeartbeats() throws {
        let bench = try Bench()
        let slow = FakeConnection(uid: 1001)
        try bench.subscribe(user, heartbeat: 10)
        try bench.subscribe(slow, heartbeat: 25)
        for _ in 0..<50 {
            bench.clock.advance(seconds: 1)
            if let deadline = bench.daemon.nextDeadline, deadline <= bench.clock.boottime {
                bench.daemon.handleDeadlines()
            }
        }
        #expect(try user.states().map { $0 == nil } == [false, true, true, true, true, true])
        #expect(try slow.states().map { $0 == nil } == [false, true, true])
    }

    @Test("A closed connection is told nothing more")
    func closed() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        bench.daemon.connectionClosed(user)
        _ = try bench.set("hi", from: root)
        #expect(user.frames.count == 1)
        #expect(bench.daemon.views.views.isEmpty)
    }

    @Test("The generation word of a user is raised with what any of its programs can see, and no other's")
    func words() throws {
        let bench = try Bench()
        let other = FakeConnection(uid: 1001)
        for connection in [user, other] {
            let call = try bench.call(LocaleInterface.OpenGeneration.self, .init(), from: connection)
            #expect(call.attachment == .generationWord(uid: connection.peer.uid))
        }
        let before = bench.words.words
        _ = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ru"], scope: .application, application: "app"), from: user)
        #expect(try #require(bench.words.words[1000]) > #require(before[1000]))
        #expect(bench.words.words[1001] == before[1001])
    }
}
