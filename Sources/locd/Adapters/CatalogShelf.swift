import Catalog
import LinuxIO
import LocdDaemon
import PackStore

/// The catalogs that are in use, by digest: verified, mapped, or copied into sealed memory files for clients.
final class CatalogShelf: CatalogStorage {
    private struct Mapped {
        let mapping: Mapping
        let catalog: MessageCatalog
    }

    /// Where the catalogs of the present inventory are.
    private var cache: CatalogCache
    private var vendorCatalogs: [String: VendorFile] = [:]
    /// Whose texts each catalog holds, by digest.
    private var domains: [String: String] = [:]
    private let thread: WorkerThread
    private let log: any DaemonLog
    /// The most that memory files for clients may take together; older ones go when the next is made.
    var memoryBytes: Int

    /// Catalogs that somebody waits for.
    private struct Verification {
        let digests: [String]
        let completion: (_ damaged: [String]) -> Void
    }

    private var verified: Set<String> = []
    private var isVerifying = false
    private var waiting: [Verification] = []
    private var mapped: [String: Mapped] = [:]
    private var memoryFiles: [String: SharedFileDescriptor] = [:]
    /// Digests and sizes of the memory files, the oldest first.
    private var memoryOrder: [(digest: String, size: Int)] = []

    /// Has the damaged catalogs taken out of the inventory, and built again where that can be done.
    var replaceDamaged: (_ damaged: Set<String>, _ completion: @escaping () -> Void) -> Void = { $1() }

    /// - Parameter memoryBytes: the most that memory files for clients may take together.
    init(_ cache: CatalogCache, memoryBytes: Int, log: any DaemonLog) throws(SystemError) {
        self.cache = cache
        self.memoryBytes = memoryBytes
        self.log = log
        thread = try WorkerThread(name: "locd-verify", capacity: 1)
    }

    /// Readable when a verification has ended; `finishVerifications` then calls back.
    var descriptor: FileDescriptor { _read { yield thread.descriptor } }

    func finishVerifications() throws(SystemError) {
        try thread.drain()
    }

    /// Goes on with what a look at the texts found; forgets what is no longer there.
    func use(_ cache: CatalogCache, _ result: CatalogPipeline.Result) {
        self.cache = cache
        vendorCatalogs = result.vendorCatalogs
        domains = [:]
        for (domain, inventory) in result.inventory.domains {
            for catalog in inventory.catalogs.values { domains[catalog.digest] = domain }
        }
        let present = Set(domains.keys)
        verified.formIntersection(present)
        mapped = mapped.filter { present.contains($0.key) }
        for entry in memoryOrder where !present.contains(entry.digest) { memoryFiles[entry.digest] = nil }
        memoryOrder.removeAll { !present.contains($0.digest) }
    }

    /// One verification is under way at a time; what is asked for meanwhile is verified together after it.
    func verify(_ digests: [String], completion: @escaping (_ damaged: [String]) -> Void) {
        let wanted = digests.filter { !verified.contains($0) }
        guard !wanted.isEmpty else { return completion([]) }
        waiting.append(Verification(digests: wanted, completion: completion))
        startVerification()
    }

    private func startVerification() {
        guard !isVerifying, !waiting.isEmpty else { return }
        let verifications = waiting
        waiting = []
        let wanted = Set(verifications.flatMap(\.digests)).subtracting(verified).sorted()
        let cache = cache
        let vendorCatalogs = vendorCatalogs
        isVerifying = thread.submit {
            wanted.filter { !Self.isIntact($0, cache, vendorCatalogs[$0]) }
        } completion: { [unowned self] damaged in
            isVerifying = false
            verified.formUnion(Set(wanted).subtracting(damaged))
            end(verifications, damaged: Set(damaged))
            startVerification()
        }
    }

