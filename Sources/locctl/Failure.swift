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

extension Failure {
    /// A system call that failed on a file that the command line names.
    init(_ error: SystemError, file: String) {
        self.init(error.isOutOfSpace ? .noSpace : .other, "\(quoted(file)): \(error.reason)")
    }
}

/// Runs system calls; their error becomes a failure.
///
/// - Parameter file: As the command line names it, where it is about one.
func reporting<Result: ~Copyable>(
    on file: String? = nil, _ body: () throws(SystemError) -> Result
) throws(Failure) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        throw file.map { Failure(error, file: $0) } ?? Failure(error)
    }
}
