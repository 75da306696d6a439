import LinuxIO

/// The directory that holds what must not be lost: settings and the generation. One daemon has it at a time.
package final class StateDirectory: Sendable {
    static let lockName = "lock"

    package let path: String
    package let settings: SettingsStore
    package let generation: GenerationCounter
    private let directory: Directory
    private let lock: FileLock

    /// Opens the directory for this process alone, making it (0700) where it is missing; its parent must be there.
    ///
    /// What a crash left behind is swept. The generation goes on above `generationFloor`.
    ///
    /// - Throws: `inUse` when another daemon has it; `untrusted` when it belongs to somebody else or others may write
    ///   in it; `system`.
    package init(path: String, generationFloor: Int64) throws(PackStoreError) {
        let directory = try TrustedDirectory.open(path: path, mode: 0o700)
        guard let lock = try calling({ () throws(SystemError) in try FileLock(StateDirectory.lockName, in: directory) })
        else {
            throw PackStoreError(.inUse, "another daemon uses the state directory \(path)")
        }
        try calling { () throws(SystemError) in _ = try DurableFile.removeTemporaries(in: directory) }
        settings = SettingsStore(try calling { () throws(SystemError) in try directory.duplicate() })
        generation = try GenerationCounter(
            in: try calling { () throws(SystemError) in try directory.duplicate() }, floor: generationFloor)
        self.path = path
        self.directory = directory
        self.lock = lock
    }

    /// Whether the path still leads to this directory. When somebody has removed or replaced it, open it anew and
    /// store what is in memory.
    package var isInPlace: Bool { TrustedDirectory.isInPlace(directory) }
}

/// Directories of the daemon's own, which nobody else may change.
enum TrustedDirectory {
    /// Opens a directory after making it where it is missing.
    ///
    /// - Throws: `untrusted` when it belongs to neither this user nor root, or others may write in it; `system`.
    static func open(path: String, mode: UInt32) throws(PackStoreError) -> Directory {
        let directory = try calling { () throws(SystemError) in try Directory(makingPath: path, mode: mode) }
        try check(directory, owners: [CurrentProcess.userID, 0])
        return directory
    }

    /// Looks whether a directory belongs to one of these users, and whether nobody else may write in it.
    ///
    /// - Throws: `untrusted`; `system`.
    static func check(_ directory: borrowing Directory, owners: [UInt32]) throws(PackStoreError) {
        let path = directory.path
        let status = try calling { () throws(SystemError) in try directory.descriptor.status(detail: path) }
        guard owners.contains(status.uid) else {
            throw PackStoreError(.untrusted, "\(path) belongs to user \(status.uid)")
        }
        guard !status.isWritableByOthers else {
            throw PackStoreError(.untrusted, "\(path) can be written by others than its owner")
        }
    }

    /// Whether the path that a directory was opened by still leads to it.
    static func isInPlace(_ directory: borrowing Directory) -> Bool {
        // What cannot be opened or asked is not in place, whatever the reason.
        let mine = try? directory.descriptor.status(detail: directory.path)
        // As above.
        let there = try? Directory(path: directory.path).descriptor.status(detail: directory.path)
        guard let mine, let there else { return false }
        return mine.device == there.device && mine.inode == there.inode
    }
}
