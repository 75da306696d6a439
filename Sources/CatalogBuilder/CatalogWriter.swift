// The writer makes the same bytes of the same messages, in whatever order they come: entries and texts are sorted by
// the keys' bytes, nothing of the time or the machine takes part. A key and its text lie side by side, so that a
// lookup finds the text where comparing the key has just been.

import Catalog
import LanguageTags

/// Makes a catalog of messages.
package struct CatalogWriter {
    let set: MessageSet
    private var pool: [UInt8] = []
    private var entries: [UInt8] = []
    private var templates: [UInt8] = []
    /// The selects section, which `CatalogWriter+Content` fills.
    var selects: [UInt8] = []
    /// Where the variants' texts of the message at work are in the pool, by their bytes: many say the same.
    var places: [[UInt8]: (offset: Int, size: Int)] = [:]

    /// The catalog that holds the messages of `set`, or nil when errors were found: a key that is empty, too long or
    /// there twice, a text that is too long, NUL in either, too many messages, metadata that fit no catalog.
    package static func catalog(of set: MessageSet, diagnostics: inout DiagnosticCollector) -> [UInt8]? {
        var writer = CatalogWriter(set: set)
        guard writer.checkLimits(&diagnostics) else { return nil }
        let keys = SortedKeys(set.messages)
        guard writer.checkUniqueness(of: keys, &diagnostics) else { return nil }
        return writer.write(keys, &diagnostics)
    }

    private init(set: MessageSet) {
        self.set = set
    }

    private mutating func write(_ keys: SortedKeys, _ diagnostics: inout DiagnosticCollector) -> [UInt8]? {
        let metadata = encodedMetadata()
        pool.reserveCapacity(pool.count + keys.byteCount * 4)
        entries.reserveCapacity(keys.order.count * CatalogFormat.entrySize)
        for index in keys.order {
            append(set.messages[index], &diagnostics)
        }
        guard let slots = SlotTable(keys) else {
            diagnostics.error("the keys cannot be arranged for lookup: too many of them collide")
            return nil
        }
        var sections: [(id: SectionID, bytes: [UInt8])] = [
            (.metadata, metadata), (.pluralProgram, pluralRules), (.keySlots, slots.bytes), (.entries, entries),
            (.textPool, pool),
        ]
        if !templates.isEmpty { sections.append((.templates, templates)) }
        if !selects.isEmpty { sections.append((.selects, selects)) }
        let file = CatalogFile(keySeed: slots.seed, longestProbe: slots.longestProbe, sections: sections)
        guard let bytes = file.bytes else {
            diagnostics.error("the catalog would exceed 4 GiB")
            return nil
        }
        return bytes
    }

    /// Where a text of the message at work is in the pool, to which it is appended unless a variant says the same.
    private mutating func place(of text: String) -> (offset: Int, size: Int) {
        if !places.isEmpty, let place = places[Array(text.utf8)] { return place }
        return appendToPool(text)
    }

    /// Appends a text and its NUL to the pool.
    mutating func appendToPool(_ text: String) -> (offset: Int, size: Int) {
        let offset = pool.count
        pool.append(contentsOf: text.utf8)
        let size = pool.count - offset
        pool.append(0)
        return (offset, size)
    }

    private mutating func append(_ message: Message, _ diagnostics: inout DiagnosticCollector) {
        let key = appendToPool(message.key)
        let (content, specifiers) = assemble(message, &diagnostics)
        let text = message.key.utf8.elementsEqual(content.utf8) ? key : place(of: content)
        let template = appendTemplate(specifiers)
        entries.append(littleEndian: UInt32(key.offset))
        entries.append(littleEndian: UInt32(key.size))
        entries.append(littleEndian: UInt32(text.offset))
        entries.append(littleEndian: UInt32(text.size))
        entries.append(template == nil ? EntryKind.text : EntryKind.template)
        entries.append(message.isAttributed ? 1 : 0)
        entries.append(contentsOf: [0, 0])
        entries.append(littleEndian: UInt32(template ?? 0))
    }

    /// Appends a template; nil when there are no specifiers.
    mutating func appendTemplate(_ specifiers: [TemplateSpecifier]) -> Int? {
        guard !specifiers.isEmpty else { return nil }
        let offset = templates.count
        templates.append(littleEndian: UInt32(specifiers.count))
        for specifier in specifiers { specifier.encode(to: &templates) }
        return offset
    }

    /// The rules of the catalog's language; none for a language that is no tag.
    private var pluralRules: [UInt8] {
        // The name of such a language is the caller's affair; its numbers are all `other`.
        guard let language = try? LanguageTag(parsing: set.metadata.language) else {
            return PluralRules.encode(cardinal: [], ordinal: [])
        }
        return language.pluralRules
    }

    private mutating func encodedMetadata() -> [UInt8] {
        let metadata = set.metadata
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(metadata.isBase ? 1 : 0) | (metadata.direction == .rightToLeft ? 2 : 0))
        bytes.append(littleEndian: UInt32(set.messages.count))
        for text in [metadata.domain, metadata.language, metadata.languageName, metadata.createdBy] {
            let place = appendToPool(text)
            bytes.append(littleEndian: UInt32(place.offset))
            bytes.append(littleEndian: UInt32(place.size))
        }
        let digest = metadata.sourceDigest
        bytes += digest.isEmpty ? [UInt8](repeating: 0, count: CatalogFormat.sourceDigestSize) : digest
        return bytes
    }
}
