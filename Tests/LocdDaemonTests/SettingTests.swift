import LanguageTags
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// The path of a change: who may make it, what it gives, who is told (semantics L1, L5–L9, L13).
@Suite struct SettingTests {
    let root = FakeConnection(uid: 0)
    let user = FakeConnection(uid: 1000)

    @Test("A language that is set is stored, in force and told to every subscriber once")
    func setTellsSubscribers() throws {
        let bench = try Bench()
        let other = FakeConnection(uid: 1001)
        try bench.subscribe(user, domains: ["shop"])
        try bench.subscribe(other)
        let reply = try bench.set("hi-IN", from: root).answer(LocaleInterface.Set.self)
        #expect(reply.inForce == "hi")
        #expect(reply.requested == ["hi-IN"])
        #expect(reply.stored == ["hi-IN"])
        #expect(bench.settings.stored[.system]?.own.languages.map(\.description) == ["hi-IN"])
        for connection in [user, other] {
            let states = try connection.states()
            #expect(states.map { $0?.languages.first } == ["en", "hi"])
            #expect(try #require(states[0]).generation < #require(states[1]).generation)
            #expect(states[1]?.reason == .set)
            #expect(states[1]?.scope == .system)
        }
        #expect(try user.states()[1]?.domains.first?.catalogs.map(\.language) == ["hi", "en"])
    }

