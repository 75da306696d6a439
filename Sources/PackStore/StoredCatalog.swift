import Catalog
package import LinuxIO

/// A catalog that lies ready: what it says of itself, and its name.
package struct StoredCatalog: Hashable, Sendable {
    package let domain: String
    /// Canonical BCP 47 tag.
    package let language: String
    package let digest: ContentDigest
    /// In bytes.
    package let size: Int
    /// How many messages it has.
    package let keyCount: Int
    /// Whether the catalog says that its language is the domain's base language.
    package let isBase: Bool

    package init(domain: String, language: String, digest: ContentDigest, size: Int, keyCount: Int, isBase: Bool) {
        self.domain = domain
        self.language = language
        self.digest = digest
        self.size = size
        self.keyCount = keyCount
        self.isBase = isBase
    }

    /// Looks at the bytes of a catalog, which is checked as its readers will check it.
    ///
    /// - Throws: `damaged` when they would not read it.
    package init(of mapping: Mapping, detail: String) throws(PackStoreError) {
        let catalog: MessageCatalog
        do throws(CatalogError) {
            // Only metadata is taken out, as values, before the mapping goes.
            catalog = unsafe try MessageCatalog(bytes: mapping.bytes)
        } catch {
            throw PackStoreError(.damaged, "\(detail) cannot be used: \(error.message)")
        }
        let metadata = catalog.metadata
        guard EntryName.isValid(metadata.domain), TagShape.isPlausible(metadata.language) else {
            throw PackStoreError(
                .damaged, "\(detail) cannot be used: it is for \"\(metadata.language)\" of \"\(metadata.domain)\"")
        }
        self.init(
            domain: metadata.domain, language: metadata.language,
            digest: mapping.withBytes { ContentDigest(of: $0) }, size: mapping.count, keyCount: catalog.keyCount,
            isBase: metadata.isBase)
    }
}
