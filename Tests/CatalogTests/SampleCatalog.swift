import Catalog
import CatalogBuilder
import Testing

/// The catalog of `messages`, as the writer makes it.
func catalogBytes(
    _ messages: [Message], metadata: CatalogMetadata = CatalogMetadata(domain: "test", language: "en")
) throws -> [UInt8] {
    var diagnostics = DiagnosticCollector(file: "test")
    let bytes = CatalogWriter.catalog(
        of: MessageSet(metadata: metadata, messages: messages), diagnostics: &diagnostics)
    return try #require(bytes, "\(diagnostics.all)")
}

/// Opens the catalog in memory of exactly its size, so that AddressSanitizer sees any read outside.
func withCatalog<Result>(
    _ bytes: [UInt8], verifyingChecksum: Bool = true, _ body: (MessageCatalog) throws -> Result
) throws -> Result {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    defer { unsafe buffer.deallocate() }
    unsafe buffer.copyBytes(from: bytes)
    return try body(
        unsafe MessageCatalog(bytes: UnsafeRawBufferPointer(buffer), verifyingChecksum: verifyingChecksum))
}

/// Opens the catalog that the writer makes of `messages`.
func withCatalog<Result>(_ messages: [Message], _ body: (MessageCatalog) throws -> Result) throws -> Result {
    try withCatalog(catalogBytes(messages), body)
}

/// What a catalog with the one text `text` makes of `arguments`.
func formatted(_ text: String, _ arguments: MessageArguments) throws -> String {
    try withCatalog([Message(key: "k", text: text)]) { catalog in
        let entry = try #require(catalog.lookup("k"))
        let fromCatalog = entry.formatted(arguments)
        #expect(MessageTemplate(parsing: text).formatted(arguments) == fromCatalog)
        return fromCatalog
    }
}

/// Every call that reads a catalog, for files that lie: none of them may crash or read outside.
func readEverything(_ catalog: MessageCatalog, keys: [String]) -> Int {
    var size = catalog.metadata.domain.utf8.count + catalog.keyCount
    let arguments = MessageArguments(
        [3, "Ada", 1.5], named: [NamedArgument("name", "N")], placeholders: [Placeholder("%a%", "A")])
    catalog.forEach { key, entry in
        size += key.string.utf8.count + entry.text.string.utf8.count + entry.formatted(arguments).utf8.count
        size += entry.templateSpecifiers.count
    }
    for number in ["1", "2.0", "1c6"] {
        guard let operands = PluralOperands(decimal: number.utf8Span.span) else { continue }
        let rules = catalog.pluralRules
        size += rules.cardinal.category(of: operands) == rules.ordinal.category(of: operands) ? 1 : 0
    }
    for key in keys {
        if let entry = catalog.lookup(key) {
            size += entry.formatted(arguments).utf8.count
            size += (try? entry.formatted(checking: arguments))?.utf8.count ?? 0
        }
    }
    return size
}

/// A small catalog with every kind of content.
enum Sample {
    static let messages = [
        Message(key: "greeting", text: "Hello %@, %2$d of %1$@"),
        Message(key: "named", text: "{name} and {{name}}"),
        Message(key: "free", text: "%a% {{b}} [c]"),
        Message(key: "plain", text: "Straße"),
        Message(key: "percent", text: "100%%"),
        Message(key: "same", text: "same"),
        Message(key: "empty", text: ""),
        Message(key: "styled", text: "<b>{x}", isAttributed: true),
        Message(
            key: "files",
            content: .sequence([
                .text("{name}: "),
                plural([(.category(.one), "%d file"), (.exact(3), "three"), (.category(.other), "%d files")]),
                select(
                    .word,
                    [
                        (
                            .word("N"),
                            .sequence([.text(" of "), plural([(.category(.other), "%d")], on: .position(1))])
                        ),
                        (.category(.other), .text("")),
                    ], on: .name("name")),
            ])),
    ]
    static let keys = messages.map(\.key) + ["missing", "k"]
    static let metadata = CatalogMetadata(
        domain: "sample", language: "de-AT", languageName: "Österreichisches Deutsch", isBase: true,
        createdBy: "tests", sourceDigest: (1...32).map { $0 })
}
