import Glibc
import Testing

/// A fresh directory under the system's temporary one, removed with everything in it.
final class ScratchDirectory {
    let path: String

    init() throws {
        let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = "\(base)/locd-test-XXXXXX".utf8CString
        path = try unsafe template.withUnsafeMutableBufferPointer { buffer in
            let made = unsafe try #require(mkdtemp(buffer.baseAddress!))
            return unsafe String(cString: made)
        }
    }

    deinit {
        removeTree(path)
    }

    /// The path of a name in it.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a small file the plain way.
    func write(_ text: String, to name: String) throws {
        let file = unsafe open(path(name), O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        let count = unsafe Glibc.write(file, text, text.utf8.count)
        try #require(count == text.utf8.count)
    }
}

/// Removes a directory and what is in it, or a file; symbolic links are not followed.
func removeTree(_ path: String) {
    if let directory = unsafe opendir(path) {
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let child = "\(path)/\(name)"
            var status = stat()
            guard name != ".", name != ".." else { continue }
            guard unsafe lstat(child, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR { removeTree(child) } else { unsafe unlink(child) }
        }
        unsafe closedir(directory)
    }
    unsafe rmdir(path)
}

/// Ends the life of a value here, which closes a descriptor.
func end<Value: ~Copyable>(_ value: consuming Value) {}
