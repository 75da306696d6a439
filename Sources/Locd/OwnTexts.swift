internal import Catalog
internal import LinuxIO
internal import Synchronization

/// The texts that a program brought itself: with them it needs no daemon, and where one is they stand behind its texts.
struct OwnTexts: Sendable {
    /// One language of them.
    struct Layer: Sendable {
        /// Tells it from all other layers and catalogs of this process.
        let identity: String
        let language: String
        let content: Content
    }

    /// Compiled or held in memory.
    enum Content: Sendable {
        case catalog(MessageCatalog)
        case table(TextTable)
    }

    private let layers: [String: Layer]
    /// The language that is complete; nil when there are no texts at all.
    let base: String?

    /// The tags of the languages that there are.
    var languages: [String] { layers.keys.sorted() }

    /// The layers a key is looked up in for these languages, best first; the base language's is the last.
    func chain(for languages: [String]) -> [Layer] {
        LanguageLookup.chain(for: languages, among: self.languages, base: base).compactMap { layers[$0] }
    }

    /// The layers of one language alone; empty when it is not there.
    func matches(for language: String) -> [Layer] {
        LanguageLookup.matches(for: language, among: languages).compactMap { layers[$0] }
    }

    /// Reads the compiled catalogs of a directory, `TAG.lcat` each.
    ///
    /// Errors: `unreadableTexts` for a directory or file that cannot be read or is damaged, and when there is none.
    init(directory path: String) throws(LocdError) {
        let names = try Self.listing(path).filter { $0.hasSuffix(".lcat") }
        guard !names.isEmpty else {
            throw LocdError(.unreadableTexts, "there is no compiled catalog, TAG.lcat, in \(path)")
        }
        var layers: [String: Layer] = [:]
        var base: String?
        for name in names {
            let (identity, catalog) = try CatalogStore.load(ownFile: path + "/" + name)
            let language = LanguageLookup.canonical(catalog.metadata.language) ?? catalog.metadata.language
            layers[language] = Layer(identity: identity, language: language, content: .catalog(catalog))
            if catalog.metadata.isBase { base = language }
        }
        self.init(layers: layers, base: base)
    }

    /// Takes texts by language and key.
    ///
    /// An empty text counts as missing, unless it is empty in the base language too (semantics M1). Languages that are
    /// no tags are left out.
    init(domain: String, texts: [String: [String: String]], base: String?) {
        let byTag = Dictionary(
            texts.compactMap { name, texts in LanguageLookup.canonical(name).map { ($0, texts) } },
            uniquingKeysWith: { first, _ in first })
        let base = Self.base(declared: base, among: byTag.keys.sorted())
        let empty = base.flatMap { byTag[$0] }.map { Set($0.filter(\.value.isEmpty).keys) } ?? []
        var layers: [String: Layer] = [:]
        for (language, texts) in byTag {
            let table = TextTable(
                domain: domain, language: language, isBase: language == base,
                texts: texts.filter { !$0.value.isEmpty || empty.contains($0.key) })
            let number = Self.tables.wrappingAdd(1, ordering: .relaxed).newValue
            layers[language] = Layer(identity: "table \(number)", language: language, content: .table(table))
        }
        self.init(layers: layers, base: base)
    }

    private static let tables = Atomic<Int>(0)

    private init(layers: [String: Layer], base: String?) {
        self.layers = layers
        self.base = Self.base(declared: base, among: layers.keys.sorted())
    }

    /// The base language: the declared one if it is there, else `en`, else the first in sorted order (semantics L4).
    private static func base(declared: String?, among languages: [String]) -> String? {
        let declared = declared.flatMap { LanguageLookup.canonical($0) }
        return [declared, "en"].compactMap { $0 }.first(where: languages.contains) ?? languages.first
    }

    private static func listing(_ path: String) throws(LocdError) -> [String] {
        do throws(SystemError) {
            return try Directory(path: path).list().names.sorted()
        } catch {
            throw LocdError(.unreadableTexts, "the texts in \(path) cannot be read: \(error)")
        }
    }
}
