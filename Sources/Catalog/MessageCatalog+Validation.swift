extension MessageCatalog {
    /// Checks what opening leaves to the moment of use: every message can be read and is found under its key, keys are
    /// ascending, texts are UTF-8 without NUL, and specifiers and variants lie whole and in order in their texts.
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
                entry.text.count <= CatalogFormat.maximumTextSize, entry.isSound,
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
        bytes.isEndedByNUL(in: pool) && bytes.isText
    }
}

extension CatalogEntry {
    /// Whether its specifiers and variants can all be used.
    fileprivate var isSound: Bool {
        guard let specifiers else { return true }
        var check = TemplateCheck(SelectSections(of: file))
        return check.isSound(specifiers, of: text)
    }
}

/// Goes over a template and everything in it as an evaluation could.
private struct TemplateCheck {
    private let sections: SelectSections
    private var depth = 0
    private var budget = CatalogFormat.maximumTextSize

    init(_ sections: SelectSections) {
        self.sections = sections
    }

    /// Whether the specifiers lie in the text one after the other, each from one character to another, and its variants
    /// are sound.
    mutating func isSound(_ records: CatalogBytes, of text: CatalogBytes) -> Bool {
        var end = 0
        for offset in stride(from: 0, to: records.count, by: TemplateSpecifier.recordSize) {
            let buffer = unsafe UnsafeRawBufferPointer(records.buffer)
            guard let specifier = unsafe TemplateSpecifier(record: buffer, at: offset), specifier.offset >= end,
                text.beginsCharacter(at: specifier.offset), text.beginsCharacter(at: specifier.end),
                specifier.conversion != .select || isSoundSelect(at: specifier.position)
            else { return false }
            end = specifier.end
        }
        return true
    }

    private mutating func isSoundSelect(at offset: Int) -> Bool {
        guard depth < CatalogFormat.maximumSelectDepth, let select = sections.select(at: offset) else { return false }
        depth += 1
        defer { depth -= 1 }
        return (0..<select.variantCount).allSatisfy { variant in
            guard select.hasSelector(variant), let (text, template) = select.text(variant),
                let records = sections.specifiers(at: template), text.isText
            else { return false }
            budget -= text.count + CatalogFormat.selectCost
            return budget >= 0 && isSound(records, of: text)
        }
    }
}

extension CatalogBytes {
    /// Whether the bytes are UTF-8 without NUL.
    fileprivate var isText: Bool {
        // The span only says whether the bytes are UTF-8; why they are not does not matter here.
        unsafe !buffer.contains(0) && (try? UTF8Span(validating: buffer.span)) != nil
    }

    /// Whether a character begins, or the text ends, at `offset`.
    fileprivate func beginsCharacter(at offset: Int) -> Bool {
        offset == count || offset < count && uint8(at: offset) & 0xC0 != 0x80
    }
}
