import Glibc
import LinuxIO
import TestSupport
import Testing

/// A program of this package, run as a process of its own.
enum Program: String {
    case locd, locctl
    case certification = "varlink-certification"

    /// Where the build put it: beside the tests.
    var path: String {
        let tests = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        return (tests.dropLast() + [rawValue[...]]).joined(separator: "/")
    }

    /// How a run ended and what it printed.
    struct Result: CustomStringConvertible {
        /// The exit code; 128 and the signal where one ended it, as shells have it.
        let status: Int32
        let output: String
        let errors: String

        /// For failures: what was printed where.
        var description: String {
            "status \(status), printed \(output.debugDescription), remarked \(errors.debugDescription)"
        }
    }

    /// Runs the program to its end, which has to come within half a minute.
    func run(
        _ arguments: [String], environment: [String: String] = [:], in scratch: ScratchDirectory
    ) throws -> Result {
        try Command(executable: path, arguments: [rawValue] + arguments).run(environment: environment, in: scratch)
    }
}

/// A process to run to its end.
struct Command {
    let executable: String
    /// The program's name first.
    let arguments: [String]

    /// A script for bash.
    static func shell(_ script: String, _ arguments: [String] = []) -> Command {
        Command(executable: "/bin/bash", arguments: ["bash", "-c", script, "bash"] + arguments)
    }

    /// Runs it to its end, which has to come within half a minute; nothing of the test's own environment reaches it.
    func run(environment: [String: String] = [:], in scratch: ScratchDirectory) throws -> Program.Result {
        let output = try OutputFile(in: scratch)
        let errors = try OutputFile(in: scratch)
        var configuration = ChildProcess.Configuration(executable: executable, arguments: arguments)
        configuration.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        configuration.descriptors = [
            .init(output.descriptor.rawValue, at: 1), .init(errors.descriptor.rawValue, at: 2),
        ]
        var child = try ChildProcess(configuration)
        let isEnded = try child.descriptor.wait(for: .readable, timeout: .seconds(30))
        if !isEnded { try child.signal(SIGKILL) }
        let status: Int32 =
            switch try child.wait() {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        let result = Program.Result(status: status, output: try output.text(), errors: try errors.text())
        try #require(isEnded, "\(arguments) did not end; \(result)")
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
        try #require(number >= 0)
        descriptor = FileDescriptor(owning: number)
    }

    func text() throws -> String {
        try #require(lseek(descriptor.rawValue, 0, SEEK_SET) == 0)
        let bytes = try FileContents(of: descriptor, limit: 1 << 26, detail: "output").bytes
        return String(decoding: bytes, as: UTF8.self)
    }
}
