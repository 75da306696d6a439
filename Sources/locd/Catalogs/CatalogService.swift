import Installation
import LinuxIO
import LocdDaemon
import LocdInterface
import PackStore

/// Keeps the inventory of catalogs: looks at the texts on a thread of its own, one look at a time.
///
/// A request that comes while a look is under way starts another one after it, since what changed may have been seen or
/// not; all that wait for it share it.
final class CatalogService {
    /// Made for each look, so that a cache that was removed or emptied is simply made again.
    private struct Look: Sendable {
        let cachePath: String
        let builder: String
        let vendorDirectories: [String]
        let configuration: Configuration
        /// Digests of catalogs that were found damaged: what they were made from is looked at as if it were new.
        let distrusted: Set<String>

        func callAsFunction() -> Swift.Result<(cache: CatalogCache, result: CatalogPipeline.Result), PackStoreError> {
            Swift.Result { () throws(PackStoreError) in
                let cache = try CatalogCache(path: cachePath, builder: builder)
                cache.forgetSources(of: Set(distrusted.compactMap(ContentDigest.init(hexadecimal:))))
                let pipeline = CatalogPipeline(
                    cache: cache, vendorDirectories: vendorDirectories, configuration: configuration,
                    report: BuildReport())
                return (cache, pipeline.refresh())
            }
        }
    }

    let cachePath: String
    private let version: String
    private let thread: WorkerThread
    private var isLooking = false
    /// Who waits for the look under way, and who for the one after it.
    private var waiting: [() -> Void] = []
    private var waitingForNext: [() -> Void] = []
    private var distrusted: Set<String> = []

    var configuration: Configuration
    /// The directories given on the command line, instead of the default one.
    let vendorDirectories: [String]
    /// Told of what each look found.
    var onResult: (CatalogCache, CatalogPipeline.Result) -> Void = { _, _ in }
    /// Told why a look gave nothing.
    var onFailure: (PackStoreError) -> Void = { _ in }

    init(
        cachePath: String, vendorDirectories: [String], configuration: Configuration, version: String
    ) throws(SystemError) {
        self.cachePath = cachePath
        self.vendorDirectories = vendorDirectories
        self.configuration = configuration
        self.version = version
        thread = try WorkerThread(name: "locd-catalogs", capacity: 1)
    }

    /// Readable when a look has ended; `finishLooks` then tells what it found.
    var descriptor: FileDescriptor { _read { yield thread.descriptor } }

    func finishLooks() throws(SystemError) {
        try thread.drain()
    }

    /// Looks now and waits for it: for the start, before there is anybody to serve.
    func lookNow() throws(PackStoreError) -> (cache: CatalogCache, result: CatalogPipeline.Result) {
        try look().get()
    }

    /// Looks at everything anew and calls back once that is done and told.
    ///
    /// - Parameter damaged: digests of catalogs that are made or read again, whatever is remembered of their sources.
    func refresh(distrusting damaged: Set<String> = [], _ completion: @escaping () -> Void) {
        distrusted.formUnion(damaged)
        if isLooking { return waitingForNext.append(completion) }
        waiting.append(completion)
        start()
    }

    private func start() {
        let look = look
        distrusted = []
        isLooking = thread.submit {
            look()
        } completion: { [unowned self] result in
            isLooking = false
            let done = waiting
            waiting = waitingForNext
            waitingForNext = []
            switch result {
            case .success(let found): onResult(found.cache, found.result)
            case .failure(let error): onFailure(error)
            }
            for completion in done { completion() }
            if !waiting.isEmpty, !isLooking { start() }
        }
    }

    private var look: Look {
        Look(
            cachePath: cachePath, builder: CatalogPipeline.builder(version: version, configuration),
            vendorDirectories: allVendorDirectories, configuration: configuration, distrusted: distrusted)
    }

    /// Given ones, or the default one, then those of the configuration. They may not be there yet.
    var allVendorDirectories: [String] {
        (vendorDirectories.isEmpty ? [StandardPaths.texts] : vendorDirectories) + configuration.vendorDirectories
    }

    /// The cache's own directories: when they are emptied, everything is built again.
    var cacheDirectories: [String] { ["", "/objects", "/objects/sha256"].map { cachePath + $0 } }
}
