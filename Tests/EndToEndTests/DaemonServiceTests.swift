import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink

/// What the daemon tells its service manager, on a real notification socket.
@Suite struct DaemonServiceTests {
    /// The next message that begins with this line; others before it are passed over.
    private func next(_ first: String, of daemon: DaemonFixture) throws -> [String] {
        let notifications = try #require(daemon.notifications)
        while true {
            let lines = try notifications.nextLines()
            if lines.first == first { return lines }
        }
    }

    @Test func `a first start tells what it builds, and asks for time, before it is ready`() throws {
        let daemon = try DaemonFixture(configuration: "[Limits]\nBuildSeconds=40\n")
        let received = try #require(daemon.notifications).received
        let building = try #require(received.first)
        #expect(building.first?.hasPrefix("STATUS=building texts: file 1, \(daemon.scratch.path)/vendor/") == true)
        // The build itself, a minute for what is around it, and the second in which nothing is told.
        #expect(building.last == "EXTEND_TIMEOUT_USEC=101000000")
        #expect(received.last == ["READY=1", "STATUS=en, 1 domain in 4 languages"])
        // What is built already needs no time.
        try daemon.stop()
        try daemon.start()
        #expect(try #require(daemon.notifications).received.count == 1)
    }

    @Test func `a first start ends at once when it is told to`() throws {
        let scratch = try ScratchDirectory()
        // More than can be built in any reasonable time.
        for number in 0..<5000 {
            try scratch.makeDirectory("vendor/d\(number)")
            try scratch.write(#"{"hello": "\#(number)"}"#, to: "vendor/d\(number)/en.json")
        }
        try scratch.makeDirectory("run")
        let manager = try DatagramReceiver(path: scratch.path("notify"))
        let locd = try RunningProgram(
            .locd,
            [
                "--address", scratch.path("run/org.locd"), "--vendor", scratch.path("vendor"), "--state",
                scratch.path("state"), "--cache", scratch.path("cache"),
            ], environment: ["NOTIFY_SOCKET": manager.path], log: scratch.path("log"))
        #expect(try manager.nextLines().first?.hasPrefix("STATUS=building texts: file 1, ") == true)
        #expect(try locd.end(with: SIGTERM) == .signaled(SIGTERM))
        #expect(try scratch.names(in: "cache").contains("objects"))
    }

    @Test("A reload is told from its beginning to its end", arguments: [true, false])
    func reload(bySignal: Bool) throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        if bySignal {
            try daemon.signal(SIGHUP)
        } else {
            try daemon.call(LocaleInterface.Reload.self, .init())
        }
        #expect(try next("RELOADING=1", of: daemon).count == 2)
        #expect(try next("READY=1", of: daemon) == ["READY=1", "STATUS=hi, 1 domain in 4 languages"])
    }

    @Test func `new texts show in the status`() throws {
        let daemon = try DaemonFixture()
        try daemon.write(#"{"hello": "Hello"}"#, toShipped: "shop/en.json")
        #expect(try next("STATUS=en, 2 domains in 4 languages", of: daemon).count == 1)
    }

    @Test func `the end is told`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        #expect(try next("STOPPING=1", of: daemon) == ["STOPPING=1", "STATUS=ending"])
    }

    @Test func `a start that fails says why in the status`() throws {
        let scratch = try ScratchDirectory()
        let manager = try DatagramReceiver(path: scratch.path("notify"))
        try scratch.write("in the way of a directory", to: "file")
        let result = try Program.locd.run(
            ["--address", scratch.path("file/org.locd"), "--state", scratch.path("state")],
            environment: ["NOTIFY_SOCKET": manager.path], in: scratch)
        #expect(result.status == 1)
        let status = try #require(try manager.nextLines().first)
        #expect(result.errors.contains(status.dropFirst("STATUS=".count)))
    }

    @Test func `the watchdog is answered, and not by a daemon that hangs`() throws {
        let daemon = try DaemonFixture(variables: ["WATCHDOG_USEC": "100000"])
        for _ in 0..<3 { _ = try next("WATCHDOG=1", of: daemon) }
        try daemon.signal(SIGSTOP)
        let notifications = try #require(daemon.notifications)
        // What was sent before it stopped is still there.
        while try notifications.next(within: .milliseconds(90)) != nil {}
        #expect(try notifications.next(within: .milliseconds(500)) == nil)
        try daemon.signal(SIGCONT)
        _ = try next("WATCHDOG=1", of: daemon)
    }
}
