extension MessageCatalog {
    /// Checks what opening leaves to the moment of use: every message can be read and is found under its key, keys are
    /// ascending, texts are UTF-8 without NUL, and the specifiers are those that their text has.
    ///
    /// It reads the whole file; a store does it once, before it takes a catalog in. Messages of a kind that this reader
    /// does not know pass. Errors: `damaged`.
    package func validate() throws(CatalogError) {
        var previous: CatalogBytes?
        for index in 0..<keyCount {
            guard let record = record(at: index), let key = pool.slice(named: record, at: 0), isText(key),
                key.count > 0, key.count <= CatalogFormat.maximumKeySize
            else {
                throw CatalogError(.damaged, "the catalog's key \(index) is damaged")
            }
            if let previous, unsafe !previous.buffer.lexicographicallyPrecedes(key.buffer) {
                throw CatalogError(.damaged, "the catalog's key “\(key.string)” is out of order")
            }
            previous = key
            guard [EntryKind.text, EntryKind.template].contains(record.uint8(at: 16)) else { continue }
            guard let entry = entry(from: record), isText(entry.text),
                entry.text.count <= CatalogFormat.maximumTextSize, entry.hasSpecifiersOfItsText,
                unsafe lookup(key.buffer)?.text.start == entry.text.start
            else {
                throw CatalogError(.damaged, "the catalog's message “\(key.string)” is damaged")
            }
        }
    }

    /// Whether the pool is UTF-8, and every text in it is one whole piece: it begins with a character, and the NUL behind
    /// it ends its last one.
    static func textsAreSound(_ entries: CatalogBytes, pool: CatalogBytes) -> Bool {
        // The span only says whether the bytes are UTF-8; why they are not does not matter here.
        guard unsafe (try? UTF8Span(validating: pool.buffer.span)) != nil else { return false }
        return stride(from: 0, to: entries.count, by: CatalogFormat.entrySize).allSatisfy { offset in
            guard let record = entries.slice(at: offset, count: CatalogFormat.entrySize),
                let text = pool.slice(named: record, at: 8), text.isEndedByNUL(in: pool)
            else { return false }
            return text.count == 0 || text.uint8(at: 0) & 0xC0 != 0x80
        }
    }

    /// Whether a NUL follows the bytes, none is among them, and they are UTF-8.
    private func isText(_ bytes: CatalogBytes) -> Bool {
        guard bytes.isEndedByNUL(in: pool), unsafe !bytes.buffer.contains(0) else { return false }
        // The span only says whether the bytes are UTF-8; why they are not does not matter here.
        return unsafe (try? UTF8Span(validating: bytes.buffer.span)) != nil
    }
}

extension CatalogEntry {
    /// Whether the specifiers are those that a parser finds in the text.
    fileprivate var hasSpecifiersOfItsText: Bool {
        let expected = unsafe TemplateParser(text.buffer.span).specifiers
        return templateSpecifiers == expected && isTemplate == !expected.isEmpty
    }
}
