package import LinuxIO

/// The path of a program that was built with these tests: it lies where their bundle lies.
package func builtProduct(_ name: String) throws -> String {
    let maps = try FileContents(ofPath: "/proc/self/maps", limit: 1 << 24, followingLinks: true)
    let lines = String(decoding: maps.bytes, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.hasSuffix(".xctest") }), let start = line.firstIndex(of: "/"),
        let end = line.lastIndex(of: "/")
    else { throw TestFailure("the tests' bundle is nowhere in the memory map") }
    return "\(line[start..<end])/\(name)"
}

/// Everything until the last writer is gone.
package func readAll(_ reader: borrowing FileDescriptor) throws -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while let count = try reader.read(into: &buffer, detail: "pipe"), count > 0 { bytes += buffer.prefix(count) }
    return String(decoding: bytes, as: UTF8.self)
}

/// Closes a descriptor here.
package func close(_ descriptor: consuming FileDescriptor) {}
