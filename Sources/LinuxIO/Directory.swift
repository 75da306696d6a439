import CLinux
import Glibc

/// An open directory. Everything is named relative to it and stays beneath it.
///
/// Opening goes through `openat2(2)` with RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS, so a component that somebody turns
/// into a link between a check and its use is refused (ELOOP), not followed. Calls that take a *name* take one
/// component, never a path: `/`, NUL, `.`, `..` and the empty name are EINVAL.
package struct Directory: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// What errors call it.
    package let path: String

    /// Opens a directory by a path that belongs to the system or the administrator; links on the way are followed.
    package init(path: String) throws(SystemError) {
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
        descriptor = FileDescriptor(
            owning: try retrying("openat", path) { unsafe clinux_openat(AT_FDCWD, path, flags, 0) })
        self.path = path
    }

    /// As `init(path:)`, after making the directory, durably, where it is missing: `mkdir(2)`. Its parent must be there.
    package init(makingPath path: String, mode: UInt32) throws(SystemError) {
        do throws(SystemError) {
            try retrying("mkdir", path) { unsafe mkdir(path, mode) }
            try Directory(path: "\(path)/..").sync()
        } catch {
            if !error.isAlreadyThere { throw error }
        }
        try self.init(path: path)
    }

    /// Makes a directory and those above it where they are missing, all with this mode. The path is absolute.
    package static func makePath(_ path: String, mode: UInt32) throws(SystemError) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/\(component)"
            _ = try Directory(makingPath: made, mode: mode)
        }
    }

    init(descriptor: consuming FileDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a directory beneath this one; `relativePath` may have several components.
    package func subdirectory(_ relativePath: String) throws(SystemError) -> Directory {
        let descriptor = try openBeneath(relativePath, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC, mode: 0)
        return Directory(descriptor: descriptor, path: detail(relativePath))
    }

    /// Opens a directory in this one after making it, durably, where it was missing: `mkdirat(2)`.
    package func makeSubdirectory(_ name: String, mode: UInt32) throws(SystemError) -> Directory {
        try createDirectory(name, mode: mode)
        return try subdirectory(name)
    }

    /// Makes a directory in this one, durably, unless something has that name: `mkdirat(2)`. `mode` holds whatever the
    /// umask.
    func createDirectory(_ name: String, mode: UInt32) throws(SystemError) {
        let name = try checked(name, "mkdirat")
        do throws(SystemError) {
            try retrying("mkdirat", detail(name)) { unsafe mkdirat(descriptor.rawValue, name, mode) }
            try subdirectory(name).descriptor.setMode(mode, detail: detail(name))
            try sync()
        } catch {
            if !error.isAlreadyThere { throw error }
        }
    }

    /// A second value for this directory: `dup(2)`.
    package func duplicate() throws(SystemError) -> Directory {
        Directory(descriptor: try descriptor.duplicate(), path: path)
    }

    /// Opens a regular file beneath this directory for reading; `relativePath` may have several components.
    ///
    /// ELOOP: a symbolic link. EISDIR, EINVAL: no regular file. Never waits for a FIFO.
    package func openFile(_ relativePath: String) throws(SystemError) -> FileDescriptor {
        let file = try openBeneath(relativePath, flags: FileContents.openFlags, mode: 0)
        _ = try file.requireRegular(detail: detail(relativePath))
        return file
    }

    /// All bytes of a regular file beneath this directory. EFBIG: larger than `limit` bytes; else as `openFile`.
    package func readFile(_ relativePath: String, limit: Int) throws(SystemError) -> FileContents {
        let file = try openBeneath(relativePath, flags: FileContents.openFlags, mode: 0)
        return try FileContents(of: file, limit: limit, detail: detail(relativePath))
    }

    /// The status of what has this name, of a link itself; nil when nothing has it: `fstatat(2)`.
    package func status(of name: String) throws(SystemError) -> FileStatus? {
        let name = try checked(name, "fstatat")
        var status = stat()
        do throws(SystemError) {
            try retrying("fstatat", detail(name)) {
                unsafe fstatat(descriptor.rawValue, name, &status, AT_SYMLINK_NOFOLLOW)
            }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        return FileStatus(status)
    }

    /// The names in the directory, sorted by their bytes.
    package struct Listing: Hashable, Sendable {
        /// All names that are valid UTF-8, without `.` and `..`.
        package let names: [String]
        /// The others, with U+FFFD where they are not valid: to report, not to open.
        package let undecodable: [String]
    }

    /// Lists the directory from its start: `readdir(3)`.
    package func list() throws(SystemError) -> Listing {
        // A descriptor of its own: the position of this one is shared with whoever else reads.
        let own = try openBeneath(".", flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC, mode: 0).release()
        guard let stream = unsafe fdopendir(own) else {
            let reason = errno
            close(own)
            throw SystemError(call: "fdopendir", detail: path, errno: reason)
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        var undecodable: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                undecodable.append(String(decoding: bytes, as: UTF8.self))
                continue
            }
            if name != ".", name != ".." { names.append(name) }
        }
        if errno != 0 { throw SystemError(call: "readdir", detail: path, errno: errno) }
        names.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Listing(names: names, undecodable: undecodable.sorted())
    }

    /// `openat2(2)` that neither leaves this directory nor follows a link.
    func openBeneath(_ relativePath: String, flags: Int32, mode: UInt32) throws(SystemError) -> FileDescriptor {
        guard !relativePath.utf8.contains(0) else {
            throw SystemError(call: "openat2", detail: path, errno: EINVAL)
        }
        let resolve = UInt64(CLINUX_RESOLVE_BENEATH | CLINUX_RESOLVE_NO_SYMLINKS | CLINUX_RESOLVE_NO_MAGICLINKS)
        let number = try retrying("openat2", detail(relativePath)) {
            unsafe clinux_openat2(
                descriptor.rawValue, relativePath, UInt64(UInt32(bitPattern: flags)), UInt64(mode), resolve)
        }
        return FileDescriptor(owning: number)
    }

    /// How errors name something in this directory.
    func detail(_ name: String) -> String { "\(path)/\(name)" }

    /// A name that is one path component; EINVAL otherwise.
    func checked(_ name: String, _ call: String) throws(SystemError) -> String {
        let isComponent = !name.isEmpty && name != "." && name != ".." && !name.utf8.contains { $0 == 0 || $0 == 0x2f }
        guard isComponent else { throw SystemError(call: call, detail: detail(name), errno: EINVAL) }
        return name
    }
}
