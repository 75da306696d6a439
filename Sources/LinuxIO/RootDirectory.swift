import CLinux
import Glibc

/// A directory in which paths mean what they mean to a process that has it as its root: `/etc/x` is beneath it, a link
/// to `/usr/lib/y` leads to the one beneath it, and `..` stops at it.
///
/// So the tree of a disk image is read and written as the system in it will see it, and no link in it leads to the
/// machine that it is prepared on: `openat2(2)` with RESOLVE_IN_ROOT. Paths may begin with `/` or not.
package struct RootDirectory: ~Copyable, Sendable {
    private let directory: Directory

    /// Opens the root by a path of the machine's own; `/` is that machine itself.
    package init(path: String) throws(SystemError) {
        directory = try Directory(path: path)
    }

    /// How errors, and people, name a path in it: with the path of the root before it.
    package func fullPath(_ path: String) -> String {
        let root = directory.path == "/" ? "" : directory.path
        return path.hasPrefix("/") ? root + path : "\(root)/\(path)"
    }

    /// Opens a directory.
    package func directory(_ path: String) throws(SystemError) -> Directory {
        let descriptor = try open(path, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return Directory(descriptor: descriptor, path: fullPath(path))
    }

    /// Opens a directory after making it, and those above it, durably, where they are missing, all with this mode.
    package func makeDirectory(_ path: String, mode: UInt32) throws(SystemError) -> Directory {
        var made = try directory("/")
        var path = path[...].split(separator: "/")[...]
        var reached = ""
        while let component = path.popFirst() {
            reached += "/\(component)"
            made = try subdirectory(reached, named: String(component), in: made, mode: mode)
        }
        return made
    }

    private func subdirectory(
        _ path: String, named name: String, in parent: borrowing Directory, mode: UInt32
    ) throws(SystemError) -> Directory {
        do throws(SystemError) {
            return try directory(path)
        } catch {
            guard error.isMissing else { throw error }
        }
        try parent.createDirectory(name, mode: mode)
        return try directory(path)
    }

    /// All bytes of a regular file; links are followed. EFBIG: larger than `limit` bytes. EISDIR, EINVAL: no regular
    /// file; never waits for a FIFO.
    package func readFile(_ path: String, limit: Int) throws(SystemError) -> FileContents {
        let file = try open(path, flags: FileContents.openFlags)
        return try FileContents(of: file, limit: limit, detail: fullPath(path))
    }

    private func open(_ path: String, flags: Int32) throws(SystemError) -> FileDescriptor {
        guard !path.utf8.contains(0) else {
            throw SystemError(call: "openat2", detail: directory.path, errno: EINVAL)
        }
        let resolve = UInt64(CLINUX_RESOLVE_IN_ROOT | CLINUX_RESOLVE_NO_MAGICLINKS)
        let number = try retrying("openat2", fullPath(path)) {
            unsafe clinux_openat2(
                directory.descriptor.rawValue, path, UInt64(UInt32(bitPattern: flags)), 0, resolve)
        }
        return FileDescriptor(owning: number)
    }
}
