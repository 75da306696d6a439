/// The messages of one domain in one language, read in place from a catalog file.
///
/// A catalog is a handful of addresses into its bytes: copying one counts no reference, and all copies may be used from
/// any thread at once. Nothing is read ahead; a lookup touches a slot, an entry and the text.
package struct MessageCatalog: Sendable {
    /// Number of messages.
    package let keyCount: Int
    @usableFromInline let hash: KeyHash
    @usableFromInline let slotMask: Int
    @usableFromInline let longestProbe: Int
    @usableFromInline let slots: CatalogBytes
    @usableFromInline let entries: CatalogBytes
    @usableFromInline let pool: CatalogBytes
    @usableFromInline let templates: CatalogBytes
    /// Whether it was found out at the start that the pool is UTF-8, that every text in it begins with a character and
    /// that a NUL follows it. Otherwise each use of a text finds out.
    @usableFromInline let hasCheckedTexts: Bool
    private let metadataSection: CatalogBytes
    @usableFromInline let file: CatalogBytes

    /// Opens the catalog that `bytes` hold.
    ///
    /// The caller promises that the bytes stay mapped and unchanged as long as the process lives: texts are handed out
    /// without a copy, as gettext's are. `verifyingChecksum: false` is for callers that have verified the file's
    /// SHA-256; everything else is checked in any case, so that a file that lies cannot do more than lack messages.
    /// Since it reads the whole file, verifying also makes lookups quicker: texts are then known to be sound.
    ///
    /// Errors: `notACatalog`, `unsupportedVersion`, `wrongSize`, `checksumMismatch`, `damaged`.
    package init(bytes: UnsafeRawBufferPointer, verifyingChecksum: Bool = true) throws(CatalogError) {
        guard let start = bytes.baseAddress else {
            throw CatalogError(.notACatalog, "an empty file is not a catalog")
        }
        let file = unsafe CatalogBytes(start: start, count: bytes.count)
        let header = try CatalogHeader(of: file)
        if verifyingChecksum {
            try header.verifyChecksum(of: file)
        }
        let sections = SectionTable(of: file)
        try sections.check()
        let pool = try sections.bytes(of: .textPool, name: "text pool")
        guard pool.count > 0, pool.uint8(at: pool.count - 1) == 0 else {
            throw CatalogError(.damaged, "the catalog's text pool does not end in NUL")
        }
        let entries = try sections.bytes(of: .entries, name: "entries")
        let slots = try sections.bytes(of: .keySlots, name: "key slots")
        let metadata = try sections.bytes(of: .metadata, name: "metadata")
        let keyCount = entries.count / CatalogFormat.entrySize
        let slotCount = slots.count / CatalogFormat.slotSize
        guard entries.count == keyCount * CatalogFormat.entrySize, keyCount <= CatalogFormat.maximumMessageCount else {
            throw CatalogError(.damaged, "the catalog's entries have the impossible size \(entries.count)")
        }
        guard slots.count == slotCount * CatalogFormat.slotSize, slotCount > 0, slotCount & (slotCount - 1) == 0,
            slotCount >= keyCount
        else {
            throw CatalogError(.damaged, "the catalog's key slots have the impossible size \(slots.count)")
        }
        try CatalogMetadata.check(metadata, pool: pool, keyCount: keyCount)
        self.hasCheckedTexts = verifyingChecksum && Self.textsAreSound(entries, pool: pool)
        self.metadataSection = metadata
        self.keyCount = keyCount
        self.hash = KeyHash(seed: header.keySeed)
        self.slotMask = slotCount - 1
        self.longestProbe = header.longestProbe
        self.slots = slots
        self.entries = entries
        self.pool = pool
        self.templates = sections.bytes(of: .templates) ?? pool.empty
        self.file = file
    }

    /// What the catalog says of itself, read anew at each call.
    package var metadata: CatalogMetadata {
        CatalogMetadata(section: metadataSection, pool: pool)
    }

    /// The language's canonical tag without a copy.
    package var language: CatalogBytes {
        CatalogMetadata.language(in: metadataSection, pool: pool)
    }

    /// The plural rules of the catalog's language.
    package var pluralRules: PluralRules {
        PluralRules(section: section(.pluralProgram) ?? pool.empty)
    }

    /// The bytes of a section, or nil when the catalog has none of that id.
    package func section(_ id: SectionID) -> CatalogBytes? {
        SectionTable(of: file).bytes(of: id)
    }

    /// The whole file.
    package var bytes: CatalogBytes { file }
}

extension CatalogBytes {
    /// No bytes, at this place.
    var empty: CatalogBytes {
        unsafe CatalogBytes(start: start, count: 0)
    }
}
