import Glibc
import LinuxIO
import Testing

@Suite struct ChildProcessTests {
    /// Runs a shell script whose descriptor 1 comes back as text.
    func run(
        _ script: String, limits: ResourceLimits = ResourceLimits(), environment: [String: String] = [:],
        with descriptors: [ChildProcess.Placement] = []
    ) throws -> (status: ChildProcess.ExitStatus, output: String) {
        let pipe = try Pipe()
        var configuration = ChildProcess.Configuration(executable: "/bin/sh", arguments: ["sh", "-c", script])
        configuration.environment = environment
        configuration.limits = limits
        let reader = pipe.reader
        let writer = pipe.writer
        configuration.descriptors = [ChildProcess.Placement(writer.rawValue, at: 1)] + descriptors
        var child = try ChildProcess(configuration)
        end(writer)
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while let count = try reader.read(into: &buffer, detail: "pipe"), count > 0 { output += buffer.prefix(count) }
        return (try child.wait(), String(decoding: output, as: UTF8.self))
    }

    @Test(arguments: [0, 3, 255])
    func `an exit code comes back`(code: Int32) throws {
        #expect(try run("exit \(code)").status == .exited(code))
    }

    @Test func `a signal that ended it comes back`() throws {
        #expect(try run("kill -TERM $$").status == .signaled(SIGTERM))
    }

    @Test func `a program that is not there is an error of the start`() throws {
        expectErrno(ENOENT) {
            _ = try ChildProcess(ChildProcess.Configuration(executable: "/nonexistent", arguments: ["x"]))
        }
        expectErrno(EACCES) {
            _ = try ChildProcess(ChildProcess.Configuration(executable: "/etc/passwd", arguments: ["x"]))
        }
    }

    @Test func `the environment is what was given`() throws {
        let variables = try run("/usr/bin/env", environment: ["A": "1", "B": "x y"]).output.split(separator: "\n")
        // The shell adds PWD and the like; nothing of this process's comes through.
        #expect(variables.contains("A=1") && variables.contains("B=x y"))
        #expect(!variables.contains { $0.hasPrefix("HOME=") })
    }

    @Test func `only the listed descriptors are open`() throws {
        // A descriptor that is not close-on-exec must not leak either.
        let leak = dup(2)
        defer { close(leak) }
        let output = try run("ls /proc/$$/fd; readlink /proc/$$/fd/0").output
        #expect(output == "0\n1\n2\n/dev/null\n")
    }

    @Test func `descriptors land at their numbers even when they trade places`() throws {
        let first = try Memfd.sealed(name: "first", contents: Array("one".utf8).span)
        let second = try Memfd.sealed(name: "second", contents: Array("two".utf8).span)
        // The targets are the numbers that the sources have here, crosswise.
        try #require(first.rawValue < 10 || second.rawValue != first.rawValue)
        let placements = [
            ChildProcess.Placement(first.rawValue, at: second.rawValue),
            ChildProcess.Placement(second.rawValue, at: first.rawValue),
        ]
        let script = "cat /proc/$$/fd/\(first.rawValue) /proc/$$/fd/\(second.rawValue)"
        #expect(try run(script, with: placements).output == "twoone")
    }

    @Test func `signals are at their defaults, whatever they are here`() throws {
        CurrentProcess.ignoreBrokenPipes()
        var blocked = sigset_t()
        var before = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, SIGUSR1)
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        let lines = try run("cat /proc/self/status").output.split(separator: "\n")
        func mask(_ name: String) throws -> UInt64 {
            let line = try #require(lines.first { $0.hasPrefix(name) })
            return try #require(UInt64(line.split(separator: "\t")[1], radix: 16))
        }
        #expect(try mask("SigBlk:") == 0)
        // 32 and 33 are the C library's own.
        #expect(try mask("SigIgn:") & ~(0b11 << 31) == 0)
    }

    @Test func `limits hold`() throws {
        let limits = ResourceLimits(
            processorTime: .milliseconds(1500), addressSpace: 1 << 30, fileSize: 1 << 20, openFiles: 32)
        let output = try run("ulimit -t; ulimit -v; ulimit -f; ulimit -n", limits: limits).output
        #expect(output == "2\n1048576\n2048\n32\n")
        #expect(try run("ulimit -n 33", limits: limits).status != .exited(0))
    }

    @Test func `a child that runs too long is ended by its limit`() throws {
        let limits = ResourceLimits(processorTime: .seconds(1))
        #expect(try run("while :; do :; done", limits: limits).status == .signaled(SIGXCPU))
    }

    @Test func `its descriptor tells the end, and asking again gives the same answer`() throws {
        let pipe = try Pipe()
        var configuration = ChildProcess.Configuration(executable: "/bin/sh", arguments: ["sh", "-c", "read x"])
        let writer = pipe.writer
        configuration.descriptors = [ChildProcess.Placement(pipe.reader.rawValue, at: 0)]
        var child = try ChildProcess(configuration)
        #expect(try child.poll() == nil)
        try child.signal(SIGTERM)
        #expect(try child.descriptor.wait(for: .readable, timeout: .seconds(20)))
        #expect(try child.poll() == .signaled(SIGTERM))
        #expect(try child.wait() == .signaled(SIGTERM))
        try child.signal(SIGTERM)
        end(writer)
    }

    @Test func `a child whose owner ends is killed and reaped`() throws {
        let pid: Int32
        do {
            let child = try ChildProcess(
                ChildProcess.Configuration(executable: "/bin/sleep", arguments: ["sleep", "1000"]))
            pid = child.pid
            #expect(kill(pid, 0) == 0)
        }
        #expect(kill(pid, 0) == -1)
    }
}
