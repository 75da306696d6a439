import Glibc

/// What the kernel says about the file system that a path lies on: `statvfs(3)`.
package struct FileSystemStatus: Hashable, Sendable {
    /// Nothing can be written there, whoever tries.
    package let isReadOnly: Bool
    /// Bytes that anybody but root may still write.
    package let availableBytes: Int

    package init(ofPath path: String) throws(SystemError) {
        var status = statvfs()
        try retrying("statvfs", path) { unsafe statvfs(path, &status) }
        isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
        availableBytes = Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
