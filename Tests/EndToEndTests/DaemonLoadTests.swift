import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// Clients that take more than their share: others are served all the same, and nothing grows.
@Suite struct DaemonLoadTests {
    private static let set = LocaleInterface.Set.name

    @Test func `forty subscribers that never read hold nobody up, and find the newest state when they do`() throws {
        let daemon = try DaemonFixture()
        let stopped = try (0..<40).map { _ in try Follower(daemon) }
        let follower = try Follower(daemon)
        let client = try daemon.connect()
        let memory = try DaemonWatch(daemon).residentMemory()
        var last: State?
        let count = 400
        for round in 0..<count {
            let language = round % 2 == 0 ? "hi" : "de"
            #expect(try client.call(Self.set, #"{"languages":["\#(language)"],"runtime":true}"#).error == nil)
            last = try follower.next()
            #expect(last?.requested == [language])
        }
        // One state waits for each, the same bytes for all.
        #expect(try DaemonWatch(daemon).residentMemory() - memory < 2048)
        for subscriber in stopped {
            var told = 1
            var state = try subscriber.next()
            while state.generation < (last?.generation ?? 0) {
                let next = try subscriber.next()
                #expect(next.generation > state.generation)
                state = next
                told += 1
            }
            #expect(state == last)
            #expect(told < count)
        }
    }

    @Test func `a client that calls and never reads is held back, and gets all its answers when it does`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        do {
            let client = try daemon.connect()
            let memory = try watch.residentMemory()
            let call = Array(WireClient.message(LocaleInterface.Get.name).utf8) + [0]
            var calls = 0
            var rest = call[...]
            // The kernel's room for calls and answers is some hundred KiB; more than 20 000 calls would be memory of the daemon's.
            while calls < 20_000 {
                let sent = try client.sendPortion(rest)
                if case .sent(let count) = sent {
                    rest = rest.dropFirst(count)
                    if rest.isEmpty {
                        calls += 1
                        rest = call[...]
                    }
                } else {
                    try #require(sent == .full)
                    // Whoever asks lets the daemon take turns; when there still is no room, it has stopped reading.
                    for _ in 0..<20 { try watch.expectUnchanged("\(calls) calls") }
                    if try client.sendPortion(rest) == .full { break }
                }
            }
            #expect(calls < 20_000)
            #expect(try watch.residentMemory() - memory < 2048)
            for _ in 0..<calls { #expect(try client.answer().error == nil) }
            try client.send(Array(rest))
            #expect(try client.answer().error == nil)
        }
        try watch.expectNothingLeft()
    }

