import Catalog
import CatalogBuilder
import InterchangeFormats
import LanguageTags
import Testing

/// A text in a format, on its way to catalogs.
func source(
    _ text: String, _ format: InterchangeFormat, language: String? = "en", base: String? = nil
) throws -> CatalogSource {
    CatalogSource(
        Array(text.utf8), reader: format.reader, file: "texts.\(format.rawValue)", domain: "test",
        language: try language.map { try LanguageTag(parsing: $0) },
        baseLanguage: try base.map { try LanguageTag(parsing: $0) })
}

extension CatalogSource {
    /// The text of a key in the catalog of a language, filled with arguments.
    func text(
        _ key: String, _ arguments: MessageArgument..., named: KeyValuePairs<String, MessageArgument> = [:],
        language: String = "en"
    ) throws -> String {
        let result = build()
        let catalog = try #require(result.catalogs.first { $0.language == language }, "\(result.diagnostics)")
        return try unsafe catalog.bytes.withUnsafeBytes { bytes in
            let catalog = try unsafe MessageCatalog(bytes: bytes)
            try catalog.validate()
            return try #require(catalog.lookup(key)).formatted(
                MessageArguments(arguments, named: named.map { NamedArgument($0.key, $0.value) }))
        }
    }

    /// All keys, of all languages.
    func keys() throws -> Set<String> {
        var keys: Set<String> = []
        for catalog in build().catalogs {
            try unsafe catalog.bytes.withUnsafeBytes { bytes in
                try unsafe MessageCatalog(bytes: bytes).forEach { key, _ in keys.insert(key.string) }
            }
        }
        return keys
    }

    /// The findings in the form for people, without the file.
    var findings: [String] {
        build().diagnostics.map { String($0.description.dropFirst(file.count + 1)) }
    }
}
