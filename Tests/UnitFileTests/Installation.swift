import LinuxIO
import TestSupport
import Testing

/// A directory into which the programs that were built with these tests have been installed.
struct Installation {
    let scratch: ScratchDirectory
    /// What the installation printed.
    let output: String

    /// - Parameter umask: what the caller's own files are made with.
    init(
        into scratch: ScratchDirectory? = nil, prefix: String = "/usr", umask: String = "022"
    ) throws {
        self.scratch = try scratch ?? ScratchDirectory()
        let programs = try builtProduct("locd").split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let result = try Tool.run(
            "sh", ["-c", "umask \(umask) && exec \(Tool.repository)/scripts/install"],
            environment: ["DESTDIR": self.scratch.path, "PREFIX": prefix, "PROGRAMS": programs])
        try #require(result.status == .exited(0), "\(result.output)")
        output = result.output
    }

    /// Modes and paths of all files, by path.
    func files() throws -> [String] {
        try Tool.run("find", [scratch.path, "!", "-type", "d", "-printf", "%M %P\\n"]).lines
            .sorted { $0.dropFirst(11) < $1.dropFirst(11) }
    }
}