    @Test func `catalogs that nobody takes keep nobody from getting one`() throws {
        let daemon = try DaemonFixture()
        let digest = try #require(try daemon.state().domains.first?.catalogs.first).digest
        let open = WireClient.message(CatalogInterface.Open.name, #"{"digest":"\#(digest)"}"#)
        // The daemon keeps the file that it made for the first who asked.
        #expect(try daemon.connect().call(CatalogInterface.Open.name, #"{"digest":"\#(digest)"}"#).error == nil)
        let watch = try DaemonWatch(daemon)
        do {
            let greedy = try (0..<40).map { _ in try daemon.connect() }
            for client in greedy {
                for _ in 0..<50 { try client.sendMessage(open) }
            }
            for _ in 0..<50 {
                let client = try daemon.connect()
                try client.sendMessage(open)
                #expect(try client.answer().error == nil)
                _ = try client.takeDescriptor()
            }
            try watch.expectUnchanged("2000 catalogs")
        }
        try watch.expectNothingLeft()
    }

    @Test func `a user's connections are counted, and those too many are closed`() throws {
        let daemon = try DaemonFixture(configuration: "[Limits]\nConnectionsPerUser=10\n")
        do {
            let clients = try (0..<10).map { _ in try daemon.connect() }
            for client in clients { #expect(try client.call(LocaleInterface.Get.name).error == nil) }
            for _ in 0..<20 { #expect(try daemon.connect().next() == nil) }
            #expect(daemon.log.contains("uid \(geteuid()) was refused: too many connections of this user"))
            #expect(daemon.log.split(separator: "\n").filter { $0.contains("was refused") }.count == 10)
            if Stranger.canBePlayed {
                #expect(try Stranger(uid: 12_345).connect(to: daemon).call(LocaleInterface.Get.name).error == nil)
            }
            for client in clients { #expect(try client.call(LocaleInterface.Get.name).error == nil) }
        }
        // Their ends make room.
        #expect(try daemon.wait { (try? daemon.state()) != nil })
    }

    @Test func `another bound of connections applies at once, and whoever is connected stays`() throws {
        let daemon = try DaemonFixture(configuration: "[Limits]\nConnectionsPerUser=5\n")
        let clients = try (0..<5).map { _ in try daemon.connect() }
        for client in clients { #expect(try client.call(LocaleInterface.Get.name).error == nil) }
        #expect(try daemon.connect().next() == nil)
        try daemon.scratch.write("[Limits]\nConnectionsPerUser=6\n", to: "locd.conf")
        #expect(try clients[0].call(LocaleInterface.Reload.name).error == nil)
        let sixth = try daemon.connect()
        #expect(try sixth.call(LocaleInterface.Get.name).error == nil)
        try daemon.scratch.write("[Limits]\nConnectionsPerUser=1\n", to: "locd.conf")
        #expect(try clients[0].call(LocaleInterface.Reload.name).error == nil)
        #expect(try daemon.connect().next() == nil)
        for client in clients + [sixth] { #expect(try client.call(LocaleInterface.Get.name).error == nil) }
    }

    @Test func `without descriptors the daemon serves who is there, and all again once there are some`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        do {
            let pid = try daemon.connect().socket.peerCredentials().pid
            let used = try Directory(path: "/proc/\(pid)/fd").list().names.count
            let limited = try Command.shell("prlimit --pid \(pid) --nofile=\(used + 8):\(used + 8)").run(
                in: daemon.scratch)
            try #require(limited.status == 0, "\(limited)")
            let clients = try (0..<100).map { _ in try daemon.connect() }
            try watch.expectServed("a hundred connections without descriptors")
            // Some came in; the others were turned away instead of left waiting.
            var served = 0
            for client in clients {
                let isSent = try client.sendMessage(WireClient.message(LocaleInterface.Get.name))
                if isSent, try client.next() != nil { served += 1 }
            }
            #expect((1...10).contains(served))
        }
        #expect(try daemon.wait { (try? daemon.state()) != nil })
        try watch.expectNothingLeft()
    }

    @Test func `a user's applications are bounded`() throws {
        let daemon = try DaemonFixture(configuration: "[Limits]\nApplicationsPerUser=3\n")
        let client = try daemon.connect()
        func set(_ application: String) throws -> Answer {
            try client.call(
                Self.set, #"{"languages":["hi"],"scope":"application","application":"\#(application)"}"#)
        }
        for number in 1...3 { #expect(try set("app\(number)").error == nil) }
        let surplus = try set("app4")
        #expect(surplus.error == "org.locd.Locale.LimitExceeded")
        #expect(surplus["maximum"] == 3)
        #expect(try set("app3").error == nil)
    }

    @Test func `a log that nobody reads does not stop the daemon`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        // What the fixture appends its log to: a pipe whose reading end is open and never read.
        daemon.scratch.remove("log")
        try daemon.scratch.makeFIFO("log")
        let number = unsafe open(daemon.scratch.path("log"), O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let pipe = FileDescriptor(owning: number)
        let filler = [UInt8](repeating: 0x0A, count: 4096)
        while unsafe Glibc.write(pipe.rawValue, filler, filler.count) > 0 {}
        try daemon.start()
        let client = try daemon.connect()
        for round in 0..<100 {
            let reported = try client.call(
                CatalogInterface.ReportMissing.name, #"{"domain":"kiosk","key":"k\#(round)","language":"hi"}"#)
            #expect(reported.error == nil)
        }
        #expect(try daemon.set("hi").inForce == "hi")
        daemon.scratch.remove("log")
    }
}
