internal import Catalog

/// Texts that a program holds in memory, parsed for arguments as a catalog's are.
///
/// Texts are handed out without a copy and stay valid for the life of the process, so a table's bytes are never freed;
/// a program makes its tables once.
struct TextTable: Sendable {
    let domain: String
    let language: String
    let isBase: Bool
    private let entries: [String: CatalogEntry]

    init(domain: String, language: String, isBase: Bool, texts: [String: String]) {
        self.domain = domain
        self.language = language
        self.isBase = isBase
        entries = texts.mapValues { text in
            let parser = TemplateParser(text.utf8Span.span)
            var records: [UInt8] = []
            for specifier in parser.specifiers { specifier.encode(to: &records) }
            return CatalogEntry(
                text: Self.kept(Array(text.utf8)), specifiers: records.isEmpty ? nil : Self.kept(records))
        }
    }

    /// The message of a key, or nil when there is none. An empty key has no message.
    func lookup(_ key: String) -> CatalogEntry? {
        key.isEmpty ? nil : entries[key]
    }

    /// A copy that stays for ever, with a NUL behind it.
    private static func kept(_ bytes: [UInt8]) -> CatalogBytes {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 8)
        unsafe memory.copyBytes(from: bytes + [0])
        // `allocate` gives an address for every size above zero.
        return unsafe CatalogBytes(start: UnsafeRawPointer(memory.baseAddress!), count: bytes.count)
    }
}
