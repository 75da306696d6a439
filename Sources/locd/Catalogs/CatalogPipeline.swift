import CatalogBuilder
import JSON
import LanguageTags
import LinuxIO
import LocdDaemon
import LocdInterface
import PackStore

/// Turns what vendor directories hold into the inventory of catalogs.
///
/// A scan finds the source files by name and stamp. A source that is known with that stamp, or at least with those
/// bytes, has its catalogs in the cache already; any other is built by a child process, the base language of a domain
/// before its translations. A file that is at fault is reported with its line, and the others are served.
///
/// Everything here may take long and runs on a worker thread; it shares nothing with the event loop.
struct CatalogPipeline: Sendable {
    /// What a refresh found.
    struct Result: Sendable {
        var inventory = Inventory()
        var problems: [Problem] = []
        /// Which domain's texts each source file holds.
        var domains: [String: String] = [:]
        /// Every directory that was looked into, to be watched.
        var directories: [String] = []
        /// The vendors' own catalogs, by digest: they lie outside the cache.
        var vendorCatalogs: [String: VendorFile] = [:]
        /// What lies in the cache afterwards.
        var cache: CacheStatus
    }

    let cache: CatalogCache
    let vendorDirectories: [String]
    let configuration: Configuration
    let report: BuildReport

    /// Looks at the vendor directories, builds what is new, and writes the indexes for clients without a daemon.
    func refresh() -> Result {
        let scan = VendorScan(directories: vendorDirectories)
        var result = Result(cache: CacheStatus(directory: cache.path))
        result.directories = scan.directories
        result.domains = Dictionary(scan.sources.map { ($0.path, $0.domain) }) { first, _ in first }
        result.problems = scan.problems.map { Problem(file: $0.path, line: nil, column: nil, message: $0.message) }
        for (domain, sources) in Dictionary(grouping: scan.sources, by: \.domain).sorted(by: { $0.key < $1.key }) {
            var assembly = DomainAssembly(domain: domain, sources: sources, pipeline: self)
            assembly.build()
            result.problems += assembly.problems
            result.vendorCatalogs.merge(assembly.vendorCatalogs) { first, _ in first }
            if !assembly.inventory.catalogs.isEmpty { result.inventory.domains[domain] = assembly.inventory }
        }
        remember(scan.sources, &result)
        return result
    }

    private func remember(_ sources: [VendorFile], _ result: inout Result) {
        do throws(PackStoreError) {
            try cache.replaceIndexes(result.inventory.domains.compactMap(index))
            try cache.save(keepingOnly: sources)
            try cache.removeUnnamed(keeping: [], grace: .seconds(86_400))
            (result.cache.catalogs, result.cache.bytes) = try cache.contents()
        } catch {
            result.problems.append(
                Problem(file: cache.path, line: nil, column: nil, message: "not written: \(error.message)"))
        }
    }

    private func index(_ domain: String, _ inventory: DomainInventory) -> DomainIndex? {
        let base = baseLanguage(of: domain, package: inventory.basePackage, available: Array(inventory.catalogs.keys))
        var catalogs: [String: DomainIndex.Entry] = [:]
        for (tag, record) in inventory.catalogs {
            guard let digest = ContentDigest(hexadecimal: record.digest) else { continue }
            catalogs[tag.description] = DomainIndex.Entry(digest: digest, size: record.size, path: record.path)
        }
        return DomainIndex(domain: domain, baseLanguage: base?.description, catalogs: catalogs)
    }

    /// The language that a domain is complete in (semantics L4).
    func baseLanguage(of domain: String, package: LanguageTag?, available: [LanguageTag]) -> LanguageTag? {
        LanguageChain.base(
            declared: configuration.baseLanguageByDomain[domain], baseFolder: package,
            configured: configuration.baseLanguage, available: available)
    }

    /// What decides how sources are built, beside the program: another base language makes other catalogs.
    static func builder(version: String, _ configuration: Configuration) -> String {
        let bases = configuration.baseLanguageByDomain.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
        return "locd \(version) base=\(configuration.baseLanguage?.description ?? "")\(bases.joined())"
    }
}

/// Puts together one domain from its sources.
private struct DomainAssembly {
    let domain: String
    let sources: [VendorFile]
    let pipeline: CatalogPipeline
    var inventory = DomainInventory()
    var problems: [Problem] = []
    var vendorCatalogs: [String: VendorFile] = [:]
    /// The digest of the base language's catalog, once it is there.
    private var base: CatalogRecord?
    /// Which file each catalog came from, for telling of a second one.
    private var origins: [LanguageTag: String] = [:]

    init(domain: String, sources: [VendorFile], pipeline: CatalogPipeline) {
        self.domain = domain
        self.sources = sources
        self.pipeline = pipeline
    }

    mutating func build() {
        var known: [(source: VendorFile, language: LanguageTag?)] = []
        for source in sources {
            guard let language = language(of: source) else { continue }
            known.append((source, language))
        }
        let languages = known.compactMap(\.language)
        let declared = pipeline.baseLanguage(of: domain, package: inventory.basePackage, available: languages)
        // The base language first: translations are compared with it.
        for entry in known.filter({ $0.language == declared }) + known.filter({ $0.language != declared }) {
            take(entry.source, language: entry.language, base: languages.isEmpty ? nil : declared)
        }
    }

