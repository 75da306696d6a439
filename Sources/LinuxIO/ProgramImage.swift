import Glibc

/// The program that this process runs.
package enum ProgramImage {
    /// Runs another program in this process, found in `PATH`, with the last `count` words of the process's own command
    /// line, byte for byte: `execvp(3)`.
    ///
    /// Nothing may read the environment at the same time: `setenv(3)` moves it.
    ///
    /// - Parameters:
    ///   - count: How many words, the program's name being the first; at least one.
    ///   - removing: Variables that the program is not to see, unless `setting` sets them.
    ///   - setting: Variables that it is to see.
    /// - Returns: Only by throwing. What was set and removed stays so.
    package static func replace(
        withLastArguments count: Int, removing: [String], setting: [String: String]
    ) throws(SystemError) -> Never {
        precondition((1..<Int(CommandLine.argc)).contains(count), "the command line has not so many words")
        for name in removing { try retrying("unsetenv", name) { unsafe unsetenv(name) } }
        for (name, value) in setting { try retrying("setenv", name) { unsafe setenv(name, value, 1) } }
        // The words end with a null pointer, as execvp wants them.
        let words = unsafe CommandLine.unsafeArgv + (Int(CommandLine.argc) - count)
        guard let name = unsafe words[0] else { preconditionFailure("the command line ends too early") }
        _ = unsafe execvp(name, words)
        throw SystemError(call: "execvp", detail: unsafe String(cString: name), errno: errno)
    }
}
