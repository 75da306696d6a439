extension CatalogMetadata {
    /// Places of the texts in the section.
    private static let domain = 8
    private static let language = 16
    private static let languageName = 24
    private static let createdBy = 32
    private static let sourceDigest = 40

    /// Whether the metadata section can be read. Errors: `damaged`.
    static func check(_ section: CatalogBytes, pool: CatalogBytes, keyCount: Int) throws(CatalogError) {
        guard section.count >= CatalogFormat.metadataSize else {
            throw CatalogError(.damaged, "the catalog's metadata have the impossible size \(section.count)")
        }
        guard Int(section.uint32(at: 4)) == keyCount else {
            throw CatalogError(
                .damaged, "the catalog states \(section.uint32(at: 4)) messages and has \(keyCount) entries")
        }
        for place in [domain, language, languageName, createdBy] where pool.slice(named: section, at: place) == nil {
            throw CatalogError(.damaged, "a text of the catalog's metadata lies outside of its text pool")
        }
        let size = language(in: section, pool: pool).count
        guard (1...CatalogFormat.maximumLanguageSize).contains(size) else {
            throw CatalogError(.damaged, "the catalog's language tag has \(size) bytes")
        }
    }

    /// The language's tag in a section that was checked.
    static func language(in section: CatalogBytes, pool: CatalogBytes) -> CatalogBytes {
        pool.slice(named: section, at: language) ?? pool.empty
    }

    /// Reads a section that was checked.
    init(section: CatalogBytes, pool: CatalogBytes) {
        func text(_ place: Int) -> String {
            (pool.slice(named: section, at: place) ?? pool.empty).string
        }
        let flags = section.uint32(at: 0)
        let digest = (0..<CatalogFormat.sourceDigestSize).map { section.uint8(at: Self.sourceDigest + $0) }
        self.init(
            domain: text(Self.domain), language: text(Self.language), languageName: text(Self.languageName),
            isBase: flags & 1 != 0, direction: flags & 2 != 0 ? .rightToLeft : .leftToRight,
            createdBy: text(Self.createdBy), sourceDigest: digest.allSatisfy { $0 == 0 } ? [] : digest)
    }
}
