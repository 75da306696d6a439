import Glibc
import LinuxIO
import Testing

/// A fresh directory under the system's temporary one; it must be empty but for plain files when it ends.
final class ScratchDirectory {
    let path: String

    init() throws {
        var template = "/tmp/locd-test-XXXXXX".utf8CString
        path = try unsafe template.withUnsafeMutableBufferPointer { buffer in
            let made = unsafe try #require(mkdtemp(buffer.baseAddress!))
            return unsafe String(cString: made)
        }
    }

    deinit {
        guard let directory = try? Directory(path: path), let names = try? directory.list().names else { return }
        for name in names { _ = try? directory.removeFile(name) }
        unsafe rmdir(path)
    }

    /// The path of a name in it.
    func path(_ name: String) -> String { "\(path)/\(name)" }
}

/// The path of a program that was built with these tests: it lies where their bundle lies.
func builtProduct(_ name: String) throws -> String {
    let maps = try FileContents(ofPath: "/proc/self/maps", limit: 1 << 24, followingLinks: true)
    let lines = String(decoding: maps.bytes, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first { $0.hasSuffix(".xctest") })
    let bundle = line[try #require(line.firstIndex(of: "/"))...]
    return String(bundle[..<(try #require(bundle.lastIndex(of: "/")))]) + "/" + name
}

/// Everything until the last writer is gone.
func readAll(_ reader: borrowing FileDescriptor) throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let count = try reader.read(into: &buffer, detail: "pipe"), count > 0 { bytes += buffer.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
}

/// Closes a descriptor here.
func close(_ descriptor: consuming FileDescriptor) {}
