import CLinux
import Glibc
public import Synchronization  // inlined into other modules

/// A 64-bit number in a file that one process writes and others read, without a system call on either side.
///
/// The file is one page; the number is its first eight bytes, in the machine's byte order. Writing releases and
/// reading acquires, so whoever sees a number also sees what its writer did before.
@usableFromInline
package enum SharedWord {
    /// The size of the file, in bytes.
    package static let fileSize = 4096

    /// The side that writes.
    @safe package final class Writer: Sendable {
        // Set once; the memory behind it is only touched by atomic operations.
        private nonisolated(unsafe) let word: UnsafeMutableRawPointer
        /// The file's path.
        private let detail: String

        /// Opens the file, or creates it with the number 0 and this mode. What an existing file holds is kept.
        package init(_ name: String, in directory: borrowing Directory, mode: UInt32) throws(SystemError) {
            let name = try directory.checked(name, "openat2")
            detail = directory.detail(name)
            let file = try directory.openBeneath(name, flags: O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, mode: 0o600)
            let status = try file.requireRegular(detail: detail)
            try file.setMode(mode, detail: detail)
            if status.size != SharedWord.fileSize {
                try retrying("ftruncate", detail) { ftruncate(file.rawValue, SharedWord.fileSize) }
            }
            unsafe word = try map(
                file, size: SharedWord.fileSize, protection: PROT_READ | PROT_WRITE, sharing: MAP_SHARED,
                detail: detail)
        }

        deinit {
            unsafe munmap(word, SharedWord.fileSize)
        }

        /// The number.
        package func load() -> UInt64 {
            unsafe clinux_load_acquire_u64(word)
        }

        /// Sets the number.
        package func store(_ value: UInt64) {
            unsafe clinux_store_release_u64(word, value)
        }

        /// A descriptor to hand out: it can be mapped for reading only, and not be made writable again by anyone
        /// whom the file's mode does not let write.
        ///
        /// The file is opened anew by its name, so that a writer needs no descriptor of its own.
        package func readOnlyDescriptor() throws(SystemError) -> FileDescriptor {
            try FileDescriptor(readingPath: detail, followingLinks: false)
        }
    }

    /// The side that reads.
    @safe @usableFromInline
    package final class Reader: Sendable {
        // Set once; the memory behind it is only touched by atomic operations.
        @usableFromInline
        nonisolated(unsafe) let word: UnsafeRawPointer

        /// Maps the file. EINVAL: it is no regular file of the right size.
        package init(_ file: borrowing FileDescriptor) throws(SystemError) {
            let status = try file.requireRegular(detail: "generation word")
            guard status.size == SharedWord.fileSize else {
                throw SystemError(call: "mmap", detail: "generation word of \(status.size) bytes", errno: EINVAL)
            }
            let memory = unsafe try map(
                file, size: SharedWord.fileSize, protection: PROT_READ, sharing: MAP_SHARED, detail: "generation word")
            unsafe word = UnsafeRawPointer(memory)
        }

        deinit {
            unsafe munmap(UnsafeMutableRawPointer(mutating: word), SharedWord.fileSize)
        }

        /// The number, in one load. Every lookup of every client comes here.
        @inlinable
        package func load() -> UInt64 {
            // The layout of an atomic is that of its value. This inlines where a C function does not.
            unsafe word.assumingMemoryBound(to: Atomic<UInt64>.self).pointee.load(ordering: .acquiring)
        }
    }
}
