import JSON
import LinuxIO

/// Catalogs that were built, on disk; all of it can be made again.
///
///     objects/sha256/ab/cdef….lcat   a catalog, named by its digest; 0444, written once and never changed
///     index/DOMAIN                   see DomainIndex
///     sources.json                   see SourceLedger
///
/// The directory may be emptied at any time. Who has mapped a catalog goes on with it; `isInPlace` becomes false when
/// the directory itself is gone, and a new cache in its place builds anew.
///
/// Order matters: a catalog is durable before anything names it. All calls may come from any thread.
package final class CatalogCache: Sendable {
    /// The most bytes that one catalog may have.
    package static let maximumCatalogBytes = 256 << 20

    package let path: String
    let root: Directory
    let objects: Directory
    let indexes: Directory
    let ledger: Lock<SourceLedger>

    static let ledgerName = "sources.json"
    private static let objectEnding = ".lcat"

    /// Opens the cache, making it (0755) where it is missing; its parent must be there. What a crash left behind is
    /// swept.
    ///
    /// `builder` names the program that builds, with its version: what another one has built is built again.
    ///
    /// - Throws: `untrusted` when the directory belongs to somebody else or others may write in it; `system`.
    package init(path: String, builder: String) throws(PackStoreError) {
        let root = try TrustedDirectory.open(path: path, mode: 0o755)
        objects = try calling { () throws(SystemError) in
            try root.makeSubdirectory("objects", mode: 0o755).makeSubdirectory("sha256", mode: 0o755)
        }
        let indexes = try calling { () throws(SystemError) in try root.makeSubdirectory("index", mode: 0o755) }
        try calling { () throws(SystemError) in
            try DurableFile.removeTemporaries(in: root)
            try DurableFile.removeTemporaries(in: indexes)
        }
        ledger = Lock(CatalogCache.loadLedger(in: root, builder: builder))
        self.indexes = indexes
        self.root = root
        self.path = path
    }

    /// Whether the path still leads to this directory.
    package var isInPlace: Bool { TrustedDirectory.isInPlace(root) }

    // MARK: Sources

    /// What a source was built into, if that is known without opening it and all of it is still there.
    package func result(for source: VendorFile) -> SourceResult? {
        complete(ledger.withLock { $0.result(for: source) }, source.kind)
    }

    /// What the bytes that were read were built into, if that is known and all of it is still there. The source is
    /// remembered with its present stamp.
    package func result(for reading: borrowing SourceReading) -> SourceResult? {
        let source = reading.source
        let digest = reading.digest
        let known = ledger.withLock { $0.result(for: source, digest: digest) }
        guard let result = complete(known, source.kind) else { return nil }
        remember(result, for: reading)
        return result
    }

    /// Remembers what a source was built into. False, and nothing is remembered, when the file was changed while it was
    /// read and built: then what was built may be of neither state.
    ///
    /// - Throws: `system`
    package func record(_ result: SourceResult, for reading: borrowing SourceReading) throws(PackStoreError) -> Bool {
        guard try reading.isUnchanged() else { return false }
        remember(result, for: reading)
        return true
    }

    /// Forgets the sources that these catalogs came out of, so that they are read again.
    package func forgetSources(of digests: Set<ContentDigest>) {
        ledger.withLock { $0.forgetSources(of: digests) }
    }

    /// Forgets all sources but these, and writes down what is remembered, for the next start.
    package func save(keepingOnly sources: [VendorFile]) throws(PackStoreError) {
        let paths = Set(sources.map(\.path))
        ledger.withLock { $0.keep(only: paths) }
        try save()
    }

    func save() throws(PackStoreError) {
        let bytes = ledger.withLock { $0 }.bytes()
        try calling { () throws(SystemError) in
            if try root.status(of: CatalogCache.ledgerName)?.size == bytes.count,
                try root.readFile(CatalogCache.ledgerName, limit: bytes.count).bytes == bytes
            {
                return
            }
            try DurableFile.replace(CatalogCache.ledgerName, in: root, with: bytes.span, mode: 0o644)
        }
    }

    private func remember(_ result: SourceResult, for reading: borrowing SourceReading) {
        let source = VendorFile(
            domain: reading.source.domain, language: reading.source.language, kind: reading.source.kind,
            root: reading.source.root, relativePath: reading.source.relativePath, stamp: reading.stamp,
            context: reading.source.context)
        let entry = SourceLedger.Entry(
            source: source, digest: reading.digest, began: reading.began, result: result)
        ledger.withLock { $0.record(entry) }
    }

    /// A result whose catalogs all are where they should be; a vendor's own catalog lies with the vendor.
    private func complete(_ result: SourceResult?, _ kind: VendorFile.Kind) -> SourceResult? {
        guard let result, kind == .catalog || result.catalogs.allSatisfy(contains) else { return nil }
        return result
    }

    private static func loadLedger(in root: borrowing Directory, builder: String) -> SourceLedger {
        // Without a file that can be read everything is built again, which is what a cache is for.
        let contents = try? root.readFile(ledgerName, limit: SourceLedger.limits.maximumBytes)
        return contents.flatMap { SourceLedger(parsing: $0.bytes, builder: builder) } ?? SourceLedger(builder: builder)
    }

    // MARK: Places

    /// Where the catalog with this digest is, or would be.
    package func path(of digest: ContentDigest) -> String {
        "\(path)/objects/sha256/\(CatalogCache.place(of: digest).relativePath)"
    }

    /// Where an object lies beneath `objects`.
    static func place(of digest: ContentDigest) -> (directory: String, name: String, relativePath: String) {
        let directory = String(digest.hexadecimal.prefix(2))
        let name = String(digest.hexadecimal.dropFirst(2)) + objectEnding
        return (directory, name, "\(directory)/\(name)")
    }

    /// The digest of an object by its place; nil for what is no object.
    static func digest(directory: String, name: String) -> ContentDigest? {
        guard name.hasSuffix(objectEnding) else { return nil }
        return ContentDigest(hexadecimal: directory + name.dropLast(objectEnding.count))
    }
}
