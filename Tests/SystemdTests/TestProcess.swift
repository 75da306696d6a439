import Glibc
import LinuxIO
import Testing

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
