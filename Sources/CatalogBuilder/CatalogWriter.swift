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
        let file = CatalogFile(keySeed: slots.seed, longestProbe: slots.longestProbe, sections: sections)
        guard let bytes = file.bytes else {
            diagnostics.error("the catalog would exceed 4 GiB")
            return nil
        }
        return bytes
    }

    /// Appends a text and its NUL to the pool.
    private mutating func appendToPool(_ text: String) -> (offset: Int, size: Int) {
        let offset = pool.count
        pool.append(contentsOf: text.utf8)
        let size = pool.count - offset
        pool.append(0)
        return (offset, size)
    }

    private mutating func append(_ message: Message, _ diagnostics: inout DiagnosticCollector) {
        let key = appendToPool(message.key)
        let text = message.key.utf8.elementsEqual(message.text.utf8) ? key : appendToPool(message.text)
        let template = appendTemplate(of: message, &diagnostics)
        entries.append(littleEndian: UInt32(key.offset))
        entries.append(littleEndian: UInt32(key.size))
        entries.append(littleEndian: UInt32(text.offset))
        entries.append(littleEndian: UInt32(text.size))
        entries.append(template == nil ? EntryKind.text : EntryKind.template)
        entries.append(message.isAttributed ? 1 : 0)
        entries.append(contentsOf: [0, 0])
        entries.append(littleEndian: UInt32(template ?? 0))
    }

    /// Appends the specifiers of the message's text; nil when it has none.
    private mutating func appendTemplate(of message: Message, _ diagnostics: inout DiagnosticCollector) -> Int? {
        let text = message.text.utf8Span.span
        guard TemplateParser.mayHaveSpecifiers(text) else { return nil }
        let parser = TemplateParser(text)
        for offset in parser.malformed {
            let shown = String(decoding: message.text.utf8.dropFirst(offset).prefix(12), as: UTF8.self)
            diagnostics.warning(
                "message \(quoted(message.key)): no specifier begins at “\(shown)”; it is shown as it stands",
                at: message.position)
        }
        guard !parser.specifiers.isEmpty else { return nil }
        let offset = templates.count
        templates.append(littleEndian: UInt32(parser.specifiers.count))
        for specifier in parser.specifiers {
            specifier.encode(to: &templates)
        }
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