    @Test("Setting the same value again is silent")
    func sameValueIsSilent() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        _ = try bench.set("hi", from: root)
        let generation = try bench.state(of: user).generation
        _ = try bench.set(" hi ", from: root).answer(LocaleInterface.Set.self)
        #expect(user.frames.count == 2)
        #expect(try bench.state(of: user).generation == generation)
        #expect(bench.settings.writes == 1)
    }

    @Test("An automatic choice is never stored, and auto clears even as the first call", arguments: ["auto", "system"])
    func autoClears(word: String) throws {
        let bench = try Bench(machine: ["ru-RU"])
        #expect(try bench.set(word, from: root).answer(LocaleInterface.Set.self).inForce == "ru")
        #expect(bench.settings.stored[.system] == nil)
        _ = try bench.set("hi", from: root)
        let reply = try bench.set(word, from: root).answer(LocaleInterface.Set.self)
        #expect(reply.stored == [])
        #expect(reply.inForce == "ru")
        #expect(reply.state.scope == .automatic)
    }

    @Test("The narrowest scope decides, and a masked change says what masks it and stays silent for the masked")
    func scopes() throws {
        let bench = try Bench()
        _ = try bench.set("ar", scope: .user, from: user)
        try bench.subscribe(user)
        let rootReply = try bench.set("hi", from: root).answer(LocaleInterface.Set.self)
        #expect(rootReply.masks == [])
        #expect(user.frames.count == 1)
        #expect(try bench.state(of: user).languages.first == "ar")
        #expect(try bench.state(of: FakeConnection(uid: 1001)).languages.first == "hi")

        _ = try bench.set("en", scope: .user, from: root)
        let masked = try bench.set("ru", from: root).answer(LocaleInterface.Set.self)
        #expect(masked.inForce == "ru")
        #expect(masked.state.languages.first == "en")
        #expect(masked.masks.map(\.scope) == [.user])

        let set = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ru"], scope: .application, application: "app"), from: user)
        #expect(try set.answer(LocaleInterface.Set.self).inForce == "ru")
        #expect(try bench.state(of: user, application: "app").scope == .application)
        #expect(try bench.state(of: user).languages.first == "ar")
    }

    @Test(
        "Tags that are none are refused and change nothing",
        arguments: ["", "../../etc", "en/../x", "a" + String(repeating: "b", count: 4000), "en--US", "-en"])
    func invalidTags(tag: String) throws {
        let bench = try Bench()
        let generation = try bench.state(of: root).generation
        let error = try bench.set("hi", tag, from: root).localeError()
        guard case .invalidLanguageTag(tag, _) = error else { Issue.record("\(error)"); return }
        #expect(try bench.state(of: root).generation == generation)
        #expect(bench.settings.writes == 0)
    }

    @Test("A language that is not there is refused with its nearest, or gives auto when that was asked for")
    func missingLanguage() throws {
        let bench = try Bench()
        let error = try bench.set("hindi", from: root).localeError()
        guard case .noSuchLanguage("hindi", let nearest) = error else { Issue.record("\(error)"); return }
        #expect(nearest.first == Suggestion(tag: "hi", name: "हिन्दी"))
        _ = try bench.set("hi", from: root)
        let call = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["de"], ifMissing: .fallback), from: root)
        let reply = try call.answer(LocaleInterface.Set.self)
        #expect(reply.reason == .fallback)
        #expect(reply.requested == ["de"])
        #expect(reply.stored == [])
        #expect(reply.inForce == "en")
    }

    @Test("Only administrators set the machine's language, everybody their own, nobody from nowhere anything")
    func access() throws {
        let bench = try Bench(group: 50)
        let member = FakeConnection(uid: 1001, groups: [7, 50])
        let daemon = FakeConnection(uid: 999)
        let overflow = FakeConnection(uid: 65_534, gid: 50)
        let huge = FakeConnection(uid: 4_000_000_000)
        for allowed in [root, member, daemon] {
            #expect(try bench.set("hi", from: allowed).error == nil)
        }
        for refused in [user, overflow, huge] {
            #expect(try bench.set("ar", from: refused).error?.name == "org.varlink.service.PermissionDenied")
        }
        #expect(try bench.set("ar", scope: .user, from: huge).error == nil)
        #expect(try bench.set("ar", scope: .user, from: overflow).error != nil)
        #expect(bench.log.lines.contains { $0.contains("uid 1000 ") })

        let locked = try Bench(configure: { $0.systemLocked = true }, group: 50)
        #expect(try locked.set("hi", from: member).error != nil)
        #expect(try locked.set("hi", from: daemon).error == nil)
    }

    @Test("Every method of the interfaces has an access rule")
    func everyMethodHasARule() {
        for description in [LocaleInterface.description, CatalogInterface.description] {
            for member in description.members {
                guard case .method = member.definition else { continue }
                #expect(Access.rules["\(description.name).\(member.name)"] != nil, "\(member.name)")
            }
        }
    }

    @Test("A stale generation is refused with the present one")
    func ifGeneration() throws {
        let bench = try Bench()
        let generation = try bench.state(of: root).generation
        _ = try bench.set("hi", from: root)
        let stale = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ar"], ifGeneration: generation), from: root)
        let present = try bench.state(of: root).generation
        #expect(try stale.localeError() == .conflict(generation: present))
        let fresh = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ar"], ifGeneration: present), from: root)
        #expect(fresh.error == nil)
    }

    @Test("A setting that cannot be stored changes nothing and tells nobody")
    func storageFailure() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        bench.settings.failure = StorageFailure(message: "no space left on device", isOutOfSpace: true)
        let error = try bench.set("hi", from: root).localeError()
        #expect(error == .storageFailed(message: "no space left on device", outOfSpace: true))
        #expect(user.frames.count == 1)
        #expect(try bench.state(of: user).languages.first == "en")
        bench.settings.failure = nil
        #expect(try bench.set("hi", from: root).error == nil)
    }

    @Test("The last requested switch wins; what waits before it ends as superseded")
    func lastRequestWins() throws {
        let bench = try Bench()
        bench.settings.held = []
        let first = try bench.set("hi", from: root)
        let second = try bench.set("ar", from: root)
        let third = try bench.set("ru", from: FakeConnection(uid: 0))
        #expect(first.endings == 0)
        #expect(try second.localeError() == .superseded)
        try bench.settings.releaseOne()
        #expect(first.endings == 1)
        try bench.settings.releaseOne()
        #expect(try third.answer(LocaleInterface.Set.self).inForce == "ru")
        #expect(try bench.state(of: user).languages.first == "ru")
    }

    @Test("When the change being worked on is superseded, the next one of the same user is worked on")
    func supersededWhileVerifying() throws {
        let bench = try Bench()
        bench.catalogs.waiting = []
        let first = try bench.set("ar", scope: .user, from: user)
        let application = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["hi"], scope: .application, application: "app"), from: user)
        let last = try bench.set("ru", scope: .user, from: user)
        #expect(try first.localeError() == .superseded)
        while bench.catalogs.waiting?.isEmpty == false { try bench.catalogs.releaseOne() }
        #expect(try application.answer(LocaleInterface.Set.self).inForce == "hi")
        #expect(try last.answer(LocaleInterface.Set.self).inForce == "ru")
        #expect(first.endings == 1)
    }

    @Test("Until a change is stored nobody is told and nothing has changed")
    func orderOfAChange() throws {
        let bench = try Bench()
        try bench.subscribe(user)
        let before = try bench.state(of: user)
        bench.settings.held = []
        let call = try bench.set("hi", from: root)
        #expect(bench.catalogs.verified.last?.contains("shop/hi") == true)
        #expect(call.endings == 0)
        #expect(user.frames.count == 1)
        #expect(try bench.state(of: user) == before)
        try bench.settings.releaseOne()
        #expect(call.endings == 1)
        #expect(user.frames.count == 2)
    }

    @Test("An empty list clears like auto, and what is no tag is refused whatever stands in for missing languages")
    func emptyAndInvalid() throws {
        let bench = try Bench()
        _ = try bench.set("hi", from: root)
        let invalid = try bench.call(
            LocaleInterface.Set.self, .init(languages: ["../x"], ifMissing: .fallback), from: root)
        guard case .invalidLanguageTag("../x", _) = try invalid.localeError() else { Issue.record(); return }
        #expect(try bench.state(of: root).requested == ["hi"])
        let cleared = try bench.call(LocaleInterface.Set.self, .init(languages: []), from: root)
        #expect(try cleared.answer(LocaleInterface.Set.self).stored == [])
        #expect(try bench.state(of: root).scope == .automatic)
    }

    @Test("A catalog that stays damaged ends the change with an error")
    func lastingDamage() throws {
        let bench = try Bench()
        bench.catalogs.damaged = ["shop/hi"]
        bench.catalogs.cannotBeReplaced = true
        guard case .storageFailed(let message, false) = try bench.set("hi", from: root).localeError()
        else { Issue.record("not refused"); return }
        #expect(message.contains("shop/hi"))
        #expect(bench.settings.writes == 0)
        #expect(try bench.set("ar", from: root).answer(LocaleInterface.Set.self).inForce == "ar")
    }

    @Test("A request for the region does not supersede one for the language")
    func regionAndLanguage() throws {
        let bench = try Bench()
        bench.settings.held = []
        _ = try bench.set("ar", from: root)
        let language = try bench.set("hi", from: root)
        let region = try bench.call(LocaleInterface.Set.self, .init(region: "DE"), from: root)
        for _ in 0..<3 { try bench.settings.releaseOne() }
        #expect(language.error == nil)
        #expect(region.error == nil)
        let state = try bench.state(of: user)
        #expect(state.languages.first == "hi")
        #expect(state.region == "DE")
        #expect(state.locale == "hi-u-rg-dezzzz")
    }

    @Test("A damaged catalog is not served: the language it made available is refused")
    func damagedCatalog() throws {
        let bench = try Bench()
        bench.catalogs.damaged = ["shop/hi"]
        bench.catalogs.setAside = { _ in
            try? bench.daemon.inventoryChanged(Bench.inventory(["shop": ["en", "ar"]]))
        }
        guard case .noSuchLanguage("hi", _) = try bench.set("hi", from: root).localeError()
        else { Issue.record("not refused"); return }
        #expect(bench.settings.writes == 0)
    }

    @Test("Applications whose settings are under way count among the bounded ones")
    func quotaOfWaitingApplications() throws {
        let bench = try Bench(configure: { $0.limits.applicationsPerUser = 1 })
        bench.settings.held = []
        func set(_ application: String) throws -> FakeCall {
            try bench.call(
                LocaleInterface.Set.self, .init(languages: ["hi"], scope: .application, application: application),
                from: user)
        }
        let first = try set("one")
        #expect(try set("two").localeError() == .limitExceeded(limit: "applicationsPerUser", maximum: 1))
        try bench.settings.releaseOne()
        #expect(first.error == nil)
    }

    @Test("A user has a bounded number of changes under way and of applications")
    func quotas() throws {
        let bench = try Bench(configure: {
            $0.limits.changesPerUser = 2
            $0.limits.applicationsPerUser = 1
        })
        func set(_ application: String) throws -> FakeCall {
            try bench.call(
                LocaleInterface.Set.self, .init(languages: ["hi"], scope: .application, application: application),
                from: user)
        }
        #expect(try set("one").error == nil)
        #expect(try set("two").localeError() == .limitExceeded(limit: "applicationsPerUser", maximum: 1))
        bench.settings.held = []
        _ = try bench.set("ar", scope: .user, from: user)
        _ = try bench.call(LocaleInterface.Set.self, .init(region: "DE", scope: .user), from: user)
        let third = try bench.call(LocaleInterface.Set.self, .init(region: "FR", scope: .user), from: user)
        #expect(try third.localeError() == .limitExceeded(limit: "changesPerUser", maximum: 2))
        #expect(try bench.set("ar", scope: .user, from: FakeConnection(uid: 1001)).endings == 0)
    }
}
