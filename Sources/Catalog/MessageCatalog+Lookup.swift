// A lookup hashes the key, walks at most `longestProbe` slots from the one the hash names, and compares the key's
// bytes only where the stored fingerprint is equal. So a missing key usually costs one slot, and no file, however
// its keys were chosen, makes a lookup longer than `longestProbe` slots. Functions are inlinable for the sake of the
// client library, whose lookups cross this module's boundary.

extension MessageCatalog {
    /// The message of `key` (UTF-8), or nil when the catalog has none. An empty key has no message.
    @inlinable
    package func lookup(_ key: UnsafeRawBufferPointer) -> CatalogEntry? {
        unsafe record(of: key).flatMap(entry)
    }

    /// The record of `key`, or nil when the catalog has none.
    ///
    /// Always inlined, so that a catalog in memory is read field by field and not copied first.
    @inlinable @inline(__always)
    func record(of key: UnsafeRawBufferPointer) -> CatalogBytes? {
        guard unsafe !key.isEmpty else { return nil }
        let hash = unsafe self.hash(key)
        let fingerprint = UInt32(truncatingIfNeeded: hash >> 32)
        var index = Int(UInt32(truncatingIfNeeded: hash)) & slotMask
        for _ in 0..<longestProbe {
            // The mask keeps the index below the number of slots.
            let slot = unsafe UInt64(
                littleEndian: slots.start.loadUnaligned(
                    fromByteOffset: index &* CatalogFormat.slotSize, as: UInt64.self))
            if slot == 0 { return nil }
            if UInt32(truncatingIfNeeded: slot) == fingerprint,
                let record = record(at: Int(slot >> 32) - 1),
                let stored = pool.slice(named: record, at: 0), unsafe stored.isEqual(to: key)
            {
                return record
            }
            index = (index &+ 1) & slotMask
        }
        return nil
    }

    /// The message of `key` (UTF-8), or nil when the catalog has none.
    @inlinable
    package func lookup(_ key: UnsafeBufferPointer<UInt8>) -> CatalogEntry? {
        unsafe lookup(UnsafeRawBufferPointer(key))
    }

    /// The message of `key` (UTF-8), or nil when the catalog has none.
    @inlinable
    package func lookup(_ key: RawSpan) -> CatalogEntry? {
        unsafe key.withUnsafeBytes { unsafe lookup($0) }
    }

    /// The message of `key` (UTF-8), or nil when the catalog has none.
    @inlinable
    package func lookup(_ key: Span<UInt8>) -> CatalogEntry? {
        unsafe lookup(key.bytes)
    }

    /// The message of `key`, or nil when the catalog has none. Nothing is allocated.
    @inlinable
    package func lookup(_ key: String) -> CatalogEntry? {
        unsafe lookup(key.utf8Span.span.bytes)
    }

    /// The message of `key`, or nil when the catalog has none. Nothing is allocated.
    @inlinable
    package func lookup(_ key: StaticString) -> CatalogEntry? {
        key.withUTF8Buffer { unsafe lookup(UnsafeRawBufferPointer($0)) }
    }

    /// The key and message at `index` of the catalog's order, which is that of the keys' bytes; nil when the entry is
    /// damaged or of a kind this reader does not know. `index` is in `0..<keyCount`.
    package func message(at index: Int) -> (key: CatalogBytes, entry: CatalogEntry)? {
        guard let record = record(at: index), let key = pool.slice(named: record, at: 0),
            let entry = entry(from: record)
        else { return nil }
        return (key, entry)
    }

    /// Calls `body` with every key and message, ascending by the keys' bytes; damaged entries are left out.
    package func forEach<Failure: Error>(_ body: (CatalogBytes, CatalogEntry) throws(Failure) -> Void) throws(Failure) {
        for index in 0..<keyCount {
            if let (key, entry) = message(at: index) {
                try body(key, entry)
            }
        }
    }

    @inlinable
    @inline(__always)
    func record(at index: Int) -> CatalogBytes? {
        // There are as many entries as keys.
        guard index >= 0, index < keyCount else { return nil }
        return unsafe CatalogBytes(
            start: entries.start + index &* CatalogFormat.entrySize, count: CatalogFormat.entrySize)
    }

    /// The text of the entry that `record` describes, or nil when it is damaged.
    @inlinable
    @inline(__always)
    func text(from record: CatalogBytes) -> CatalogBytes? {
        guard let text = pool.slice(named: record, at: 8), hasCheckedTexts || text.isEndedByNUL(in: pool) else {
            return nil
        }
        return text
    }

    /// The entry that `record` describes, or nil when it is damaged or of an unknown kind.
    @inlinable
    @inline(__always)
    func entry(from record: CatalogBytes) -> CatalogEntry? {
        guard let text = text(from: record) else { return nil }
        let isAttributed = record.uint8(at: 17) & 1 != 0
        switch record.uint8(at: 16) {
        case EntryKind.text:
            return CatalogEntry(
                text: text, specifiers: nil, isAttributed: isAttributed, isChecked: hasCheckedTexts, file: file)
        case EntryKind.template:
            guard let specifiers = templates.specifiers(at: Int(record.uint32(at: 20))) else { return nil }
            return CatalogEntry(
                text: text, specifiers: specifiers, isAttributed: isAttributed, isChecked: hasCheckedTexts, file: file)
        default:
            return nil
        }
    }
}

extension CatalogBytes {
    /// Whether a NUL follows these bytes inside `pool`, of which they are a slice.
    @inlinable
    @inline(__always)
    func isEndedByNUL(in pool: CatalogBytes) -> Bool {
        let end = unsafe start + count
        return unsafe end < pool.start + pool.count && end.load(as: UInt8.self) == 0
    }
}
