import LinuxIO
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

extension Command {
    /// The same as another user. The program is opened first, since where it was built may be nobody else's to enter.
    func asUser(_ user: FileOwner) -> Command {
        let script = """
            os, sys = map(__import__, ("os", "sys"))
            uid, gid, path, *words = sys.argv[1:]
            program = os.open(path, os.O_RDONLY)
            os.setgroups([])
            os.setresgid(int(gid), int(gid), int(gid))
            os.setresuid(int(uid), int(uid), int(uid))
            os.execve(program, words, os.environ)
            """
        return Command(
            executable: "/usr/bin/python3",
            arguments: ["python3", "-c", script, "\(user.uid)", "\(user.gid)", executable] + arguments)
    }
}