    /// Tells who waited. Those who need a damaged catalog wait until it is out of the inventory.
    private func end(_ verifications: [Verification], damaged: Set<String>) {
        for digest in damaged {
            mapped[digest] = nil
            memoryFiles[digest] = nil
            memoryOrder.removeAll { $0.digest == digest }
            report(digest, "is damaged or gone and no longer used")
        }
        let hurt = verifications.filter { !damaged.isDisjoint(with: $0.digests) }
        if !hurt.isEmpty {
            replaceDamaged(damaged) {
                for verification in hurt { verification.completion(verification.digests.filter(damaged.contains)) }
            }
        }
        for verification in verifications where damaged.isDisjoint(with: verification.digests) {
            verification.completion([])
        }
    }

    private static func isIntact(_ digest: String, _ cache: CatalogCache, _ source: VendorFile?) -> Bool {
        guard let content = ContentDigest(hexadecimal: digest) else { return false }
        do throws(PackStoreError) {
            if let source { return try CatalogCache.verify(content, of: source) == .intact }
            return try cache.verify(content) == .intact
        } catch {
            return false
        }
    }

    func hold(_ digests: Set<String>) {
        // What cannot be read is told when it is asked for.
        for digest in digests where mapped[digest] == nil { _ = catalog(digest: digest) }
        mapped = mapped.filter { digests.contains($0.key) }
    }

    func catalog(digest: String) -> MessageCatalog? {
        if let known = mapped[digest] { return known.catalog }
        do {
            let mapping = try map(digest)
            // The mapping is kept beside the catalog, and the daemon uses a catalog only within one call.
            let catalog = try unsafe MessageCatalog(bytes: mapping.bytes)
            mapped[digest] = Mapped(mapping: mapping, catalog: catalog)
            return catalog
        } catch {
            report(digest, "cannot be read: \(error)")
            return nil
        }
    }

    private func report(_ digest: String, _ message: String) {
        var fields: [LogField: String] = [.catalog: digest]
        fields[.domain] = domains[digest]
        let texts = domains[digest].map { " of \($0)" } ?? ""
        log.log(.error, "catalog \(digest)\(texts) \(message)", event: .catalogDamaged, fields: fields)
    }

    private func map(_ digest: String) throws -> Mapping {
        try Mapping(open(digest), limit: CatalogCache.maximumCatalogBytes, detail: digest)
    }

    /// A sealed memory file with the bytes of a catalog.
    ///
    /// Each who asks gets an open file of his own: an offset that is shared would let one reader move another's.
    func memoryFile(digest: String) throws -> SharedFileDescriptor {
        let file = try sharedMemoryFile(digest: digest)
        return SharedFileDescriptor(try file.descriptor.reopenedForReading())
    }

    private func sharedMemoryFile(digest: String) throws -> SharedFileDescriptor {
        if let known = memoryFiles[digest] { return known }
        let mapping = try mapped[digest]?.mapping ?? map(digest)
        let file = try mapping.withBytes { bytes in
            guard ContentDigest(of: bytes).hexadecimal == digest else {
                throw ProgramError("catalog \(digest) is damaged")
            }
            return SharedFileDescriptor(try Memfd.sealed(name: "locd-\(digest.prefix(16))", contents: bytes))
        }
        keep(file, digest: digest, size: mapping.count)
        return file
    }

    /// Keeps a memory file for the next who asks, as long as there is room; a larger one is made for each.
    private func keep(_ file: SharedFileDescriptor, digest: String, size: Int) {
        guard size <= memoryBytes else { return }
        while memoryOrder.reduce(size, { $0 + $1.size }) > memoryBytes {
            memoryFiles[memoryOrder.removeFirst().digest] = nil
        }
        memoryFiles[digest] = file
        memoryOrder.append((digest, size))
    }

    private func open(_ digest: String) throws -> FileDescriptor {
        if let source = vendorCatalogs[digest] {
            return try Directory(path: source.root).openFile(source.relativePath)
        }
        guard let content = ContentDigest(hexadecimal: digest) else {
            throw ProgramError("\"\(digest)\" is not a digest")
        }
        return try cache.open(content)
    }
}
