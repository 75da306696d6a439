import Glibc

/// The bytes of a file in memory, read-only: `mmap(2)` MAP_PRIVATE.
///
/// Private, because a shared mapping of a write-sealed memory file fails before Linux 6.7. A file that shrinks while it
/// is mapped gives SIGBUS to its readers, so map only what nobody shrinks: a sealed memory file, or one in a directory
/// that only its owner writes and where files never change.
@safe package final class Mapping: Sendable {
    // Set once; the memory is never written and lives as long as this object.
    private nonisolated(unsafe) let memory: UnsafeRawBufferPointer

    /// Maps a whole regular file. EINVAL: it is empty or not regular. EFBIG: larger than `limit` bytes.
    package init(_ file: borrowing FileDescriptor, limit: Int, detail: String) throws(SystemError) {
        let size = try file.requireRegular(detail: detail).size
        guard size > 0 else { throw SystemError(call: "mmap", detail: detail, errno: EINVAL) }
        guard size <= limit else { throw SystemError(call: "mmap", detail: detail, errno: EFBIG) }
        let start = unsafe try map(
            file, size: size, protection: PROT_READ, sharing: MAP_PRIVATE, detail: detail)
        unsafe memory = UnsafeRawBufferPointer(start: start, count: size)
    }

    deinit {
        // Never empty, so it has an address.
        unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress!), memory.count)
    }

    /// The bytes, valid for as long as this object lives.
    package var bytes: UnsafeRawBufferPointer { unsafe memory }

    /// How many bytes there are; at least 1.
    package var count: Int { unsafe memory.count }

    /// Lends the bytes.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeBytes: memory))
    }
}

/// `mmap(2)` of the start of a file.
func map(
    _ file: borrowing FileDescriptor, size: Int, protection: Int32, sharing: Int32, detail: String
) throws(SystemError) -> UnsafeMutableRawPointer {
    let address = unsafe mmap(nil, size, protection, sharing, file.rawValue, 0)
    guard let address = unsafe address, unsafe address != MAP_FAILED else {
        throw SystemError(call: "mmap", detail: detail, errno: errno)
    }
    return unsafe address
}
