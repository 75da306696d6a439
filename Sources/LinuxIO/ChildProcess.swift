import CLinux
import Glibc

/// A child process, known by its pidfd, so that it cannot be mistaken for another one.
///
/// The child gets what is listed and nothing else: no other descriptor, no other variable, no blocked or ignored
/// signal. One that is still running when its owner ends is killed and reaped.
package struct ChildProcess: ~Copyable, Sendable {
    /// A descriptor for the child.
    package struct Placement: Hashable, Sendable {
        /// A descriptor of this process; it stays this process's.
        package let source: Int32
        /// Its number in the child.
        package let target: Int32

        package init(_ source: Int32, at target: Int32) {
            self.source = source
            self.target = target
        }
    }

    /// What a child is given.
    package struct Configuration: Sendable {
        /// The program; `/proc/self/exe` is this one.
        package var executable: String
        /// `argv`, the program's name first.
        package var arguments: [String]
        package var environment: [String: String] = [:]
        /// 0, 1 and 2 are `/dev/null` unless they are listed.
        package var descriptors: [Placement] = []
        /// Whether 2 is this process's own instead of `/dev/null`.
        package var inheritsStandardError = false
        package var limits = ResourceLimits()
        /// Whether the kernel kills the child when the *thread* that spawned it ends: `prctl(2)` PR_SET_PDEATHSIG.
        package var endsWithParent = false

        package init(executable: String, arguments: [String]) {
            self.executable = executable
            self.arguments = arguments
        }
    }

    /// How a child ended.
    package enum ExitStatus: Hashable, Sendable {
        /// It ended by itself with this code.
        case exited(Int32)
        /// This signal ended it.
        case signaled(Int32)

        /// Whether SIGKILL ended it: somebody did, or the kernel for want of memory, and not what the program ran into.
        package var wasKilled: Bool { self == .signaled(SIGKILL) }
    }

    /// The pid. Only good for messages: signals and waiting go by the pidfd.
    package let pid: Int32

    /// The pidfd: readable once the child has ended. See `pidfd_open(2)`.
    package let descriptor: FileDescriptor

    private var status: ExitStatus?

    /// Starts a child. A program that cannot be executed is an error here, with the errno of `execve(2)`; so is any
    /// other step of the child before it.
    package init(_ configuration: Configuration) throws(SystemError) {
        var pidfd: Int32 = -1
        pid = try spawn(configuration, &pidfd)
        descriptor = FileDescriptor(owning: pidfd)
    }

    deinit {
        if status == nil {
            // Our own child that was not waited for: both calls have nothing to fail at.
            _ = clinux_signal(descriptor.rawValue, SIGKILL)
            _ = try? waitForStatus(descriptor.rawValue, nonblocking: false)  // As above.
        }
    }

    /// How the child ended; nil while it runs. The first answer reaps it.
    package mutating func poll() throws(SystemError) -> ExitStatus? {
        if status == nil { status = try waitForStatus(descriptor.rawValue, nonblocking: true) }
        return status
    }

    /// Waits for the child's end: `waitid(2)` P_PIDFD.
    package mutating func wait() throws(SystemError) -> ExitStatus {
        if let status { return status }
        // Without WNOHANG there always is a status.
        let ended = try waitForStatus(descriptor.rawValue, nonblocking: false)!
        status = ended
        return ended
    }

    /// Sends a signal: `pidfd_send_signal(2)`. One that has ended is fine.
    package func signal(_ number: Int32) throws(SystemError) {
        do throws(SystemError) {
            try retrying("pidfd_send_signal", "child \(pid)") { clinux_signal(descriptor.rawValue, number) }
        } catch {
            if error.errno != ESRCH { throw error }
        }
    }
}

private func waitForStatus(_ pidfd: Int32, nonblocking: Bool) throws(SystemError) -> ChildProcess.ExitStatus? {
    var code: Int32 = 0
    var status: Int32 = 0
    let ended = try retrying("waitid", "pidfd \(pidfd)") { unsafe clinux_wait(pidfd, nonblocking, &code, &status) }
    guard ended == 1 else { return nil }
    return code == CLD_EXITED ? .exited(status) : .signaled(status)
}

private func spawn(_ configuration: ChildProcess.Configuration, _ pidfd: inout Int32) throws(SystemError) -> Int32 {
    let variables = configuration.environment.map { "\($0.key)=\($0.value)" }.sorted()
    let sources = configuration.descriptors.map(\.source)
    let targets = configuration.descriptors.map(\.target)
    let limits = configuration.limits.pairs
    let limitNames = limits.map(\.resource)
    let limitValues = limits.map(\.value)
    let arguments = CStrings(configuration.arguments)
    let environment = CStrings(variables)
    return try retrying("spawn", configuration.executable) {
        unsafe configuration.executable.withCString { path in
            unsafe sources.withUnsafeBufferPointer { sources in
                unsafe targets.withUnsafeBufferPointer { targets in
                    unsafe limitNames.withUnsafeBufferPointer { names in
                        unsafe limitValues.withUnsafeBufferPointer { values in
                            var request = unsafe clinux_spawn_request(
                                path: path, arguments: arguments.pointers.baseAddress,
                                environment: environment.pointers.baseAddress, sources: sources.baseAddress,
                                targets: targets.baseAddress, descriptor_count: sources.count,
                                limits: names.baseAddress, limit_values: values.baseAddress,
                                limit_count: names.count,
                                keep_standard_error: configuration.inheritsStandardError,
                                end_with_parent: configuration.endsWithParent)
                            return unsafe clinux_spawn(&request, &pidfd)
                        }
                    }
                }
            }
        }
    }
}

/// A NULL-ended array of C strings, as execve(2) takes it.
@safe private struct CStrings: ~Copyable {
    let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ strings: [String]) {
        unsafe pointers = .allocate(capacity: strings.count + 1)
        for (index, string) in strings.enumerated() {
            unsafe pointers.initializeElement(at: index, to: strdup(string))
        }
        unsafe pointers.initializeElement(at: strings.count, to: nil)
    }

    deinit {
        unsafe pointers.forEach { unsafe free($0) }
        unsafe pointers.deallocate()
    }
}
