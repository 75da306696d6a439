import CLinux
import Glibc

/// Writing files so that a crash or power cut at any instruction leaves the old or the new one, never a third.
///
/// A file that is replaced: a temporary in the same directory, all bytes, `fsync(2)`, `rename(2)`, `fsync(2)` of the
/// directory. Leaving out the first sync gives an empty file on XFS, leaving out the second gives back the old one.
/// After a failed sync the kernel has dropped the pages and says nothing the next time, so the temporary is removed,
/// never synced again; the caller tries anew from memory.
///
/// A file that is written once and never changes: it has no name until it is complete and synced, then gets the one
/// (`open(2)` O_TMPFILE and `linkat(2)`), which never replaces.
package enum DurableFile {
    /// What names of temporaries begin with.
    package static let temporaryPrefix = ".locd-tmp-"

    /// Replaces or creates a file. When this returns, the new content survives a power cut; when it throws, the file is
    /// as it was and no temporary is left, with one exception: if only the last step, the sync of the directory, fails,
    /// the new content is there but may not survive.
    ///
    /// With `previousName`, what the file was stays under that name, as a hard link made before the replacement. With
    /// `owner`, the new file belongs to them before it has its name.
    package static func replace(
        _ name: String, in directory: borrowing Directory, with contents: Span<UInt8>, mode: UInt32,
        owner: FileOwner? = nil, keepingPreviousAs previousName: String? = nil
    ) throws(SystemError) {
        let temporary = try writeTemporary(in: directory, contents, mode: mode, owner: owner)
        do throws(SystemError) {
            if let previousName { try keep(name, in: directory, as: previousName) }
            try directory.rename(temporary, to: name)
        } catch {
            // The first error is the one to tell; a temporary that cannot be removed now is swept at the next start.
            _ = try? directory.removeFile(temporary)
            throw error
        }
        try directory.sync()
    }

    /// Creates a file that will never change. False when the name is taken: what is there stays.
    ///
    /// When this returns true, the file survives a power cut. When it throws there is no file, except that a failed
    /// sync of the directory leaves one that may not survive.
    package static func create(
        _ name: String, in directory: borrowing Directory, with contents: Span<UInt8>, mode: UInt32
    ) throws(SystemError) -> Bool {
        let name = try directory.checked(name, "linkat")
        do throws(SystemError) {
            guard let file = try unnamedFile(in: directory) else {
                let temporary = try writeTemporary(in: directory, contents, mode: mode)
                // Swept at the next start where it cannot be removed now.
                defer { _ = try? directory.removeFile(temporary) }
                try directory.link(temporary, as: name)
                try directory.sync()
                return true
            }
            try file.setMode(mode, detail: directory.detail(name))
            try fill(file, contents, detail: directory.detail(name))
            let target = directory.descriptor.rawValue
            try retrying("linkat", directory.detail(name)) {
                unsafe clinux_link_unnamed(file.rawValue, target, name)
            }
        } catch {
            if error.isAlreadyThere { return false }
            throw error
        }
        try directory.sync()
        return true
    }

    /// Removes temporaries that a crash left behind, and gives how many. Only for a directory that nobody else writes.
    ///
    /// Only regular files of this process's own user count; anything else by such a name is somebody else's.
    @discardableResult
    package static func removeTemporaries(in directory: borrowing Directory) throws(SystemError) -> Int {
        var count = 0
        for name in try directory.list().names where name.hasPrefix(temporaryPrefix) {
            guard let status = try directory.status(of: name) else { continue }
            guard status.kind == .regular, status.uid == geteuid() else { continue }
            if try directory.removeFile(name) { count += 1 }
        }
        return count
    }

    /// Lets `previousName` stand for the file that `name` is now; nothing when there is none.
    ///
    /// `linkat(2)` does not replace, so the link gets a name of its own first. Where both names already are the same
    /// file, `rename(2)` does nothing and leaves that name, so it is removed in any case.
    private static func keep(
        _ name: String, in directory: borrowing Directory, as previousName: String
    ) throws(SystemError) {
        let link = temporaryName()
        do throws(SystemError) {
            try directory.link(name, as: link)
        } catch {
            if error.isMissing { return }
            throw error
        }
        // Swept at the next start where it cannot be removed now.
        defer { _ = try? directory.removeFile(link) }
        try directory.rename(link, to: previousName)
    }

    /// A synced file with a temporary name, which it gives; on an error there is none.
    private static func writeTemporary(
        in directory: borrowing Directory, _ contents: Span<UInt8>, mode: UInt32, owner: FileOwner? = nil
    ) throws(SystemError) -> String {
        let name = temporaryName()
        let file = try directory.createFile(name, mode: mode)
        do throws(SystemError) {
            if let owner { try file.setOwner(owner, detail: directory.detail(name)) }
            try fill(file, contents, detail: directory.detail(name))
        } catch {
            // The first error is the one to tell, as above.
            _ = try? directory.removeFile(name)
            throw error
        }
        return name
    }

    private static func fill(
        _ file: borrowing FileDescriptor, _ contents: Span<UInt8>, detail: String
    ) throws(SystemError) {
        try file.writeAll(contents, detail: detail)
        try file.sync(detail: detail)
    }

    /// A file without a name; nil where the file system has no O_TMPFILE.
    private static func unnamedFile(in directory: borrowing Directory) throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            return try directory.openBeneath(".", flags: O_WRONLY | CLINUX_O_TMPFILE | O_CLOEXEC, mode: 0o600)
        } catch {
            if error.errno == EOPNOTSUPP || error.errno == EISDIR { return nil }
            throw error
        }
    }

    /// Sixteen random digits: temporaries of two processes, or of one and its predecessor, do not meet.
    static func temporaryName() -> String {
        temporaryPrefix + String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    }
}
