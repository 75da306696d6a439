import LinuxIO
import TestSupport

/// A program of the system, or a script of this repository, run to its end.
enum Tool {
    /// How a run ended, and all that was printed: what went to standard output, then what went to standard error.
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
        let result = try Command(executable: "/usr/bin/env", arguments: ["env", command] + arguments).run(
            environment: ["PATH": "/usr/bin:/bin:/usr/sbin:/sbin"].merging(environment) { $1 }, in: ScratchDirectory())
        return Result(status: .exited(result.status), output: result.output + result.errors)
    }
}
