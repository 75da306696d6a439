import Catalog
import CatalogBuilder
import Testing

struct ChainTests {
    /// A chain of catalogs with these texts; their bytes stay for the life of the process.
    private func chain(_ texts: [[String: String]]) throws -> CatalogChain {
        CatalogChain(
            try texts.enumerated().map { index, texts in
                var diagnostics = DiagnosticCollector(file: "test")
                let set = MessageSet(
                    metadata: CatalogMetadata(domain: "d\(index)", language: "en"),
                    messages: texts.map { Message(key: $0.key, text: $0.value) })
                let bytes = try #require(CatalogWriter.catalog(of: set, diagnostics: &diagnostics))
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
                unsafe memory.copyBytes(from: bytes)
                return try unsafe MessageCatalog(bytes: UnsafeRawBufferPointer(memory))
            })
    }

    @Test(
        "The first catalog that has a key answers, for a message and for its text alone",
        arguments: [
            ("a", "first", "d0"), ("b", "{name}", "d1"), ("c", "third", "d2"), ("e", "", "d1"), ("absent", nil, nil),
            ("", nil, nil),
        ])
    func order(_ key: String, _ text: String?, _ domain: String?) throws {
        let chain = try chain([
            ["a": "first"], ["a": "no", "b": "{name}", "e": ""], ["a": "no", "b": "no", "c": "third", "e": "no"],
        ])
        #expect(chain.lookup(key.utf8Span.span)?.string == text)
        let alone = unsafe key.utf8.withContiguousStorageIfAvailable {
            unsafe chain.text(UnsafeRawBufferPointer($0))?.string
        }
        #expect(alone == .some(text))
        #expect(chain.catalog(answering: key)?.metadata.domain == domain)
    }

    @Test("A chain without catalogs has no text")
    func empty() throws {
        let chain = CatalogChain([])
        #expect(chain.count == 0)
        #expect(chain.lookup("a".utf8Span.span) == nil)
        #expect(chain.catalog(answering: "a") == nil)
    }
}
