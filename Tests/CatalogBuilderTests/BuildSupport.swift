import Catalog
import CatalogBuilder
import LanguageTags
import Testing

/// A source in `text`, as a build gets it.
func source(
    _ text: String, file: String, language: String? = nil, base: String? = nil
) throws -> CatalogSource {
    try source(bytes: Array(text.utf8), file: file, language: language, base: base)
}

/// A source of these bytes; the kind is what the name's ending tells.
func source(
    bytes: [UInt8], file: String, language: String? = nil, base: String? = nil
) throws -> CatalogSource {
    CatalogSource(
        bytes, kind: try #require(CatalogSource.Kind(fileName: file)), file: file, domain: "test",
        language: try language.map { try LanguageTag(parsing: $0) },
        baseLanguage: try base.map { try LanguageTag(parsing: $0) })
}

extension CatalogSource {
    /// The texts of each language by key, as they are looked up in the catalogs; fails when there are none.
    func texts(base: MessageCatalog? = nil) throws -> [String: [String: String]] {
        let result = build(base: base)
        #expect(!result.catalogs.isEmpty, "\(result.diagnostics)")
        var texts: [String: [String: String]] = [:]
        for catalog in result.catalogs {
            texts[catalog.language] = try catalog.texts()
        }
        return texts
    }

    /// The findings in the form for people.
    func findings(base: MessageCatalog? = nil) -> [String] {
        build(base: base).diagnostics.map(\.description)
    }
}

extension BuiltCatalog {
    /// Calls `body` with the catalog opened.
    func open<Result>(_ body: (MessageCatalog) throws -> Result) throws -> Result {
        try unsafe bytes.withUnsafeBytes { bytes in
            let catalog = try unsafe MessageCatalog(bytes: bytes)
            try catalog.validate()
            return try body(catalog)
        }
    }

    /// All texts by key.
    func texts() throws -> [String: String] {
        try open { catalog in
            var texts: [String: String] = [:]
            catalog.forEach { key, entry in texts[key.string] = entry.text.string }
            return texts
        }
    }
}
