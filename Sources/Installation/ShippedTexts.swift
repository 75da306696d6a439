import CatalogBuilder
import LanguageTags
import LinuxIO
import LocdDaemon
import LocdInterface
import PackStore

/// What a system that does not run has in its vendor directories: the inventory that its daemon will make of them,
/// made here without its cache and its build children.
///
/// Every file is read as the daemon's children read it, so that a file with an error in it offers no language here either.
struct ShippedTexts {
    private(set) var inventory = Inventory()
    private(set) var problems: [Problem] = []
    private let configuration: Configuration

    init(in system: borrowing RootDirectory, configuration: Configuration) {
        self.configuration = configuration
        let directories = [StandardPaths.texts] + configuration.vendorDirectories
        let scan = VendorScan(directories: directories, in: system)
        problems = scan.problems.map { Problem(file: $0.path, line: nil, column: nil, message: $0.message) }
        for directory in directories {
            let root = system.fullPath(directory)
            for source in scan.sources where source.root == root {
                add(source) { () throws(SystemError) in
                    try system.directory(directory).openFile(source.relativePath)
                }
            }
        }
        inventory.domains = inventory.domains.filter { !$0.value.catalogs.isEmpty }
    }

    private mutating func add(_ source: VendorFile, opening open: () throws(SystemError) -> FileDescriptor) {
        do {
            let file = try open()
            if source.kind == .catalog {
                let mapping = try Mapping(file, limit: VendorScan.maximumFileBytes, detail: source.path)
                add(try StoredCatalog(of: mapping, detail: source.path), of: source)
            } else {
                try addCatalogs(builtOf: source, file)
            }
        } catch let error as PackStoreError {
            problem(source, error.message)
        } catch let error as LanguageTagError {
            problem(source, error.message)
        } catch {
            problem(source, "\(error)")
        }
    }

    private mutating func addCatalogs(builtOf source: VendorFile, _ file: borrowing FileDescriptor) throws {
        guard let kind = CatalogSource.Kind(fileName: source.path) else { return }
        let language = try language(of: source)
        let bytes = try FileContents(of: file, limit: CatalogSource.maximumSize, detail: source.path).bytes
        let text = CatalogSource(
            bytes, kind: kind, file: source.path, domain: source.domain, language: language)
        let result = text.build()
        problems += result.diagnostics.filter { $0.severity == .error }.map {
            Problem(file: $0.file, line: $0.line, column: $0.column, message: $0.message)
        }
        for catalog in result.catalogs {
            let mapping = try Mapping(
                Memfd.sealed(name: "locctl-build", contents: catalog.bytes.span), limit: .max, detail: source.path)
            add(try StoredCatalog(of: mapping, detail: source.path), of: source)
        }
    }

    /// The language of a source as its place tells it; nil for a map.
    private mutating func language(of source: VendorFile) throws(LanguageTagError) -> LanguageTag? {
        guard source.isBaseLocalization else {
            return try source.language.map { text throws(LanguageTagError) in try LanguageTag(parsing: text) }
        }
        let language = configuration.languageOfBaseFolder(of: source.domain)
        inventory.domains[source.domain, default: DomainInventory()].basePackage = language
        return language
    }

    private mutating func add(_ catalog: StoredCatalog, of source: VendorFile) {
        // As the daemon has it, a language that is none is as wrong here as another domain.
        guard catalog.domain == source.domain, let tag = try? LanguageTag(parsing: catalog.language) else {
            return problem(source, "it is for \(catalog.language) of \(catalog.domain)")
        }
        let record = CatalogRecord(
            language: tag, digest: catalog.digest.hexadecimal, size: catalog.size, path: source.path,
            keyCount: catalog.keyCount, isBundled: true)
        // Of two the first counts, and the scan has put them in order.
        guard inventory.domains[source.domain]?.catalogs[tag] == nil else { return }
        inventory.domains[source.domain, default: DomainInventory()].catalogs[tag] = record
    }

    private mutating func problem(_ source: VendorFile, _ message: String) {
        problems.append(Problem(file: source.path, line: nil, column: nil, message: "ignored: \(message)"))
    }
}
