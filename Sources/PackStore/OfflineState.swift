package import LinuxIO

/// The state directory of a system that does not run, such as a disk image: its settings are read and written as its
/// daemon would, and belong to the daemon's user when it starts.
///
/// A daemon that does run there keeps it from being opened, and the other way round.
package struct OfflineState: ~Copyable {
    /// The settings, whose files are made for the daemon's user.
    package let settings: SettingsStore
    private let lock: FileLock

    /// Takes the directory for this process alone and gives it to the daemon's user. What a crash left behind is swept.
    ///
    /// - Throws: `inUse` when a daemon has it; `untrusted` when it belongs to neither the daemon's user nor root, or
    ///   others may write in it; `system`, also when this process may not give files away.
    package init(_ directory: consuming Directory, owner: FileOwner) throws(PackStoreError) {
        let path = directory.path
        try TrustedDirectory.check(directory, owners: [0, CurrentProcess.userID, owner.uid])
        try OfflineState.adopt(directory, owner)
        let lock = try calling { () throws(SystemError) in
            try FileLock(StateDirectory.lockName, in: directory, owner: owner)
        }
        guard let lock else { throw PackStoreError(.inUse, "a daemon uses the state directory \(path)") }
        try calling { () throws(SystemError) in _ = try DurableFile.removeTemporaries(in: directory) }
        settings = SettingsStore(directory, fileOwner: owner)
        self.lock = lock
    }

    /// Gives a directory and what is in it to the daemon's user, where they are not theirs yet.
    ///
    /// The directory goes last: while it is not theirs, nobody but its owner can have put anything into it, a second
    /// name of a file from elsewhere least of all.
    private static func adopt(_ directory: borrowing Directory, _ owner: FileOwner) throws(PackStoreError) {
        do throws(SystemError) {
            let status = try directory.descriptor.status(detail: directory.path)
            guard status.uid != owner.uid || status.gid != owner.gid else { return }
            for name in try directory.list().names where try directory.status(of: name)?.kind == .regular {
                try directory.openFile(name).setOwner(owner, detail: "\(directory.path)/\(name)")
            }
            try directory.setOwner(owner)
        } catch {
            throw PackStoreError(error)
        }
    }
}
