import CLinux
import Glibc

/// An open descriptor that is closed when its owner ends.
@usableFromInline
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, borrowed: it is valid for as long as this value lives.
    package let rawValue: Int32

    /// Takes over a descriptor that nobody else will close.
    package init(owning rawValue: Int32) {
        precondition(rawValue >= 0, "a descriptor is never negative")
        self.rawValue = rawValue
    }

    deinit {
        // Linux has freed the number even when close(2) reports EINTR or EIO, so there is nothing to try again.
        _ = close(rawValue)
    }

    /// Gives the number away; whoever takes it closes it.
    package consuming func release() -> Int32 {
        let number = rawValue
        discard self
        return number
    }

    /// A second descriptor of the same open file, close-on-exec: `fcntl(2)` F_DUPFD_CLOEXEC.
    package func duplicate() throws(SystemError) -> FileDescriptor {
        try FileDescriptor.duplicate(of: rawValue)
    }

    /// The same file opened anew for reading only, with an offset of its own, through `/proc/self/fd`.
    package func reopenedForReading() throws(SystemError) -> FileDescriptor {
        let path = "/proc/self/fd/\(rawValue)"
        return FileDescriptor(
            owning: try retrying("openat", path) { unsafe clinux_openat(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0) })
    }

    /// A second descriptor of an open file that somebody else owns: `fcntl(2)` F_DUPFD_CLOEXEC.
    package static func duplicate(of rawValue: Int32) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try retrying("fcntl", "descriptor \(rawValue)") { clinux_duplicate(rawValue) })
    }
}

/// A descriptor that several owners share; it is closed with the last of them.
///
/// For places that copy: arrays, escaping closures, queued replies.
package final class SharedFileDescriptor: Sendable {
    /// The descriptor itself, borrowed.
    package let descriptor: FileDescriptor

    /// Takes over a descriptor.
    package init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// The number, borrowed: it is valid for as long as this object lives.
    package var rawValue: Int32 { descriptor.rawValue }
}

/// Descriptors that came with one message, in the order they were sent. Those not taken out are closed.
package struct DescriptorList: ~Copyable, Sendable {
    private var numbers: ArraySlice<Int32>

    /// Takes over descriptors that nobody else will close.
    package init(owning numbers: [Int32] = []) {
        self.numbers = numbers[...]
    }

    deinit {
        for number in numbers { _ = close(number) }
    }

    /// How many are still in the list.
    package var count: Int { numbers.count }

    /// Whether none is left.
    package var isEmpty: Bool { numbers.isEmpty }

    /// Takes out the first one; nil when none is left.
    package mutating func takeFirst() -> FileDescriptor? {
        guard let number = numbers.popFirst() else { return nil }
        return FileDescriptor(owning: number)
    }

    /// Moves all of another list behind this one's.
    package mutating func append(_ other: consuming DescriptorList) {
        while let descriptor = other.takeFirst() { numbers.append(descriptor.release()) }
    }
}
