import Glibc
import LinuxIO
import Locd
import LocdInterface
import TestSupport
import Testing
import Varlink

/// Starting, reloading, ending and being killed.
@Suite struct DaemonLifeTests {
    @Test func `a restart keeps what is stored, forgets what is not, and generations grow`() throws {
        let daemon = try DaemonFixture()
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["hi", "de"], region: "IN"))
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["de"], scope: .user))
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["ar"], scope: .application, application: "app"))
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["hi"], scope: .user, runtime: true))
        #expect(try daemon.state().languages.first == "hi")
        let last = try daemon.state(application: "app").generation
        try daemon.stop()
        try daemon.start()
        let state = try daemon.state()
        #expect(state.requested == ["de"])
        #expect(state.scope == .user)
        #expect(state.region == "IN")
        #expect(state.reason == .start)
        #expect(state.generation > last)
        #expect(try daemon.state(application: "app").requested == ["ar"])
        let settings = try daemon.call(LocaleInterface.Status.self, .init()).scopes.map(\.setting)
        #expect(settings.map(\.languages) == [["hi", "de"], ["de"], ["ar"]])
        #expect(settings.allSatisfy { !$0.runtime })
    }

    @Test func `the end closes every subscription, removes the socket and is quick`() throws {
        let daemon = try DaemonFixture()
        let followers = try (0..<20).map { _ in try Follower(daemon) }
        let half = try daemon.connect()
        try half.send("{")
        try daemon.stop()
        for follower in followers { try follower.expectEnd() }
        #expect(try !daemon.scratch.names(in: "run").contains("org.locd"))
        try daemon.start()
        #expect(try daemon.text("hello") == "Hello")
    }

    @Test func `a daemon starts over what a killed one left, and followers find it again`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let follower = try Follower(daemon)
        try daemon.kill()
        try follower.expectEnd()
        #expect(try daemon.scratch.names(in: "run").contains("org.locd"))
        try daemon.start()
        let again = try Follower(daemon)
        #expect(again.first.requested == ["hi"])
        #expect(again.first.generation > follower.first.generation)
    }

    @Test func `a program that only looks texts up finds the next daemon, even where the runtime directory was wiped`()
        throws
    {
        let daemon = try DaemonFixture()
        var options = Localizer.Options()
        options.address = daemon.address
        let localizer = Localizer(domain: "kiosk", options: options)
        #expect(localizer["hello"] == "Hello")
        // A lookup looks at the connection every ten milliseconds, until it has found nothing there.
        let settled = BoottimeClock.now.advanced(by: .milliseconds(200))
        #expect(try daemon.wait { localizer["hello"] == "Hello" && BoottimeClock.now > settled })
        try daemon.stop()
        daemon.scratch.remove("run")
        try daemon.scratch.makeDirectory("run")
        try daemon.start()
        try daemon.set("hi")
        #expect(try daemon.wait { localizer["hello"] == "नमस्ते" })
    }

    @Test func `a kill at any moment leaves the old setting or the new one, and a confirmed one stays`() throws {
        let daemon = try DaemonFixture()
        var languages = ["de"]
        var generation = try daemon.set("de").state.generation
        for round in 0..<16 {
            let wanted = languages == ["de"] ? ["hi"] : ["de"]
            let client = try daemon.connect()
            try client.sendMessage(
                WireClient.message(LocaleInterface.Set.name, #"{"languages":["\#(wanted[0])"]}"#))
            // From at once to after the answer, which takes some milliseconds.
            let isConfirmed = try client.socket.wait(for: .readable, timeout: .microseconds(round * round * 40))
            let confirmed = isConfirmed ? try client.answer() : nil
            try daemon.kill()
            try daemon.start()
            let state = try daemon.state()
            if let confirmed {
                #expect(confirmed.error == nil)
                #expect(state.requested == wanted)
            } else {
                #expect([languages, wanted].contains(state.requested))
            }
            #expect(state.generation > generation)
            #expect(try daemon.problems().isEmpty)
            #expect(
                try !daemon.scratch.names(in: "state").contains { $0.hasPrefix(".locd-tmp-") || $0.contains(".bad-") })
            languages = state.requested
            generation = state.generation
        }
    }

    @Test func `a second daemon on the same state or the same socket ends and says why`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        for address in [daemon.scratch.path("run/other"), daemon.address] {
            let second = try Program.locd.run(daemon.arguments(address: address), in: daemon.scratch)
            #expect(second.status == 1)
            #expect(second.errors.contains(daemon.scratch.path("state")), "\(second)")
            try watch.expectUnchanged("a second daemon")
        }
        var elsewhere = daemon.arguments(address: daemon.address)
        elsewhere += ["--state", daemon.scratch.path("other-state"), "--cache", daemon.scratch.path("other-cache")]
        let third = try Program.locd.run(elsewhere, in: daemon.scratch)
        #expect(third.status == 1)
        #expect(third.errors.contains(daemon.address), "\(third)")
        try watch.expectNothingLeft()
    }

    @Test func `SIGHUP reads everything anew and tells all, changed or not`() throws {
        let daemon = try DaemonFixture()
        let follower = try Follower(daemon)
        try daemon.signal(SIGHUP)
        let unchanged = try follower.next()
        #expect(unchanged.reason == .reload)
        #expect(unchanged.generation > follower.first.generation)
        #expect(unchanged.languages == follower.first.languages)
        try daemon.scratch.write("[Locale]\nDefault=hi\nNonsense=1\n", to: "locd.conf")
        try daemon.signal(SIGHUP)
        let configured = try follower.next { $0.languages.first == "hi" }
        #expect(configured.scope == .default)
        let problem = try daemon.problems().first { $0.file == daemon.scratch.path("locd.conf") }
        #expect(problem?.line == 3)
    }

    @Test func `a temporary setting ends by itself and is told`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("de")
        let follower = try Follower(daemon)
        let set = try daemon.call(
            LocaleInterface.Set.self, .init(languages: ["hi"], temporarySeconds: 1))
        #expect(set.state.until != nil)
        #expect(try follower.next().languages.first == "hi")
        let reverted = try follower.next()
        #expect(reverted.languages.first == "de")
        #expect(reverted.reason == .expired)
        #expect(reverted.until == nil)
    }

    @Test func `a quiet subscription hears a heartbeat`() throws {
        let daemon = try DaemonFixture()
        let client = try daemon.connect()
        #expect(try client.call(LocaleInterface.Subscribe.name, #"{"heartbeatSeconds":1}"#, more: true)["state"] != nil)
        #expect(try client.answer().text == #"{"continues":true}"#)
    }

    @Test(
        "A command line that is not understood is status 2",
        arguments: [["--nonsense"], ["--state"], ["--help=yes"], ["--address", "tcp:127.0.0.1:80"]])
    func usage(arguments: [String]) throws {
        let result = try Program.locd.run(arguments, in: ScratchDirectory())
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains("locd --help"))
    }

    @Test func `a state directory that others may write is refused`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        try daemon.scratch.setMode("state", 0o777)
        let result = try Program.locd.run(daemon.arguments(address: daemon.address), in: daemon.scratch)
        #expect(result.status == 1)
        #expect(result.errors.contains(daemon.scratch.path("state")), "\(result)")
        try daemon.scratch.setMode("state", 0o700)
        try daemon.start()
    }
}
