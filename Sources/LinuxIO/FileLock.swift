import CLinux
import Glibc

/// Holds a directory for one process: `flock(2)` on a file in it. Released when this value ends, or the process does.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    /// Takes the lock named `name`, making its file (0600) where it is missing; nil when another process has it.
    ///
    /// - Parameter owner: whom the file is given to, so that they can take the lock later; nil leaves it as it is. A file
    ///   with a further name, which may be one from elsewhere, is not given away: EMLINK.
    package init?(
        _ name: String, in directory: borrowing Directory, owner: FileOwner? = nil
    ) throws(SystemError) {
        let name = try directory.checked(name, "openat2")
        // For reading only: a file that is open for writing would keep its file system from being mounted read-only.
        let file = try directory.openBeneath(name, flags: O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, mode: 0o600)
        let locked = try retryingUnlessBlocked("flock", directory.detail(name)) {
            flock(file.rawValue, LOCK_EX | LOCK_NB)
        }
        if locked == nil { return nil }
        if let owner {
            guard try file.status(detail: directory.detail(name)).linkCount == 1 else {
                throw SystemError(call: "fchown", detail: directory.detail(name), errno: EMLINK)
            }
            try file.setOwner(owner, detail: directory.detail(name))
        }
        descriptor = file
    }
}
