import Glibc
import LinuxIO

/// A process to run to its end.
package struct Command: Sendable {
    package let executable: String
    /// The program's name first.
    package let arguments: [String]

    /// How a run ended and what it printed.
    package struct Result: CustomStringConvertible, Sendable {
        /// The exit code; 128 and the signal where one ended it, as shells have it.
        package let status: Int32
        package let output: String
        package let errors: String

        /// For failures: what was printed where.
        package var description: String {
            "status \(status), printed \(output.debugDescription), remarked \(errors.debugDescription)"
        }
    }

    package init(executable: String, arguments: [String]) {
        self.executable = executable
        self.arguments = arguments
    }

    /// A script for bash.
    package static func shell(_ script: String, _ arguments: [String] = []) -> Command {
        Command(executable: "/bin/bash", arguments: ["bash", "-c", script, "bash"] + arguments)
    }

    /// Runs it to its end, which has to come in time; nothing of the test's own environment reaches it.
    package func run(
        environment: [String: String] = [:], in scratch: ScratchDirectory, patience: Duration = .seconds(30)
    ) throws -> Result {
        let output = try OutputFile(in: scratch)
        let errors = try OutputFile(in: scratch)
        var configuration = ChildProcess.Configuration(executable: executable, arguments: arguments)
        configuration.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        configuration.descriptors = [
            .init(output.descriptor.rawValue, at: 1), .init(errors.descriptor.rawValue, at: 2),
        ]
        var child = try ChildProcess(configuration)
        let isEnded = try child.descriptor.wait(for: .readable, timeout: patience)
        if !isEnded { try child.signal(SIGKILL) }
        let status: Int32 =
            switch try child.wait() {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        let result = Result(status: status, output: try output.text(), errors: try errors.text())
        guard isEnded else { throw TestFailure("\(arguments) did not end; \(result)") }
        return result
    }
}

/// A file without a name that collects what a process prints.
private struct OutputFile: ~Copyable {
    let descriptor: FileDescriptor

    init(in scratch: ScratchDirectory) throws {
        var name = scratch.path("output-XXXXXX").utf8CString
        let number = unsafe name.withUnsafeMutableBufferPointer { buffer in
            // A name has bytes, so they have an address.
            let number = unsafe mkstemp(buffer.baseAddress!)
            unsafe unlink(buffer.baseAddress!)
            return number
        }
        try TestFailure.check(errno, unless: number >= 0, scratch.path)
        descriptor = FileDescriptor(owning: number)
    }

    func text() throws -> String {
        try TestFailure.check(errno, unless: lseek(descriptor.rawValue, 0, SEEK_SET) == 0, "output")
        let bytes = try FileContents(of: descriptor, limit: 1 << 26, detail: "output").bytes
        return String(decoding: bytes, as: UTF8.self)
    }
}
