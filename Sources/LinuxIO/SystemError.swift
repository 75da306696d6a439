import Glibc

/// A system call that failed: which, on what, and the kernel's reason.
package struct SystemError: Error, Hashable, Sendable {
    /// The C function that failed, such as `openat2`.
    package let call: String

    /// The thing it was called on: a path, a name, or what the descriptor is. Empty where there is nothing to name.
    package let detail: String

    /// The kernel's reason: an `errno` value, always positive.
    package let errno: Int32

    /// An error of `call` on `detail`, also for refusals that LinuxIO itself decides on.
    package init(call: String, detail: String, errno: Int32) {
        self.call = call
        self.detail = detail
        self.errno = errno
    }
}

extension SystemError: CustomStringConvertible {
    /// `openat2 system.json: No such file or directory`.
    package var description: String {
        detail.isEmpty ? "\(call): \(reason)" : "\(call) \(detail): \(reason)"
    }

    /// The kernel's reason in words: `No such file or directory`.
    package var reason: String {
        // 256 bytes hold every text of glibc; the call has no other way to fail.
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            let text = buffer.baseAddress!  // 256 bytes have an address.
            _ = unsafe strerror_r(errno, text, buffer.count)
            return unsafe String(cString: text)
        }
    }
}

extension SystemError {
    /// Whether the thing named is not there: ENOENT.
    package var isMissing: Bool { errno == ENOENT }

    /// Whether something on the way is no directory: ENOTDIR.
    package var isNotDirectory: Bool { errno == ENOTDIR }

    /// Whether the name is already taken: EEXIST.
    package var isAlreadyThere: Bool { errno == EEXIST }

    /// Whether descriptors have run out, in this process or on the machine: EMFILE, ENFILE.
    package var isOutOfDescriptors: Bool { errno == EMFILE || errno == ENFILE }

    /// Whether this user may not do it: EACCES, EPERM.
    package var isNotPermitted: Bool { errno == EACCES || errno == EPERM }

    /// Whether there is no room: ENOSPC, EDQUOT.
    package var isOutOfSpace: Bool { errno == ENOSPC || errno == EDQUOT }

    /// Whether the peer of a socket is gone: EPIPE, ECONNRESET.
    package var isDisconnected: Bool { errno == EPIPE || errno == ECONNRESET }

    /// Whether nobody listens at an address: ENOENT, ECONNREFUSED.
    package var isNobodyListening: Bool { errno == ENOENT || errno == ECONNREFUSED }

    /// Whether the time given ran out: ETIMEDOUT.
    package var isTimeout: Bool { errno == ETIMEDOUT }
}

/// Runs one system call again for as long as a signal interrupts it; a negative result becomes an error.
///
/// This is the only place that knows EINTR. `close(2)` and `connect(2)` do not come here: Linux has carried out the
/// first and goes on with the second when they report it.
@discardableResult
func retrying<Result: SignedInteger>(
    _ call: StaticString, _ detail: @autoclosure () -> String, _ body: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = body()
        if result >= 0 { return result }
        let reason = errno
        if reason != EINTR {
            throw SystemError(call: call.description, detail: detail(), errno: reason)
        }
    }
}

/// As `retrying`, but nil where the call would have to wait: EAGAIN on a non-blocking descriptor.
func retryingUnlessBlocked<Result: SignedInteger>(
    _ call: StaticString, _ detail: @autoclosure () -> String, _ body: () -> Result
) throws(SystemError) -> Result? {
    do throws(SystemError) {
        return try retrying(call, detail(), body)
    } catch {
        if error.errno == EAGAIN { return nil }
        throw error
    }
}
