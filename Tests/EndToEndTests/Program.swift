import TestSupport

/// A program of this package, run as a process of its own.
enum Program: String {
    case locd, locctl
    case certification = "varlink-certification"

    /// Where the build put it: beside the tests.
    var path: String {
        let tests = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        return (tests.dropLast() + [rawValue[...]]).joined(separator: "/")
    }

    typealias Result = Command.Result

    /// Runs the program to its end, which has to come within half a minute.
    func run(
        _ arguments: [String], environment: [String: String] = [:], in scratch: ScratchDirectory
    ) throws -> Result {
        try Command(executable: path, arguments: [rawValue] + arguments).run(environment: environment, in: scratch)
    }
}

extension RunningProgram {
    /// Starts a program of this package; its standard error goes to the end of the file `log`.
    convenience init(_ program: Program, _ arguments: [String], environment: [String: String], log: String) throws {
        let command = Command(executable: program.path, arguments: [program.rawValue] + arguments)
        try self.init(command, environment: environment, log: log)
    }
}
