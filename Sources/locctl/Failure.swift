import LinuxIO

/// Why `locctl` did not do what it was asked to.
struct Failure: Error, Equatable {
    /// What the program ends with.
    let status: ExitStatus
    /// A sentence without a full stop that says what was wrong, with what value, and what to do. Empty where the
    /// output has said it all.
    let message: String

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension Failure {
    /// A system call that failed on a file or a stream.
    init(_ error: SystemError) {
        self.init(error.isOutOfSpace ? .noSpace : .other, "\(error)")
    }
}

/// Runs system calls; their error becomes a failure.
func reporting<Result: ~Copyable>(_ body: () throws(SystemError) -> Result) throws(Failure) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw Failure(error)
    }
}
