import Glibc

/// Tells what changes in directories: `inotify(7)`.
///
/// A hint, never the truth: events can be lost (`overflowed`), directories below are not watched, and a watch ends with
/// its directory. Whoever gets an event looks at the directory again.
package struct Inotify: ~Copyable, Sendable {
    /// One watched directory; numbers are not used again.
    package struct Watch: Hashable, Sendable {
        let number: Int32
    }

    /// What happened.
    package enum Change: Hashable, Sendable {
        /// A name came to be: created, linked or moved in.
        case appeared
        /// A name is gone: removed or moved out.
        case vanished
        /// A file that was open for writing was closed.
        case written
        /// Mode, owner, times or link count changed.
        case attributes
        /// The watched directory itself is gone, moved or unmounted; its watch has ended.
        case ended
    }

    /// One event.
    package struct Event: Hashable, Sendable {
        package let watch: Watch
        /// The name in the directory, with U+FFFD where it is not UTF-8; nil when it is about the directory itself.
        package let name: String?
        package let change: Change

        package init(watch: Watch, name: String?, change: Change) {
            self.watch = watch
            self.name = name
            self.change = change
        }
    }

    /// What one reading gave.
    package struct Batch: Hashable, Sendable {
        package var events: [Event] = []
        /// Events were lost: anything may have changed.
        package var overflowed = false
    }

    /// Readable while there are events.
    package let descriptor: FileDescriptor

    /// Watches nothing yet: `inotify_init1(2)`.
    package init() throws(SystemError) {
        let flags = Int32(IN_NONBLOCK | IN_CLOEXEC)
        descriptor = FileDescriptor(owning: try retrying("inotify_init1", "") { inotify_init1(flags) })
    }

    /// Watches a directory: `inotify_add_watch(2)`. The same directory gives the same watch.
    ///
    /// ENOENT: there is none. ENOTDIR: it is no directory. ENOSPC: the user has no watches left.
    package func watch(path: String) throws(SystemError) -> Watch {
        let mask =
            IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_CLOSE_WRITE | IN_ATTRIB | IN_DELETE_SELF
            | IN_MOVE_SELF | IN_ONLYDIR
        return Watch(
            number: try retrying("inotify_add_watch", path) {
                unsafe inotify_add_watch(descriptor.rawValue, path, UInt32(mask))
            })
    }

    /// Ends a watch: `inotify_rm_watch(2)`. One that has already ended is fine.
    package func remove(_ watch: Watch) {
        // EINVAL, the only error, says that the kernel has ended it.
        _ = inotify_rm_watch(descriptor.rawValue, watch.number)
    }

    /// Takes the events that are waiting, in order; none when there are none.
    package func read() throws(SystemError) -> Batch {
        var batch = Batch()
        var buffer = [UInt8](repeating: 0, count: 16384)
        while let count = try descriptor.read(into: &buffer, detail: "inotify"), count > 0 {
            unsafe buffer.withUnsafeBytes { bytes in
                unsafe batch.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)))
            }
        }
        return batch
    }
}

extension Inotify.Batch {
    /// Decodes whole `struct inotify_event`s, as the kernel gives them.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        let headerSize = MemoryLayout<inotify_event>.size
        var offset = 0
        while offset + headerSize <= bytes.count {
            let header = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
            let name = unsafe bytes[(offset + headerSize)...].prefix(Int(header.len)).prefix { $0 != 0 }
            offset += headerSize + Int(header.len)
            if header.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                overflowed = true
            } else if let change = Inotify.Change(mask: header.mask) {
                events.append(
                    Inotify.Event(
                        watch: Inotify.Watch(number: header.wd),
                        name: header.len == 0 ? nil : unsafe String(decoding: name, as: UTF8.self), change: change))
            }
        }
    }
}

extension Inotify.Change {
    fileprivate init?(mask: UInt32) {
        switch Int32(bitPattern: mask) {
        case let mask where mask & (IN_IGNORED | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF) != 0: self = .ended
        case let mask where mask & (IN_CREATE | IN_MOVED_TO) != 0: self = .appeared
        case let mask where mask & (IN_DELETE | IN_MOVED_FROM) != 0: self = .vanished
        case let mask where mask & IN_CLOSE_WRITE != 0: self = .written
        case let mask where mask & IN_ATTRIB != 0: self = .attributes
        default: return nil
        }
    }
}