    /// The language of a source; an inner nil for a map. Nil, and a problem, for what is no language.
    private mutating func language(of source: VendorFile) -> LanguageTag?? {
        guard let spelling = source.language else { return .some(nil) }
        if source.isBaseLocalization {
            inventory.basePackage = pipeline.configuration.languageOfBaseFolder(of: domain)
            return inventory.basePackage.map { .some($0) }
        }
        do throws(LanguageTagError) {
            return .some(try LanguageTag(parsing: spelling))
        } catch {
            problem(source.path, "ignored: \(error.message)")
            return nil
        }
    }

    private mutating func take(_ source: VendorFile, language: LanguageTag?, base: LanguageTag?) {
        if let language, let other = origins[language] {
            return problem(source.path, "ignored: \(other) is for \(language) of \(domain) too")
        }
        var source = source
        source.context = context(of: source, language: language, base: base)
        do {
            let result = try pipeline.cache.result(for: source) ?? makeResult(source, language: language, base: base)
            for text in result.problems { problem(source.path, text) }
            for catalog in result.catalogs { add(catalog, from: source) }
        } catch let error as PackStoreError {
            problem(source.path, "ignored: \(error.message)")
        } catch let error as SystemError {
            problem(source.path, "ignored: \(error.description)")
        } catch {
            problem(source.path, "ignored: \(error)")
        }
    }

    /// What a source's catalogs depend on beside its bytes: which language is the base, and for a translation its texts.
    private func context(of source: VendorFile, language: LanguageTag?, base: LanguageTag?) -> String {
        if source.kind == .catalog { return "" }
        let digest = language == base ? nil : self.base?.digest
        return "\(language?.description ?? "") \(base?.description ?? "") \(digest ?? "")"
    }

    private mutating func add(_ catalog: StoredCatalog, from source: VendorFile) {
        // A language that is none is as wrong here as another domain.
        guard catalog.domain == domain, let tag = try? LanguageTag(parsing: catalog.language) else {
            return problem(source.path, "ignored: it is for \(catalog.language) of \(catalog.domain)")
        }
        if let other = origins[tag] {
            return problem(source.path, "its texts for \(tag) are ignored: \(other) has some too")
        }
        let isVendors = source.kind == .catalog
        let record = CatalogRecord(
            language: tag, digest: catalog.digest.hexadecimal, size: catalog.size,
            path: isVendors ? source.path : pipeline.cache.path(of: catalog.digest), keyCount: catalog.keyCount,
            isBundled: true)
        origins[tag] = source.path
        inventory.catalogs[tag] = record
        if isVendors { vendorCatalogs[record.digest] = source }
        if catalog.isBase { base = record }
    }

    /// Reads a source that is not known with its present stamp, and builds it if its bytes are not known either.
    private func makeResult(
        _ source: VendorFile, language: LanguageTag?, base: LanguageTag?
    ) throws -> SourceResult {
        let reading = try SourceReading(source)
        if let result = pipeline.cache.result(for: reading) { return result }
        let result: SourceResult
        var isLasting = true
        if let kind = CatalogSource.Kind(source.kind) {
            let request = BuildRequest(
                kind: kind, domain: domain, file: source.path, language: language, baseLanguage: base,
                hasBase: self.base != nil && language != base, digest: reading.digest.hexadecimal)
            let patience = Duration.seconds(pipeline.configuration.limits.buildSeconds)
            let build = CatalogBuild(request: request, cache: pipeline.cache, patience: patience)
            pipeline.report.building(source.path, patience: patience)
            (result, isLasting) = try build.run(reading.file, base: self.base?.path)
        } else {
            let mapping = try Mapping(reading.file, limit: CatalogCache.maximumCatalogBytes, detail: source.path)
            result = SourceResult(catalogs: [try StoredCatalog(of: mapping, detail: source.path)])
        }
        // A source that changed meanwhile is built again at the next look; until then this is as good as any.
        if isLasting { _ = try pipeline.cache.record(result, for: reading) }
        return result
    }

    /// Adds a problem; findings of a build already begin with their place.
    private mutating func problem(_ path: String, _ message: String) {
        problems.append(Problem(finding: message, file: path))
    }
}

extension CatalogSource.Kind {
    /// Nil for a catalog, which is not built.
    fileprivate init?(_ kind: VendorFile.Kind) {
        switch kind {
        case .catalog: return nil
        case .json, .jsonMap: self = .json
        case .strings: self = .strings
        case .mo: self = .gettext
        }
    }
}

extension Problem {
    /// A finding as it was remembered: `LINE:COLUMN: MESSAGE`, or a message alone.
    fileprivate init(finding: String, file: String) {
        let parts = finding.split(separator: ":", maxSplits: 2)
        if parts.count == 3, let line = Int(parts[0]), let column = Int(parts[1]) {
            self.init(file: file, line: line, column: column, message: String(parts[2].dropFirst()))
        } else {
            self.init(file: file, line: nil, column: nil, message: finding)
        }
    }
}
