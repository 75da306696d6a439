internal import Catalog
internal import LinuxIO

/// What a localizer shows at one moment: a language, and the catalogs its keys are looked up in, best first.
///
/// Never changed after it was made, so it may be read from any thread. Those of `Snapshot.interned` live as long as the
/// process; a lookup may therefore use them without retaining them.
final class Snapshot: Sendable {
    let locale: Localizer.Locale
    private let catalogs: CatalogChain
    /// The program's own texts where they are held in memory; they stand behind the catalogs.
    private let tables: [TextTable]

    init(locale: Localizer.Locale, catalogs: [MessageCatalog], tables: [TextTable]) {
        self.locale = locale
        self.catalogs = CatalogChain(catalogs)
        self.tables = tables
    }

    /// The message of a key, from the first catalog or table that has it.
    @inline(__always)
    func lookup(_ key: String) -> CatalogEntry? {
        // Strings on Linux are UTF-8 in one piece, so there is always storage to look at.
        let entry = unsafe key.utf8.withContiguousStorageIfAvailable {
            unsafe catalogs.lookup(UnsafeRawBufferPointer($0))
        }
        if let entry = entry ?? nil { return entry }
        return tables.isEmpty ? nil : lookupInTables(key)
    }

    /// The text of a key, as `lookup` finds it.
    @inline(__always)
    func text(_ key: String) -> CatalogBytes? {
        let text = unsafe key.utf8.withContiguousStorageIfAvailable {
            unsafe catalogs.text(UnsafeRawBufferPointer($0))
        }
        if let text = text ?? nil { return text }
        return tables.isEmpty ? nil : lookupInTables(key)?.text
    }

    private func lookupInTables(_ key: String) -> CatalogEntry? {
        for table in tables {
            if let entry = table.lookup(key) { return entry }
        }
        return nil
    }

    /// Where the text of a key comes from; nil for a missing one.
    func origin(of key: String) -> TextOrigin? {
        if let metadata = catalogs.catalog(answering: key)?.metadata {
            return TextOrigin(domain: metadata.domain, language: metadata.language, isBase: metadata.isBase)
        }
        return tables.first { $0.lookup(key) != nil }
            .map { TextOrigin(domain: $0.domain, language: $0.language, isBase: $0.isBase) }
    }

    // MARK: Interning

    /// What tells two snapshots apart.
    struct Identity: Hashable {
        var locale: Localizer.Locale
        /// The digests of the catalogs and the identities of the program's own layers, best first.
        var parts: [String]
    }

    private static let interned = Lock<[Identity: Immortal<Snapshot>]>([:])

    /// The snapshot of this language over those of these catalogs that are in the store, and the program's own texts: the
    /// same object each time, never freed. The memory is bounded by the distinct languages and catalogs.
    static func interned(
        locale: Localizer.Locale, digests: [String], own: [OwnTexts.Layer]
    ) -> Immortal<Snapshot> {
        let (present, catalogs) = CatalogStore.present(digests)
        let identity = Identity(locale: locale, parts: present + own.map(\.identity))
        return interned.withLock { interned in
            if let snapshot = interned[identity] { return snapshot }
            let snapshot = Immortal(Snapshot(locale: locale, catalogs: catalogs, own: own))
            interned[identity] = snapshot
            return snapshot
        }
    }

    /// A snapshot that is not interned: for languages that peers ask for, of which there is no bound.
    convenience init(languages: [String], catalogs: [MessageCatalog], own: [OwnTexts.Layer]) {
        let known = catalogs.first.map { [$0.metadata.language] } ?? own.prefix(1).map(\.language)
        let direction = catalogs.first.map { Localizer.Direction($0.metadata.direction) }
        let languages = languages.isEmpty ? known : languages
        let locale = Localizer.Locale(languages: languages, direction: direction ?? .init(ofLanguage: known.first))
        self.init(locale: locale, catalogs: catalogs, own: own)
    }

    private convenience init(locale: Localizer.Locale, catalogs: [MessageCatalog], own: [OwnTexts.Layer]) {
        var catalogs = catalogs
        var tables: [TextTable] = []
        for layer in own {
            switch layer.content {
            case .catalog(let catalog): catalogs.append(catalog)
            case .table(let table): tables.append(table)
            }
        }
        self.init(locale: locale, catalogs: catalogs, tables: tables)
    }
}
