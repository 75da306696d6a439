package import LinuxIO

/// A source file that is open, and what was in it: what a catalog is built from.
///
/// The file is read twice, here for its digest and by whoever builds. `CatalogCache.record` therefore looks whether it
/// is still the same before it believes that the one belongs to the other.
package struct SourceReading: ~Copyable, Sendable {
    package let source: VendorFile
    /// Open for reading, at its start; for the builder.
    package let file: FileDescriptor
    package let digest: ContentDigest
    /// When reading began, in nanoseconds since 1970.
    let began: Int64
    /// What the open file's stamp was then.
    let stamp: FileStamp

    /// Opens and reads a source.
    ///
    /// - Throws: `system`; ENOENT when it is gone, ELOOP when a link is on the way, EFBIG.
    package init(_ source: VendorFile) throws(PackStoreError) {
        let began = WallClock.nanosecondsSince1970
        let file = try calling { () throws(SystemError) in
            try Directory(path: source.root).openFile(source.relativePath)
        }
        let stamp = try SourceReading.stamp(of: file, source)
        let digest = try calling { () throws(SystemError) in
            try ContentDigest(of: file, limit: VendorScan.maximumFileBytes, detail: source.path)
        }
        self.began = began
        self.stamp = stamp
        self.digest = digest
        self.file = file
        self.source = source
    }

    /// Whether the file has not been written since it was opened.
    func isUnchanged() throws(PackStoreError) -> Bool {
        try SourceReading.stamp(of: file, source) == stamp
    }

    private static func stamp(
        of file: borrowing FileDescriptor, _ source: VendorFile
    ) throws(PackStoreError) -> FileStamp {
        do throws(SystemError) {
            return FileStamp(try file.status(detail: source.path))
        } catch {
            throw PackStoreError(error)
        }
    }
}
