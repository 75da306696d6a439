import CLinux
import Glibc

/// All bytes of a regular file, and its status when it was opened.
///
/// Reading a file that somebody else may have put there has three traps: a FIFO or device makes `open(2)` or `read(2)`
/// wait for ever, a symbolic link leads elsewhere, and a file may be, or grow, larger than memory. So files are opened
/// with O_NONBLOCK, O_NOCTTY and, unless the caller trusts the path, without following links; only a regular file is
/// read; and never more than the limit, whatever its size was.
package struct FileContents: Sendable {
    package let bytes: [UInt8]
    package let status: FileStatus

    /// How every file is opened for reading.
    static let openFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC

    /// Reads the file at a path whose directories belong to the system or the administrator; links are followed where
    /// `followingLinks` says so, as an administrator's own may be.
    ///
    /// EFBIG: larger than `limit` bytes. ELOOP: a link. EISDIR, EINVAL: no regular file.
    package init(ofPath path: String, limit: Int, followingLinks: Bool) throws(SystemError) {
        let file = try FileDescriptor(readingPath: path, followingLinks: followingLinks)
        try self.init(of: file, limit: limit, detail: path)
    }

    /// Reads an open file from where it stands.
    package init(of file: borrowing FileDescriptor, limit: Int, detail: String) throws(SystemError) {
        status = try file.requireRegular(detail: detail)
        guard status.size <= limit else { throw SystemError(call: "read", detail: detail, errno: EFBIG) }
        var collected: [UInt8] = []
        collected.reserveCapacity(status.size + 1)
        // One byte more than expected shows the end, or that the file grew, with a single further read.
        var buffer = [UInt8](repeating: 0, count: min(max(status.size + 1, 512), 1 << 20))
        while let count = try file.read(into: &buffer, detail: detail), count > 0 {
            guard collected.count + count <= limit else {
                throw SystemError(call: "read", detail: detail, errno: EFBIG)
            }
            collected += buffer.prefix(count)
        }
        bytes = collected
    }
}

extension FileDescriptor {
    /// Opens a file for reading in the careful way of `FileContents`; whether it is a regular one is not looked at yet.
    package init(readingPath path: String, followingLinks: Bool) throws(SystemError) {
        let flags = FileContents.openFlags | (followingLinks ? 0 : O_NOFOLLOW)
        self.init(owning: try retrying("openat", path) { unsafe clinux_openat(AT_FDCWD, path, flags, 0) })
    }

    /// The status of an open file that must be a regular one: EISDIR or EINVAL otherwise.
    package func requireRegular(detail: String) throws(SystemError) -> FileStatus {
        let status = try status(detail: detail)
        switch status.kind {
        case .regular: return status
        case .directory: throw SystemError(call: "open", detail: detail, errno: EISDIR)
        case .symbolicLink, .socket, .special: throw SystemError(call: "open", detail: detail, errno: EINVAL)
        }
    }
}
