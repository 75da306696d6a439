package import LanguageTags

/// One catalog that can be used.
package struct CatalogRecord: Hashable, Sendable {
    package var language: LanguageTag
    /// SHA-256 of the file: 64 lower-case hexadecimal digits.
    package var digest: String
    /// Length in bytes.
    package var size: Int
    /// Where the file can be mapped from.
    package var path: String
    /// Number of messages.
    package var keyCount: Int
    /// Made from texts shipped with the product, so always there; otherwise it was downloaded.
    package var isBundled: Bool

    package init(language: LanguageTag, digest: String, size: Int, path: String, keyCount: Int, isBundled: Bool) {
        self.language = language
        self.digest = digest
        self.size = size
        self.path = path
        self.keyCount = keyCount
        self.isBundled = isBundled
    }
}

/// The catalogs of one domain.
package struct DomainInventory: Equatable, Sendable {
    /// One catalog a language.
    package var catalogs: [LanguageTag: CatalogRecord]
    /// The language of the domain's `Base.lproj`, where it has one (semantics L4).
    package var basePackage: LanguageTag?

    package init(catalogs: [LanguageTag: CatalogRecord] = [:], basePackage: LanguageTag? = nil) {
        self.catalogs = catalogs
        self.basePackage = basePackage
    }
}

/// All catalogs that can be used, by domain.
package struct Inventory: Equatable, Sendable {
    package var domains: [String: DomainInventory]

    package init(domains: [String: DomainInventory] = [:]) {
        self.domains = domains
    }
}
