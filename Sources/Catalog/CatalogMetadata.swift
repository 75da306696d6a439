/// Which way a language's lines run.
package enum TextDirection: String, Hashable, Sendable {
    case leftToRight
    case rightToLeft
}

/// What a catalog says of itself.
package struct CatalogMetadata: Hashable, Sendable {
    package var domain: String
    /// Canonical BCP 47 tag.
    package var language: String
    /// The language's name in itself, such as `Русский`; empty when the writer did not know it.
    package var languageName: String
    /// Whether this is the language in which the domain's catalogs are complete.
    package var isBase: Bool
    package var direction: TextDirection
    /// Name and version of the program that wrote the catalog.
    package var createdBy: String
    /// SHA-256 of what the catalog was built from, 32 bytes; empty when not recorded.
    package var sourceDigest: [UInt8]

    package init(
        domain: String, language: String, languageName: String = "", isBase: Bool = false,
        direction: TextDirection = .leftToRight, createdBy: String = "", sourceDigest: [UInt8] = []
    ) {
        self.domain = domain
        self.language = language
        self.languageName = languageName
        self.isBase = isBase
        self.direction = direction
        self.createdBy = createdBy
        self.sourceDigest = sourceDigest
    }
}
