import Glibc
import LinuxIO
import Systemd
import TestSupport
import Testing

/// Starts the probe as a service manager would.
@Suite struct ServiceTests {
    /// Runs `systemd-probe VERB` with these variables and descriptors; `$$` in a variable is the probe's pid.
    func start(
        _ verb: String, variables: String = "", descriptors: [ChildProcess.Placement] = [],
        environment: [String: String] = [:], output: borrowing FileDescriptor
    ) throws -> ChildProcess {
        let command = "\(variables) exec \(try builtProduct("systemd-probe")) \(verb)"
        var configuration = ChildProcess.Configuration(executable: "/bin/sh", arguments: ["sh", "-c", command])
        configuration.environment = environment
        configuration.descriptors = [ChildProcess.Placement(output.rawValue, at: 1)] + descriptors
        configuration.inheritsStandardError = true
        return try ChildProcess(configuration)
    }

    /// The probe's output once it has ended.
    func run(
        _ verb: String, variables: String = "", descriptors: [ChildProcess.Placement] = [],
        environment: [String: String] = [:]
    ) throws -> [String] {
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        var child = try start(
            verb, variables: variables, descriptors: descriptors, environment: environment, output: writer)
        close(writer)
        let text = try readAll(reader)
        #expect(try child.wait() == .exited(0))
        return text.split(separator: "\n").map(String.init)
    }

    @Test func `passed descriptors come with their names and what they are`() throws {
        let scratch = try ScratchDirectory()
        let listener = try UnixListener.bind(to: scratch.path("socket"), mode: 0o600)
        let ends = try UnixSocket.pair()
        let file = try Memfd.sealed(name: "file", contents: [1].span)
        let lines = try run(
            "activation", variables: "LISTEN_PID=$$ LISTEN_FDS=3 LISTEN_FDNAMES=varlink:client:stored",
            descriptors: [
                ChildProcess.Placement(listener.descriptor.rawValue, at: 3),
                ChildProcess.Placement(ends.first.descriptor.rawValue, at: 4),
                ChildProcess.Placement(file.rawValue, at: 5),
            ])
        #expect(
            lines == ["varlink listener", "client connection", "stored other", "left in the environment: nothing"])
    }

    @Test func `descriptors without names are unknown`() throws {
        let ends = try UnixSocket.pair()
        let lines = try run(
            "activation", variables: "LISTEN_PID=$$ LISTEN_FDS=1",
            descriptors: [ChildProcess.Placement(ends.first.descriptor.rawValue, at: 3)])
        #expect(lines.first == "unknown connection")
    }

    @Test(arguments: ["", "LISTEN_PID=1 LISTEN_FDS=1", "LISTEN_FDS=1"])
    func `what was meant for another process is not taken`(variables: String) throws {
        let ends = try UnixSocket.pair()
        let lines = try run(
            "activation", variables: variables,
            descriptors: [ChildProcess.Placement(ends.first.descriptor.rawValue, at: 3)])
        #expect(lines == ["left in the environment: nothing"])
    }

    @Test func `the manager is told of start, reload, status and end`() throws {
        let scratch = try ScratchDirectory()
        let manager = try DatagramReceiver(path: scratch.path("notify"))
        #expect(try run("notify", environment: ["NOTIFY_SOCKET": manager.path]) == ["true true true true true"])
        #expect(try manager.nextLines() == ["READY=1", "STATUS=two lines"])
        let reload = try manager.nextLines()
        #expect(reload.first == "RELOADING=1")
        let time = try #require(reload.last)
        let began = try #require(UInt64(time.dropFirst("MONOTONIC_USEC=".count)))
        #expect(began > 0 && began <= MonotonicClock.nanoseconds / 1000)
        #expect(try manager.nextLines() == ["STATUS=busy"])
        #expect(try manager.nextLines() == ["STATUS=still busy", "EXTEND_TIMEOUT_USEC=90000000"])
        #expect(try manager.nextLines() == ["STOPPING=1", "STATUS=ending", "ERRNO=28"])
    }

    @Test func `without a manager nobody is told, and that is no error`() throws {
        #expect(try run("notify") == ["false false false false false"])
        #expect(try run("notify", environment: ["NOTIFY_SOCKET": "/nonexistent"]) == ["false false false false false"])
    }

    @Test func `a loop that hangs no longer reports, and one that goes on does again`() throws {
        let scratch = try ScratchDirectory()
        let manager = try DatagramReceiver(path: scratch.path("notify"))
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        let input = try Pipe()
        let inputReader = input.reader
        let inputWriter = input.writer
        var child = try start(
            "serve", variables: "WATCHDOG_PID=$$ WATCHDOG_USEC=40000",
            descriptors: [ChildProcess.Placement(inputReader.rawValue, at: 0)],
            environment: ["NOTIFY_SOCKET": manager.path], output: writer)
        close(writer)
        close(inputReader)
        while try manager.nextLines() != ["READY=1", "STATUS=watched"] {}
        // The handler of this signal waits for input.
        try child.signal(SIGUSR1)
        while try manager.nextLines() != ["STATUS=hanging"] {}
        // Ten times as long as the manager would wait.
        #expect(try manager.next(within: .milliseconds(400)) == nil)
        close(inputWriter)
        #expect(try manager.nextLines() == ["STATUS=going on"])
        #expect(try manager.nextLines() == ["WATCHDOG=1"])
        try child.signal(SIGTERM)
        #expect(try readAll(reader) == "ended with 7\n")
        #expect(try child.wait() == .exited(0))
    }

    @Test func `a watched service reports itself until SIGTERM ends it`() throws {
        let scratch = try ScratchDirectory()
        let manager = try DatagramReceiver(path: scratch.path("notify"))
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        var child = try start(
            "serve", variables: "WATCHDOG_PID=$$ WATCHDOG_USEC=40000",
            environment: ["NOTIFY_SOCKET": manager.path], output: writer)
        close(writer)
        // The watchdog's first report comes with its setting up.
        var reports = 0
        var isReady = false
        while reports < 3 || !isReady {
            let message = try manager.nextLines()
            if message == ["WATCHDOG=1"] { reports += 1 }
            if message == ["READY=1", "STATUS=watched"] { isReady = true }
        }
        try child.signal(SIGTERM)
        #expect(try readAll(reader) == "ended with 7\n")
        #expect(try child.wait() == .exited(0))
    }
}
