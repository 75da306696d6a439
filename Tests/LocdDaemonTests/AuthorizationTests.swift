import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// Callers whom the authority is asked about: what is asked, when an answer counts, and for what.
@Suite struct AuthorizationTests {
    private static let denied = "org.varlink.service.PermissionDenied"

    let bench: Bench
    let root = FakeConnection(uid: 0)
    let user = FakeConnection(uid: 1000)

    init() throws {
        bench = try Bench(group: 50)
        bench.authority.standing = nil
    }

    private var questions: [FakeAuthority.Question] { bench.authority.questions }

    private func language() throws -> String? { try bench.state(of: root).languages.first }

    private func reset(from connection: FakeConnection) throws -> FakeCall {
        try bench.call(LocaleInterface.Reset.self, .init(), from: connection)
    }

    @Test("A caller without rights is asked about, and what is asked is who it is and what it wants")
    func question() throws {
        let call = try bench.set("hi", from: user)
        #expect(call.endings == 0)
        #expect(
            questions.map(\.asked) == [
                AuthorityQuestion(
                    action: "org.locd.set-system", peer: user.peer, allowsInteraction: false, seconds: 25)
            ])
        questions[0].answer(.authorized)
        #expect(try call.answer(LocaleInterface.Set.self).inForce == "hi")
        #expect(bench.log.lines.contains { $0.contains("uid 1000 (pid 4711) is authorised for org.locd.set-system") })
    }

    @Test("A refusal changes nothing, and its reason is logged")
    func refusal() throws {
        let call = try bench.set("hi", from: user)
        questions[0].answer(.denied("polkit says no"))
        #expect(call.error?.name == Self.denied)
        #expect(try language() == "en")
        #expect(bench.settings.writes == 0)
        #expect(
            bench.log.lines.contains { $0.contains("uid 1000") && $0.contains("Set") && $0.hasSuffix("polkit says no") }
        )
    }

    @Test("Every call is asked about anew, however the last one was answered", arguments: [true, false])
    func noDecisionIsKept(isYes: Bool) throws {
        for index in 0..<3 {
            _ = try bench.set("hi", from: user)
            #expect(questions.count == index + 1)
            questions[index].answer(isYes ? .authorized : .denied("no"))
        }
    }

    @Test("A person may be asked only when the call says so, and then has more time")
    func interaction() throws {
        for (allows, expected, seconds) in [(nil, false, 25), (false, false, 25), (true, true, 120)] {
            _ = try bench.call(
                LocaleInterface.Set.self, .init(languages: ["hi"], allowInteractiveAuthentication: allows), from: user)
            _ = try bench.call(
                LocaleInterface.Reset.self, .init(allowInteractiveAuthentication: allows), from: user)
            _ = try bench.call(
                LocaleInterface.Reload.self, .init(allowInteractiveAuthentication: allows), from: user)
            for question in questions.suffix(3) {
                #expect(question.asked.allowsInteraction == expected)
                #expect(question.asked.seconds == seconds)
                question.answer(.denied("no"))
            }
        }
        #expect(questions.count == 9)
    }

    @Test("Nobody is asked about root, the daemon's user, members of the group, one's own scopes, or who only reads")
    func nobodyIsAsked() throws {
        for connection in [root, FakeConnection(uid: 999), FakeConnection(uid: 1001, groups: [50])] {
            #expect(try bench.set("hi", from: connection).error == nil)
        }
        #expect(try bench.set("ar", scope: .user, from: user).error == nil)
        #expect(try bench.set("ar", from: FakeConnection(uid: 65_534)).error?.name == Self.denied)
        #expect(questions.isEmpty)
    }

    @Test("While the system is locked nobody is asked, also about members of the group")
    func locked() throws {
        let locked = try Bench(configure: { $0.systemLocked = true }, group: 50)
        locked.authority.standing = .authorized
        for connection in [user, FakeConnection(uid: 1001, groups: [50])] {
            #expect(try locked.set("hi", from: connection).error?.name == Self.denied)
        }
        #expect(locked.authority.questions.isEmpty)
        #expect(try locked.set("hi", from: root).error == nil)
    }

    @Test("A lock that comes while the authority thinks counts")
    func lockedMeanwhile() throws {
        let call = try bench.set("hi", from: user)
        bench.daemon.configurationChanged(
            bench.daemon.configuration, access: Access(daemonUser: 999, administratorGroup: 50, systemLocked: true))
        questions[0].answer(.authorized)
        #expect(call.error?.name == Self.denied)
        #expect(try language() == "en")
    }

    @Test("What the call depends on is looked at after the answer")
    func stateIsLookedAtAgain() throws {
        let generation = try bench.state(of: user).generation
        let call = try bench.call(
            LocaleInterface.Set.self, .init(region: "DE", ifGeneration: generation), from: user)
        _ = try bench.set("hi", from: root)
        questions[0].answer(.authorized)
        #expect(try call.localeError() == .conflict(generation: bench.state(of: user).generation))
        #expect(try bench.state(of: root).region == nil)
    }

    // MARK: Who has gone

    @Test("A caller that has gone is never authorised, and the question is withdrawn")
    func gone() throws {
        let call = try bench.set("hi", from: user)
        bench.daemon.connectionClosed(user)
        #expect(questions[0].isWithdrawn)
        questions[0].answer(.authorized)
        #expect(call.endings == 0)
        #expect(try language() == "en")
    }

    @Test("A caller whose end is not told yet is not authorised either")
    func goneUnnoticed() throws {
        let call = try bench.set("hi", from: user)
        user.isPeerGone = true
        questions[0].answer(.authorized)
        #expect(call.endings == 0)
        #expect(try language() == "en")
    }

    @Test("Ten thousand callers come and go while they are asked about, in every order of going and answering")
    func comingAndGoing() throws {
        for round in 0..<10_000 {
            let caller = FakeConnection(uid: 2000 + UInt32(round % 7))
            let call = try bench.set("hi", from: caller)
            let question = try #require(questions.last)
            let answer = round % 2 == 0 ? AuthorityAnswer.authorized : .denied("no")
            if round % 3 == 0 { caller.isPeerGone = true }
            bench.daemon.connectionClosed(caller)
            question.answer(answer)
            #expect(call.endings == 0)
        }
        #expect(try language() == "en")
        // Nothing of them counts any more.
        let call = try bench.set("hi", from: FakeConnection(uid: 2000))
        questions.last?.answer(.authorized)
        #expect(call.error == nil && call.endings == 1)
    }

    // MARK: How many

    @Test("A user has a bounded number of questions under way, and so have all together")
    func bounds() throws {
        let bench = try Bench(configure: {
            $0.limits.authorizationsPerUser = 2
            $0.limits.authorizations = 3
        })
        bench.authority.standing = nil
        let waiting = [try bench.set("hi", from: user), try bench.set("hi", from: user)]
        #expect(
            try bench.set("hi", from: user).localeError() == .limitExceeded(limit: "authorizationsPerUser", maximum: 2))
        _ = try bench.set("hi", from: FakeConnection(uid: 1001))
        #expect(
            try bench.set("hi", from: FakeConnection(uid: 1002)).localeError()
                == .limitExceeded(limit: "authorizations", maximum: 3))
        #expect(waiting.allSatisfy { $0.endings == 0 })
        #expect(try bench.set("ar", from: root).error == nil)
    }

    @Test("A question counts until the authority has done with it, also when its caller has gone")
    func withdrawnQuestionsCount() throws {
        let bench = try Bench(configure: { $0.limits.authorizationsPerUser = 1 })
        bench.authority.standing = nil
        _ = try bench.set("hi", from: user)
        bench.daemon.connectionClosed(user)
        let again = FakeConnection(uid: 1000)
        #expect(
            try bench.set("hi", from: again).localeError() == .limitExceeded(limit: "authorizationsPerUser", maximum: 1)
        )
        bench.authority.questions[0].answer(.denied("cancelled"))
        #expect(try bench.set("hi", from: again).endings == 0)
    }

    // MARK: In which order

    @Test("A request that was overtaken while its caller was asked about ends as superseded, whatever is answered")
    func superseded() throws {
        let early = try bench.set("hi", from: user)
        #expect(try bench.set("ar", from: root).error == nil)
        #expect(try early.localeError() == .superseded)
        #expect(questions[0].isWithdrawn)
        questions[0].answer(.authorized)
        #expect(early.endings == 1)
        #expect(try language() == "ar")
    }

    @Test("A later request that is not authorised takes nobody's place")
    func unauthorisedDoesNotSupersede() throws {
        let early = try bench.set("hi", from: user)
        let late = try bench.set("ar", from: FakeConnection(uid: 1001))
        #expect(early.endings == 0)
        questions[1].answer(.denied("no"))
        #expect(late.error?.name == Self.denied)
        questions[0].answer(.authorized)
        #expect(try early.answer(LocaleInterface.Set.self).inForce == "hi")
    }

    @Test(
        "Of two that are both authorised the last requested wins, whichever is answered first",
        arguments: [[0, 1], [1, 0]])
    func lastRequestedWins(order: [Int]) throws {
        let early = try bench.set("hi", from: user)
        let late = try bench.set("ar", from: FakeConnection(uid: 1001))
        for index in order { questions[index].answer(.authorized) }
        #expect(try late.answer(LocaleInterface.Set.self).inForce == "ar")
        #expect(early.endings == 1)
        #expect(try language() == "ar")
    }

    @Test("A request for another part, or for another's own setting, is not overtaken")
    func independentRequests() throws {
        let region = try bench.call(LocaleInterface.Set.self, .init(region: "DE"), from: user)
        _ = try bench.set("ar", from: root)
        _ = try bench.set("ru", scope: .user, from: user)
        let both = try bench.call(LocaleInterface.Set.self, .init(languages: ["hi"], region: "FR"), from: user)
        questions[0].answer(.authorized)
        #expect(region.error == nil && region.endings == 1)
        // The later one of both parts still waits, and comes after it.
        questions[1].answer(.authorized)
        #expect(both.error == nil && both.endings == 1)
        let state = try bench.state(of: root)
        #expect(state.languages.first == "hi")
        #expect(state.region == "FR")
    }

    @Test("A reset that was overtaken by a temporary setting does not drop it")
    func overtakenReset() throws {
        let reset = try reset(from: user)
        _ = try bench.call(LocaleInterface.Set.self, .init(languages: ["hi"], runtime: true), from: root)
        #expect(try reset.localeError() == .superseded)
        questions[0].answer(.authorized)
        #expect(try language() == "hi")
    }

    @Test("A reset overtakes temporary settings that wait to be authorised, and leaves those for good")
    func overtakingReset() throws {
        let temporary = try bench.call(LocaleInterface.Set.self, .init(languages: ["hi"], runtime: true), from: user)
        let stored = try bench.set("ar", from: user)
        #expect(try reset(from: root).error == nil)
        #expect(try temporary.localeError() == .superseded)
        questions[1].answer(.authorized)
        #expect(try stored.answer(LocaleInterface.Set.self).inForce == "ar")
    }

    // MARK: Every method

    @Test("Every method that is not for anyone is refused to nobody in particular, and so is one without a rule")
    func everyMethod() throws {
        var guarded: Set<String> = []
        for description in [LocaleInterface.description, CatalogInterface.description] {
            for method in description.methodNames {
                let name = "\(description.name).\(method)"
                let verdict = bench.daemon.access.verdict(on: user.peer, method: name, scope: .system)
                if verdict != .allowed { guarded.insert(name) }
                var nobody = user.peer
                nobody.uid = Access.overflowUser
                let verdictOnNobody = bench.daemon.access.verdict(on: nobody, method: name, scope: .system)
                #expect((verdictOnNobody == .refused) == guarded.contains(name), "\(name)")
            }
        }
        #expect(guarded == ["org.locd.Locale.Set", "org.locd.Locale.Reset", "org.locd.Locale.Reload"])
        #expect(bench.daemon.access.verdict(on: root.peer, method: "org.locd.Locale.New", scope: nil) == .refused)
    }
}
