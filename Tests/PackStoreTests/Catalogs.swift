import Catalog
import CatalogBuilder
import LinuxIO
import PackStore
import TestSupport

/// The bytes of a small catalog.
func catalogBytes(domain: String = "app", language: String, keys: [String: String] = ["hello": "Hello"]) throws
    -> [UInt8]
{
    var diagnostics = DiagnosticCollector(file: "test")
    let messages = keys.sorted { $0.key < $1.key }.map { Message(key: $0.key, text: $0.value) }
    let set = MessageSet(
        metadata: CatalogMetadata(domain: domain, language: language, isBase: language == "en"), messages: messages)
    guard let bytes = CatalogWriter.catalog(of: set, diagnostics: &diagnostics) else {
        throw TestFailure("the catalog for \(language) cannot be written")
    }
    return bytes
}

extension CatalogCache {
    /// Stores bytes as a builder would hand them over.
    func store(_ bytes: [UInt8]) throws -> StoredCatalog {
        try store(try Memfd.sealed(name: "catalog", contents: bytes.span))
    }

    /// The result for what a source holds now.
    func resultAfterReading(_ source: VendorFile) throws -> SourceResult? {
        result(for: try SourceReading(source))
    }

    /// Builds one language from a source, as the daemon would, and tells whether it was remembered.
    func build(_ source: VendorFile, language: String) throws -> Bool {
        let reading = try SourceReading(source)
        let catalog = try store(try catalogBytes(domain: source.domain, language: language))
        return try record(SourceResult(catalogs: [catalog], problems: ["line 1: odd"]), for: reading)
    }
}
