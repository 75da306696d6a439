import CLinux

/// Files in memory that nobody can change any more: `memfd_create(2)` with seals.
package enum Memfd {
    /// A new, empty file that can be written, for another process to leave something in.
    package static func writable(name: String) throws(SystemError) -> FileDescriptor {
        FileDescriptor(owning: try retrying("memfd_create", name) { unsafe clinux_memfd(name) })
    }

    /// What can no longer be done to a file: `fcntl(2)` F_GET_SEALS.
    package struct Seals: OptionSet, Hashable, Sendable {
        package let rawValue: Int32

        package init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// No seal can be added: F_SEAL_SEAL.
        package static let sealed = Seals(rawValue: Int32(CLINUX_SEAL_SEAL))
        /// The file cannot become shorter: F_SEAL_SHRINK.
        package static let noShrinking = Seals(rawValue: Int32(CLINUX_SEAL_SHRINK))
        /// The file cannot become longer: F_SEAL_GROW.
        package static let noGrowing = Seals(rawValue: Int32(CLINUX_SEAL_GROW))
        /// Nobody can write, and nobody has it mapped for writing: F_SEAL_WRITE.
        package static let noWriting = Seals(rawValue: Int32(CLINUX_SEAL_WRITE))
        /// No new write access: F_SEAL_FUTURE_WRITE.
        package static let noFutureWriting = Seals(rawValue: Int32(CLINUX_SEAL_FUTURE_WRITE))

        /// What a reader must find before it trusts a mapping for ever: size and bytes stay.
        package static let unchangeable: Seals = [.noShrinking, .noGrowing, .noWriting]
    }

    /// A new file with these bytes under every seal there is. `name` shows in /proc, at most 249 bytes of it.
    ///
    /// It cannot be executed where the kernel knows MFD_NOEXEC_SEAL (6.3).
    package static func sealed(name: String, contents: Span<UInt8>) throws(SystemError) -> FileDescriptor {
        let file = try writable(name: name)
        try file.writeAll(contents, detail: name)
        let seals: Seals = [.unchangeable, .noFutureWriting, .sealed]
        try retrying("fcntl", "seals of \(name)") { clinux_add_seals(file.rawValue, seals.rawValue) }
        return file
    }

    /// The seals of a file. EINVAL for a file that cannot have any, such as one on a disk.
    package static func seals(of file: borrowing FileDescriptor) throws(SystemError) -> Seals {
        let number = file.rawValue
        return Seals(rawValue: try retrying("fcntl", "seals of \(number)") { clinux_get_seals(number) })
    }
}
