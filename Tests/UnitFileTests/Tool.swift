import LinuxIO
import TestSupport

/// A program of the system, or a script of this repository, run to its end.
enum Tool {
    /// How a run ended, and all that was printed, on either stream.
    struct Result {
        let status: ChildProcess.ExitStatus
        let output: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// Where the repository is.
    static let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    /// Runs a command found in the PATH, with nothing else in its environment but these variables.
    @discardableResult
    static func run(
        _ command: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) throws -> Result {
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        var configuration = ChildProcess.Configuration(
            executable: "/usr/bin/env", arguments: ["env", command] + arguments)
        configuration.environment = ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"].merging(environment) { $1 }
        configuration.descriptors = [.init(writer.rawValue, at: 1), .init(writer.rawValue, at: 2)]
        var child = try ChildProcess(configuration)
        close(writer)
        let output = try readAll(reader)
        return Result(status: try child.wait(), output: output)
    }
}
