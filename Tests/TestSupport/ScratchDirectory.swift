import Glibc
package import LinuxIO

/// A fresh directory under the system's temporary one, removed with everything in it.
///
/// Writing goes the plain way, so that tests of LinuxIO's own writing compare it with something else.
package final class ScratchDirectory: Sendable {
    package let path: String

    package init() throws {
        let base = CurrentProcess.environment("TMPDIR") ?? "/tmp"
        var template = Array("\(base)/locd-test-XXXXXX\0".utf8CString)
        unsafe template.withUnsafeMutableBufferPointer { buffer in
            // The buffer is not empty.
            _ = unsafe mkdtemp(buffer.baseAddress!)
        }
        path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try TestFailure.check(errno, unless: isDirectory(path), path)
    }

    deinit {
        removeTree(path)
    }

    /// The path of a name in it.
    package func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Opens it.
    package func open() throws -> Directory { try Directory(path: path) }

    /// Makes a directory in it, and those on the way.
    package func makeDirectory(_ name: String, mode: UInt32 = 0o755) throws {
        var made = path
        for component in name.split(separator: "/") {
            made += "/\(component)"
            let result = unsafe mkdir(made, mode)
            try TestFailure.check(errno, unless: result == 0 || errno == EEXIST, made)
        }
    }

    /// Makes a symbolic link in it.
    package func makeLink(_ name: String, to target: String) throws {
        let result = unsafe symlink(target, path(name))
        try TestFailure.check(errno, unless: result == 0, name)
    }

    /// Makes a FIFO in it.
    package func makeFIFO(_ name: String) throws {
        let result = unsafe mkfifo(path(name), 0o600)
        try TestFailure.check(errno, unless: result == 0, name)
    }

    /// Writes a file (0600), replacing its content.
    package func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file (0600), replacing its content.
    package func write(_ bytes: [UInt8], to name: String) throws {
        let file = unsafe Glibc.open(path(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        try TestFailure.check(errno, unless: file >= 0, name)
        defer { close(file) }
        let count = unsafe Glibc.write(file, bytes, bytes.count)
        try TestFailure.check(errno, unless: count == bytes.count, name)
    }

    /// What a file in it holds.
    package func read(_ name: String) throws -> String {
        String(decoding: try readBytes(name), as: UTF8.self)
    }

    /// What a file in it holds.
    package func readBytes(_ name: String) throws -> [UInt8] {
        try FileContents(ofPath: path(name), limit: 1 << 28, followingLinks: false).bytes
    }

    /// Removes a file or a directory with all in it; `.` is the scratch directory itself.
    package func remove(_ name: String) {
        removeTree(name == "." ? path : path(name))
    }

    /// Changes who may do what with a file.
    package func setMode(_ name: String, _ mode: UInt32) throws {
        let result = unsafe chmod(path(name), mode)
        try TestFailure.check(errno, unless: result == 0, name)
    }

    /// Gives a file to another user; for tests that run as root.
    package func setOwner(_ name: String, _ uid: UInt32) throws {
        let result = unsafe chown(path(name), uid, uid)
        try TestFailure.check(errno, unless: result == 0, name)
    }

    /// Sets the times of a file, in nanoseconds since 1970.
    package func setModified(_ name: String, _ nanoseconds: Int64) throws {
        let time = timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        let result = unsafe utimensat(AT_FDCWD, path(name), [time, time], 0)
        try TestFailure.check(errno, unless: result == 0, name)
    }

    /// The names in one of its directories, or in itself, hidden ones too.
    package func names(in name: String = ".") throws -> [String] {
        try Directory(path: path(name)).list().names
    }
}

/// Something that a test needs and did not get.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    static func check(_ errno: Int32, unless succeeded: Bool, _ detail: String) throws {
        if !succeeded { throw SystemError(call: "test", detail: detail, errno: errno) }
    }
}

private func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// Removes a directory and what is in it, or a file; symbolic links are not followed.
private func removeTree(_ path: String) {
    guard isDirectory(path) else {
        unsafe unlink(path)
        return
    }
    if let directory = unsafe opendir(path) {
        while let entry = unsafe readdir(directory) {
            let (isRemoved, name) = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                // By its bytes, which need not be UTF-8; a directory refuses this and is entered.
                let bytesOfName = unsafe bytes.bindMemory(to: CChar.self).baseAddress!  // 256 of them.
                let result = unsafe unlinkat(dirfd(directory), bytesOfName, 0)
                return (result == 0, unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
            }
            if !isRemoved, name != ".", name != ".." { removeTree("\(path)/\(name)") }
        }
        unsafe closedir(directory)
    }
    unsafe rmdir(path)
}
