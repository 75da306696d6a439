import Catalog
import CatalogBuilder
import Testing

struct ChainTests {
    /// Lends a chain of catalogs with these texts, of the domains d0, d1 and so on.
    private func withChain(
        _ texts: some Collection<[String: String]>, after catalogs: [MessageCatalog] = [],
        _ body: (borrowing CatalogChain) throws -> Void
    ) throws {
        guard let first = texts.first else { return try body(CatalogChain(catalogs)) }
        let bytes = try catalogBytes(
            first.map { Message(key: $0.key, text: $0.value) },
            metadata: CatalogMetadata(domain: "d\(catalogs.count)", language: "en"))
        try withCatalog(bytes) { try withChain(texts.dropFirst(), after: catalogs + [$0], body) }
    }

    @Test(
        "The first catalog that has a key answers, for a message and for its text alone",
        arguments: [
            ("a", "first", "d0"), ("b", "{name}", "d1"), ("c", "third", "d2"), ("e", "", "d1"), ("absent", nil, nil),
            ("", nil, nil),
        ])
    func order(_ key: String, _ text: String?, _ domain: String?) throws {
        let texts = [
            ["a": "first"], ["a": "no", "b": "{name}", "e": ""], ["a": "no", "b": "no", "c": "third", "e": "no"],
        ]
        try withChain(texts) { chain in
            #expect(chain.lookup(key.utf8Span.span)?.string == text)
            let alone = unsafe key.utf8.withContiguousStorageIfAvailable {
                unsafe chain.text(UnsafeRawBufferPointer($0))?.string
            }
            #expect(alone == .some(text))
            #expect(chain.catalog(answering: key)?.metadata.domain == domain)
        }
    }

    @Test("A chain without catalogs has no text")
    func empty() throws {
        let chain = CatalogChain([])
        #expect(chain.count == 0)
        #expect(chain.lookup("a".utf8Span.span) == nil)
        #expect(chain.catalog(answering: "a") == nil)
    }
}
