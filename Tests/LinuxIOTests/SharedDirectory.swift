import Glibc
import LinuxIO
import Testing

/// A `Directory` that a suite can keep and `#expect` can hold.
final class SharedDirectory {
    let directory: Directory

    init(_ directory: consuming Directory) { self.directory = directory }

    func readFile(_ path: String, limit: Int) throws -> FileContents {
        try directory.readFile(path, limit: limit)
    }
    func openFile(_ path: String) throws -> FileDescriptor { try directory.openFile(path) }
    func subdirectory(_ path: String) throws -> Directory { try directory.subdirectory(path) }
    func makeSubdirectory(_ name: String, mode: UInt32) throws -> Directory {
        try directory.makeSubdirectory(name, mode: mode)
    }
    func createFile(_ name: String, mode: UInt32) throws -> FileDescriptor {
        try directory.createFile(name, mode: mode)
    }
    func status(of name: String) throws -> FileStatus? { try directory.status(of: name) }
    func list() throws -> Directory.Listing { try directory.list() }
    func removeFile(_ name: String) throws -> Bool { try directory.removeFile(name) }
    func removeSubdirectory(_ name: String) throws -> Bool { try directory.removeSubdirectory(name) }
    func rename(_ name: String, to newName: String) throws { try directory.rename(name, to: newName) }
    func link(_ name: String, as newName: String) throws { try directory.link(name, as: newName) }
    func text(_ name: String) throws -> String {
        String(decoding: try directory.readFile(name, limit: 1 << 20).bytes, as: UTF8.self)
    }
}

/// Expects a `SystemError` with this errno.
func expectErrno(
    _ errno: Int32, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let error = #expect(throws: SystemError.self, sourceLocation: sourceLocation) { try body() }
    #expect(error?.errno == errno, "\(error?.description ?? "no error")", sourceLocation: sourceLocation)
}

/// Ends the life of a value here, which closes a descriptor.
func end<Value: ~Copyable>(_ value: consuming Value) {}
