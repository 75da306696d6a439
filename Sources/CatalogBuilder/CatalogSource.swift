// A source file on its way to catalogs: its reader finds messages, what they lack is settled against the base
// language, the writer makes the bytes. One error anywhere in the file, and it gives no catalog at all: half a file is
// never shown to anybody.

package import Catalog
package import LanguageTags

/// A file of texts, and what its catalogs are to say of themselves.
package struct CatalogSource: Sendable {
    /// How a file of texts is written.
    package enum Kind: String, Sendable {
        /// An object of keys and texts, or one of language tags and such objects.
        case json
        /// Apple's `"key" = "text";`.
        case strings
        /// A compiled catalog of gettext, `.mo`.
        case gettext

        /// The kind that the name's ending tells; nil for any other.
        package init?(fileName: String) {
            if fileName.hasSuffix(".json") {
                self = .json
            } else if fileName.hasSuffix(".strings") {
                self = .strings
            } else if fileName.hasSuffix(".mo") {
                self = .gettext
            } else {
                return nil
            }
        }

        /// What reads files of this kind.
        package var reader: Reader {
            switch self {
            case .json: { JSONSource.read($0, &$1) }
            case .strings: { StringsSource.read($0, &$1) }
            case .gettext: { GettextSource.read($0, &$1) }
            }
        }
    }

    /// Finds the languages in a file and their messages, as they stand in it, and adds what is wrong to the findings.
    package typealias Reader =
        @Sendable (CatalogSource, inout DiagnosticCollector) -> [(LanguageTag, [Message])]

    /// The largest file that is read.
    package static let maximumSize = 64 << 20

    package var bytes: [UInt8]
    private let read: Reader
    /// Name for diagnostics; the name of a JSON file also tells whether it holds one language.
    package var file: String
    package var domain: String
    /// The language of the texts; nil for a file that tells it itself.
    package var language: LanguageTag?
    /// The language in which the domain is complete; nil when it is not known.
    package var baseLanguage: LanguageTag?
    /// SHA-256 of `bytes`, to be recorded in the catalogs; empty for none.
    package var digest: [UInt8]

    package init(
        _ bytes: [UInt8], reader: @escaping Reader, file: String, domain: String, language: LanguageTag? = nil,
        baseLanguage: LanguageTag? = nil, digest: [UInt8] = []
    ) {
        self.bytes = bytes
        read = reader
        self.file = file
        self.domain = domain
        self.language = language
        self.baseLanguage = baseLanguage
        self.digest = digest
    }

    /// A file of one of the kinds that vendor directories hold.
    package init(
        _ bytes: [UInt8], kind: Kind, file: String, domain: String, language: LanguageTag? = nil,
        baseLanguage: LanguageTag? = nil, digest: [UInt8] = []
    ) {
        self.init(
            bytes, reader: kind.reader, file: file, domain: domain, language: language, baseLanguage: baseLanguage,
            digest: digest)
    }

    /// Makes the file's catalogs, one for each language in it; none when there is an error among the findings.
    ///
    /// `base` is the base language's catalog, for files of other languages: an empty text is left out, as a text not yet
    /// translated, unless the base's is empty too, and placeholders are compared with the base's.
    package func build(base: MessageCatalog? = nil) -> BuildResult {
        var diagnostics = DiagnosticCollector(file: file)
        var catalogs: [BuiltCatalog] = []
        var sets = messageSets(&diagnostics)
        if let index = sets.firstIndex(where: { $0.metadata.isBase }), !diagnostics.hasErrors {
            let set = sets.remove(at: index)
            if let bytes = CatalogWriter.catalog(of: set, diagnostics: &diagnostics) {
                catalogs.append(BuiltCatalog(language: set.metadata.language, bytes: bytes))
                unsafe bytes.withUnsafeBytes { bytes in
                    // The catalog is used within this closure only. It was made here, so it opens.
                    let own = unsafe try? MessageCatalog(bytes: bytes, verifyingChecksum: false)
                    catalogs += translations(sets, base: own, &diagnostics)
                }
            }
        } else {
            catalogs = translations(sets, base: base, &diagnostics)
        }
        return BuildResult(catalogs: diagnostics.hasErrors ? [] : catalogs, diagnostics: diagnostics.all)
    }

    private func translations(
        _ sets: [MessageSet], base: MessageCatalog?, _ diagnostics: inout DiagnosticCollector
    ) -> [BuiltCatalog] {
        sets.compactMap { set in
            guard !diagnostics.hasErrors else { return nil }
            var set = set
            set.dropUntranslated(base: base, &diagnostics)
            if let base { set.comparePlaceholders(with: base, &diagnostics) }
            return CatalogWriter.catalog(of: set, diagnostics: &diagnostics).map {
                BuiltCatalog(language: set.metadata.language, bytes: $0)
            }
        }
    }

    /// The file's messages, a set for each language in the order of the file, as they stand in it.
    package func messageSets(_ diagnostics: inout DiagnosticCollector) -> [MessageSet] {
        guard bytes.count <= Self.maximumSize else {
            diagnostics.error("the file has \(bytes.count) bytes, more than \(Self.maximumSize)")
            return []
        }
        return read(self, &diagnostics).map { language, messages in
            let metadata = CatalogMetadata(
                domain: domain, language: language.identifier, languageName: language.nativeName,
                isBase: language == baseLanguage, direction: language.direction, createdBy: "locd",
                sourceDigest: digest)
            return MessageSet(metadata: metadata, messages: messages)
        }
    }

    /// The language given; an error when there is none.
    package func requiredLanguage(_ diagnostics: inout DiagnosticCollector) -> LanguageTag? {
        if language == nil { diagnostics.error("the file does not tell its language, and none was given") }
        return language
    }
}

/// What became of a source file.
package struct BuildResult: Hashable, Sendable {
    /// The base language first, if it is among them, then in the order of the file. Empty after an error.
    package var catalogs: [BuiltCatalog]
    package var diagnostics: [Diagnostic]

    package init(catalogs: [BuiltCatalog], diagnostics: [Diagnostic]) {
        self.catalogs = catalogs
        self.diagnostics = diagnostics
    }
}

/// A catalog that was made, ready to be stored.
package struct BuiltCatalog: Hashable, Sendable {
    /// Canonical tag.
    package var language: String
    package var bytes: [UInt8]

    package init(language: String, bytes: [UInt8]) {
        self.language = language
        self.bytes = bytes
    }
}
