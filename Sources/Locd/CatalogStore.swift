internal import Catalog
internal import LinuxIO
internal import LocdInterface

/// Every catalog that this process has ever shown, by digest.
///
/// Texts are handed out without a copy and stay valid for the life of the process, as gettext's do; so a catalog, once
/// here, is never given up. That also makes switching back to a language free of any file access. The memory is bounded
/// by the number of distinct catalogs.
///
/// A file that can be truncated while it is mapped would end the process with SIGBUS, and a library has no business
/// handling that signal. So what is kept is a sealed memory file that the daemon hands out, or a private copy.
enum CatalogStore {
    /// Files up to this size, in bytes, are copied; larger ones are asked of the daemon as a sealed memory file.
    static let largestCopy = 256 << 10
    /// The largest catalog there is.
    private static let largestCatalog = 1 << 30

    private static let catalogs = Lock<[String: MessageCatalog]>([:])

    /// The catalog with this digest, if it is here.
    static func catalog(digest: String) -> MessageCatalog? {
        catalogs.withLock { $0[digest] }
    }

    /// The catalogs with these digests, in their order, without those that are not here.
    static func catalogs(digests: some Sequence<String>) -> [MessageCatalog] {
        catalogs.withLock { known in digests.compactMap { known[$0] } }
    }

    /// Those of these digests that are here, with their catalogs.
    static func present(_ digests: [String]) -> (digests: [String], catalogs: [MessageCatalog]) {
        catalogs.withLock { known in
            let present = digests.filter { known[$0] != nil }
            return (present, present.compactMap { known[$0] })
        }
    }

    /// Which of these files' catalogs are not here.
    static func missing(_ files: [CatalogFile]) -> [CatalogFile] {
        catalogs.withLock { known in files.filter { known[$0.digest] == nil } }
    }

    /// Takes in a copy of the file at `path`, whatever its size.
    ///
    /// Errors: `unreadableTexts` for a file that cannot be read or is no undamaged catalog.
    static func copy(path: String, digest: String) throws(LocdError) {
        try keep(read(path), digest: digest, name: path)
    }

    /// Takes in a copy of a file that a program brought itself, anew each time it asks: such a file may have changed.
    ///
    /// `identity` stands for its digest: what is equal is not kept twice.
    /// Errors: `unreadableTexts` for a file that cannot be read or is no undamaged catalog.
    static func load(ownFile path: String) throws(LocdError) -> (identity: String, catalog: MessageCatalog) {
        let bytes = try read(path)
        let identity = "\(path) \(bytes.count) \(bytes.hashValue)"
        return (identity, try keep(bytes, digest: identity, name: path))
    }

    /// Takes in a memory file of the daemon's.
    ///
    /// Errors: `unreadableTexts` for one that is not sealed against every change, or is no undamaged catalog.
    static func map(_ file: borrowing FileDescriptor, digest: String) throws(LocdError) {
        let seals = try reporting(digest) { () throws(SystemError) in try Memfd.seals(of: file) }
        guard seals.isSuperset(of: .unchangeable) else {
            throw LocdError(.unreadableTexts, "the daemon's file of catalog \(digest) could still be changed")
        }
        let mapping = try reporting(digest) { () throws(SystemError) in
            try Mapping(file, limit: largestCatalog, detail: digest)
        }
        let catalog = try unsafe open(mapping.bytes, name: digest)
        if insert(catalog, digest: digest) {
            // Kept for the life of the process, as the store promises.
            _ = unsafe Unmanaged.passRetained(mapping)
        }
    }

    private static func read(_ path: String) throws(LocdError) -> [UInt8] {
        try reporting(path) { () throws(SystemError) in
            try FileContents(ofPath: path, limit: largestCatalog, followingLinks: true).bytes
        }
    }

    /// Takes in bytes, which are copied to where they stay.
    ///
    /// Errors: `unreadableTexts` for what is no undamaged catalog; nothing is kept then.
    @discardableResult
    private static func keep(_ bytes: [UInt8], digest: String, name: String) throws(LocdError) -> MessageCatalog {
        if let catalog = catalog(digest: digest) { return catalog }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
        unsafe memory.copyBytes(from: bytes)
        do throws(LocdError) {
            let catalog = try unsafe open(UnsafeRawBufferPointer(memory), name: name)
            guard !insert(catalog, digest: digest), let first = self.catalog(digest: digest) else { return catalog }
            unsafe memory.deallocate()
            return first
        } catch {
            unsafe memory.deallocate()
            throw error
        }
    }

    private static func open(_ bytes: UnsafeRawBufferPointer, name: String) throws(LocdError) -> MessageCatalog {
        do throws(CatalogError) {
            return try unsafe MessageCatalog(bytes: bytes)
        } catch {
            throw LocdError(.unreadableTexts, "\(name): \(error)")
        }
    }

    /// Keeps a catalog; false when there is one of that digest already, of which texts may have been handed out.
    private static func insert(_ catalog: MessageCatalog, digest: String) -> Bool {
        catalogs.withLock { known in
            guard known[digest] == nil else { return false }
            known[digest] = catalog
            return true
        }
    }

    /// Runs system calls; a failure becomes one that names the catalog.
    private static func reporting<Result>(
        _ name: String, _ body: () throws(SystemError) -> Result
    ) throws(LocdError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw LocdError(.unreadableTexts, "the catalog \(name) cannot be read: \(error)")
        }
    }
}
