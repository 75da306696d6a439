import Glibc

/// What the kernel says about a file: `fstat(2)`, `fstatat(2)`.
package struct FileStatus: Hashable, Sendable {
    /// What a file is.
    package enum Kind: Hashable, Sendable {
        case regular, directory, symbolicLink
        case socket
        /// A device or FIFO: nothing that is read or written here.
        case special
    }

    package let kind: Kind
    package let device: UInt64
    package let inode: UInt64
    /// In bytes.
    package let size: Int
    /// The last change of the content, in nanoseconds since 1970.
    package let modified: Int64
    /// Permission, set-id and sticky bits.
    package let permissions: UInt32
    package let uid: UInt32
    package let gid: UInt32
    /// How many names the file has.
    package let linkCount: Int

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            case S_IFSOCK: .socket
            default: .special
            }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        permissions = status.st_mode & 0o7777
        uid = status.st_uid
        gid = status.st_gid
        linkCount = Int(status.st_nlink)
    }

    /// Whether anybody but its owner and root can write it.
    package var isWritableByOthers: Bool { permissions & 0o022 != 0 }
}

extension FileStatus {
    /// The status of what has this path, nil when nothing has it: `fstatat(2)`. A link at its end is followed or is
    /// itself what is asked about.
    package init?(ofPath path: String, followingLinks: Bool) throws(SystemError) {
        var status = stat()
        do throws(SystemError) {
            let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
            try retrying("fstatat", path) { unsafe fstatat(AT_FDCWD, path, &status, flags) }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        self.init(status)
    }
}

extension FileDescriptor {
    /// The status of the open file: `fstat(2)`.
    package func status(detail: String) throws(SystemError) -> FileStatus {
        var status = stat()
        try retrying("fstat", detail) { unsafe fstat(rawValue, &status) }
        return FileStatus(status)
    }
}

/// The user and the group that a file belongs to.
package struct FileOwner: Hashable, Sendable {
    package let uid: UInt32
    package let gid: UInt32

    package init(uid: UInt32, gid: UInt32) {
        self.uid = uid
        self.gid = gid
    }

    /// Who this process creates files as.
    package static var current: FileOwner { FileOwner(uid: geteuid(), gid: getegid()) }
}

extension FileDescriptor {
    /// Gives the open file to a user and group: `fchown(2)`. Nothing where it is theirs already; EPERM for who may not.
    package func setOwner(_ owner: FileOwner, detail: String) throws(SystemError) {
        let status = try status(detail: detail)
        guard status.uid != owner.uid || status.gid != owner.gid else { return }
        try retrying("fchown", detail) { fchown(rawValue, owner.uid, owner.gid) }
    }
}
