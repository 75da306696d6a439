import Glibc
package import LinuxIO

/// A program that goes on while the test does something else. What it prints is read line by line.
package final class RunningProgram {
    private var child: ChildProcess
    private let output: FileDescriptor
    private var buffered: [UInt8] = []

    /// Starts a process; it gets `descriptors` beside its standard output and error.
    package init(
        _ command: Command, environment: [String: String] = [:], descriptors: [ChildProcess.Placement] = [],
        log: String
    ) throws {
        let file = unsafe open(log, O_CREAT | O_WRONLY | O_APPEND, 0o600)
        try TestFailure.check(errno, unless: file >= 0, log)
        let errors = FileDescriptor(owning: file)
        let pipe = try Pipe()
        var configuration = ChildProcess.Configuration(executable: command.executable, arguments: command.arguments)
        configuration.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        configuration.descriptors = descriptors + [.init(pipe.writer.rawValue, at: 1), .init(errors.rawValue, at: 2)]
        child = try ChildProcess(configuration)
        output = pipe.reader
    }

    /// The next line it prints, without its end; nil when it has ended, or printed nothing for ten seconds.
    package func nextLine() throws -> String? {
        let deadline = BoottimeClock.now.advanced(by: .seconds(10))
        var portion = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffered.removeFirst(end + 1) }
                return String(decoding: buffered[..<end], as: UTF8.self)
            }
            guard try output.wait(for: .readable, timeout: BoottimeClock.now.duration(to: deadline)),
                let count = try output.read(into: &portion, detail: "output"), count > 0
            else { return nil }
            buffered += portion.prefix(count)
        }
    }

    /// The processes that it has started and that are there still.
    package func children() throws -> [Int32] {
        let path = "/proc/\(child.pid)/task/\(child.pid)/children"
        let text = try FileContents(ofPath: path, limit: 1 << 16, followingLinks: false).bytes
        return String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }

    /// Has an epoll report the program's end.
    package func watch(with epoll: borrowing Epoll, token: UInt64) throws {
        try epoll.add(child.descriptor, for: .readable, token: token)
    }

    /// Waits up to ten seconds for the program to end by itself; nil when it does not.
    package func waitForEnd() throws -> ChildProcess.ExitStatus? {
        guard try child.descriptor.wait(for: .readable, timeout: .seconds(10)) else { return nil }
        return try child.wait()
    }

    /// Sends a signal.
    package func signal(_ number: Int32) throws {
        try child.signal(number)
    }

    /// Whether the program is still running after `time`. Other tests go on meanwhile.
    package func isRunning(after time: Duration) async throws -> Bool {
        let process = SharedFileDescriptor(try child.descriptor.duplicate())
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try DetachedThread.start(name: "long wait") {
                    continuation.resume(
                        with: Result { try !process.descriptor.wait(for: .readable, timeout: time) })
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Ends the program by a signal and gives how it ended; one that does not end within ten seconds is killed.
    package func end(with signal: Int32) throws -> ChildProcess.ExitStatus {
        try child.signal(signal)
        if let status = try waitForEnd() { return status }
        try child.signal(SIGKILL)
        return try child.wait()
    }

    /// Ends the program in whatever state it is.
    package func end() {
        // Killing one's own child and waiting for it cannot fail.
        try? child.signal(SIGKILL)
        _ = try? child.wait()
    }
}
