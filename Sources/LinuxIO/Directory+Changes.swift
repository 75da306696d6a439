import CLinux
import Glibc

extension Directory {
    /// Makes the names in the directory durable: `fsync(2)` on it.
    package func sync() throws(SystemError) {
        try descriptor.sync(detail: path)
    }

    /// Creates a file that must not exist yet, for writing: O_CREAT, O_EXCL. `mode` holds whatever the umask.
    package func createFile(_ name: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
        let name = try checked(name, "openat2")
        let file = try openBeneath(name, flags: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode: 0o600)
        try file.setMode(mode, detail: detail(name))
        return file
    }

    /// Gives the directory itself to a user and group: `fchown(2)`. Nothing where it is theirs already.
    package func setOwner(_ owner: FileOwner) throws(SystemError) {
        try descriptor.setOwner(owner, detail: path)
    }

    /// Removes a name: `unlinkat(2)`. False when it was missing.
    @discardableResult
    package func removeFile(_ name: String) throws(SystemError) -> Bool {
        try remove(name, flags: 0)
    }

    /// Removes an empty directory: `unlinkat(2)` AT_REMOVEDIR. False when it was missing; ENOTEMPTY otherwise.
    @discardableResult
    package func removeSubdirectory(_ name: String) throws(SystemError) -> Bool {
        try remove(name, flags: AT_REMOVEDIR)
    }

    /// Gives a file another name, replacing what had it, in one step: `renameat(2)`.
    package func rename(_ name: String, to newName: String) throws(SystemError) {
        let name = try checked(name, "renameat")
        let newName = try checked(newName, "renameat")
        try retrying("renameat", "\(detail(name)) to \(newName)") {
            unsafe renameat(descriptor.rawValue, name, descriptor.rawValue, newName)
        }
    }

    /// Gives a file one more name, never replacing (EEXIST): `linkat(2)`.
    package func link(_ name: String, as newName: String) throws(SystemError) {
        let name = try checked(name, "linkat")
        let newName = try checked(newName, "linkat")
        try retrying("linkat", "\(detail(name)) as \(newName)") {
            unsafe linkat(descriptor.rawValue, name, descriptor.rawValue, newName, 0)
        }
    }

    private func remove(_ name: String, flags: Int32) throws(SystemError) -> Bool {
        let name = try checked(name, "unlinkat")
        do throws(SystemError) {
            try retrying("unlinkat", detail(name)) { unsafe unlinkat(descriptor.rawValue, name, flags) }
            return true
        } catch {
            if error.isMissing { return false }
            throw error
        }
    }
}
