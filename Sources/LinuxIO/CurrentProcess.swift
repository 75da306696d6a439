import CLinux
import Glibc

/// What this process is and how it takes signals.
package enum CurrentProcess {
    /// Its pid: `getpid(2)`.
    package static var pid: Int32 { getpid() }

    /// The user it acts as: `geteuid(2)`.
    package static var userID: UInt32 { geteuid() }

    /// The groups it acts as a member of, its own included: `getegid(2)`, `getgroups(2)`.
    package static var groups: Set<UInt32> {
        let count = getgroups(0, nil)
        var groups = [gid_t](repeating: 0, count: max(0, Int(count)))
        // No group is added between the two calls: nobody else changes this process.
        _ = unsafe groups.withUnsafeMutableBufferPointer { unsafe getgroups(count, $0.baseAddress) }
        return Set(groups + [getegid()])
    }

    /// The calling thread: `gettid(2)`. Unlike `pthread_self(3)`, never taken from before a suspension.
    package static var threadID: Int32 { clinux_gettid() }

    /// An environment variable; nil where it is not set, and always in a program that runs with more rights than
    /// its caller: `secure_getenv(3)`.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe clinux_secure_getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The directory that relative paths start from: `getcwd(3)`.
    package static func workingDirectory() throws(SystemError) -> String {
        guard let path = unsafe getcwd(nil, 0) else { throw SystemError(call: "getcwd", detail: "", errno: errno) }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// Ends the process with this status: `exit(3)`.
    package static func exit(_ status: Int32) -> Never {
        Glibc.exit(status)
    }

    /// Makes writing to a broken pipe an error (EPIPE) instead of the end of the process: SIGPIPE ignored.
    ///
    /// Sockets need no such thing, see `UnixSocket`. For programs only: the setting is the whole process's.
    package static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Holds signals back in this thread and in those it starts from now on: `pthread_sigmask(3)`. They are for whoever
    /// takes them with a signalfd.
    package static func block(signals: [Int32]) throws(SystemError) {
        try changeMask(SIG_BLOCK, signals)
    }

    /// Lets this thread take signals again that were held back, those that came meanwhile at once.
    package static func unblock(signals: [Int32]) throws(SystemError) {
        try changeMask(SIG_UNBLOCK, signals)
    }

    private static func changeMask(_ change: Int32, _ signals: [Int32]) throws(SystemError) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals {
            try retrying("sigaddset", "signal \(signal)") { unsafe sigaddset(&set, signal) }
        }
        let result = unsafe pthread_sigmask(change, &set, nil)
        if result != 0 { throw SystemError(call: "pthread_sigmask", detail: "", errno: result) }
    }
}
