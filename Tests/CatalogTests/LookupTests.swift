import Catalog
import CatalogBuilder
import Testing

@Suite struct LookupTests {
    @Test func `every message is found and nothing else`() throws {
        try withCatalog(Sample.messages) { catalog in
            #expect(catalog.keyCount == Sample.messages.count)
            for message in Sample.messages {
                let entry = try #require(catalog.lookup(message.key))
                #expect(entry.text.string == message.text)
                #expect(entry.isAttributed == message.isAttributed)
            }
            for key in ["", "missing", "Greeting", "greeting ", "greetin", "\0"] {
                #expect(catalog.lookup(key) == nil, "\(key)")
            }
        }
    }

    @Test func `all ways to give a key find the same text`() throws {
        try withCatalog(Sample.messages) { catalog in
            let key = Array("plain".utf8)
            let texts = unsafe [
                catalog.lookup("plain" as StaticString), catalog.lookup("plain" as String), catalog.lookup(key.span),
                catalog.lookup(key.span.bytes),
                key.withUnsafeBufferPointer { unsafe catalog.lookup($0) },
                key.withUnsafeBytes { unsafe catalog.lookup($0) },
            ].map { $0?.text.string }
            #expect(texts == [String?](repeating: "Straße", count: 6))
        }
    }

    @Test func `a text is followed by NUL and not copied`() throws {
        try withCatalog(Sample.messages) { catalog in
            let text = try #require(catalog.lookup("plain")).text
            #expect(unsafe text.buffer.baseAddress![text.count] == 0)
            #expect(unsafe text.start > catalog.bytes.start)
            #expect(unsafe text.start + text.count < catalog.bytes.start + catalog.bytes.count)
        }
    }

    @Test(arguments: 0...40) func `keys of every length are told apart in their first and last byte`(size: Int) throws {
        let middle = String(repeating: "m", count: size)
        let keys = ["a\(middle)", "b\(middle)", "\(middle)a", "\(middle)b", "a\(middle)b", "b\(middle)a"]
        let messages = Array(Set(keys)).map { Message(key: $0, text: "text of \($0)") }
        try withCatalog(messages) { catalog in
            for key in keys {
                #expect(catalog.lookup(key)?.text.string == "text of \(key)")
            }
        }
    }

    @Test func `keys that differ only in normalisation are two keys`() throws {
        let messages = [Message(key: "\u{E9}", text: "composed"), Message(key: "e\u{301}", text: "decomposed")]
        try withCatalog(messages) { catalog in
            #expect(catalog.lookup("\u{E9}")?.text.string == "composed")
            #expect(catalog.lookup("e\u{301}")?.text.string == "decomposed")
        }
    }

    @Test func `ten thousand keys are all found within the longest probe`() throws {
        let messages = (0..<10_000).map { Message(key: "settings.page\($0 % 100).item\($0)", text: "Text \($0)") }
        try withCatalog(messages) { catalog in
            for message in messages {
                #expect(catalog.lookup(message.key)?.text.string == message.text)
            }
            #expect(catalog.lookup("settings.page1.item10000") == nil)
        }
    }

    @Test func `a catalog may be without messages`() throws {
        try withCatalog([]) { catalog in
            #expect(catalog.keyCount == 0)
            #expect(catalog.lookup("k") == nil)
        }
    }

    @Test func `messages come in the order of their keys' bytes`() throws {
        let keys = ["b", "ä", "a", "Z", "aa", "longer than eight b", "longer than eight a"]
        try withCatalog(keys.map { Message(key: $0, text: "") }) { catalog in
            var found: [String] = []
            catalog.forEach { key, _ in found.append(key.string) }
            #expect(found == ["Z", "a", "aa", "b", "longer than eight a", "longer than eight b", "ä"])
        }
    }

    @Test func `metadata are read back`() throws {
        let bytes = try catalogBytes(Sample.messages, metadata: Sample.metadata)
        try withCatalog(bytes) { catalog in
            #expect(catalog.metadata == Sample.metadata)
        }
        let arabic = CatalogMetadata(domain: "", language: "ar", direction: .rightToLeft)
        try withCatalog(catalogBytes([], metadata: arabic)) { catalog in
            #expect(catalog.metadata == arabic)
        }
    }

    @Test func `sections that are not there are nil`() throws {
        try withCatalog([Message(key: "k", text: "plain")]) { catalog in
            #expect(catalog.section(.textPool) != nil)
            #expect(catalog.section(.templates) == nil)
            #expect(catalog.section(.assets) == nil)
            #expect(catalog.section(SectionID(rawValue: 77)) == nil)
        }
    }
}
