/// The fixed fields at a catalog's start, checked.
struct CatalogHeader {
    let keySeed: UInt64
    let longestProbe: Int

    /// Errors: `notACatalog`, `unsupportedVersion`, `wrongSize`, `damaged`.
    init(of file: CatalogBytes) throws(CatalogError) {
        guard let magic = file.slice(at: 0, count: 8), unsafe magic.buffer.elementsEqual(CatalogFormat.magic) else {
            throw CatalogError(.notACatalog, "the file does not begin as a catalog does")
        }
        guard file.count >= CatalogFormat.headerSize + CatalogFormat.checksumSize else {
            throw CatalogError(.wrongSize, "the catalog ends within its header, after \(file.count) bytes")
        }
        let version = file.uint32(at: 8)
        guard version == CatalogFormat.version else {
            let isSwapped = version == CatalogFormat.version.byteSwapped
            throw CatalogError(
                .unsupportedVersion,
                isSwapped ? "the catalog is of the other byte order" : "the catalog is of version \(version), not 1")
        }
        let size = file.uint64(at: 16)
        guard size == UInt64(file.count), size <= UInt64(UInt32.max) else {
            throw CatalogError(.wrongSize, "the catalog has \(file.count) bytes and states \(size)")
        }
        let sectionCount = file.uint32(at: 12)
        keySeed = file.uint64(at: 24)
        longestProbe = Int(file.uint32(at: 32))
        guard sectionCount <= CatalogFormat.maximumSectionCount else {
            throw CatalogError(.damaged, "the catalog states \(sectionCount) sections")
        }
        guard (1...CatalogFormat.maximumProbeLength).contains(longestProbe) else {
            throw CatalogError(.damaged, "the catalog states a longest probe of \(longestProbe)")
        }
    }

    /// Errors: `checksumMismatch`.
    func verifyChecksum(of file: CatalogBytes) throws(CatalogError) {
        let end = file.count - CatalogFormat.checksumSize
        let stated = file.uint64(at: end)
        let actual = unsafe Checksum.of(UnsafeRawBufferPointer(start: file.start, count: end))
        guard stated == actual else {
            throw CatalogError(
                .checksumMismatch,
                "the catalog's checksum is \(String(actual, radix: 16)), it states \(String(stated, radix: 16))")
        }
    }
}

/// Where a catalog's sections lie, read from the file at each question.
struct SectionTable {
    private let file: CatalogBytes
    private var count: Int { Int(file.uint32(at: 12)) }

    init(of file: CatalogBytes) {
        self.file = file
    }

    private func section(at index: Int) -> (id: SectionID, offset: Int, size: Int) {
        let record = CatalogFormat.headerSize + index * CatalogFormat.sectionRecordSize
        return (
            SectionID(rawValue: file.uint32(at: record)), Int(file.uint32(at: record + 8)),
            Int(file.uint32(at: record + 12))
        )
    }

    /// Every section lies inside the file, aligned, after the one before it, and no id is there twice.
    ///
    /// Errors: `damaged`.
    func check() throws(CatalogError) {
        var end = CatalogFormat.headerSize + count * CatalogFormat.sectionRecordSize
        let limit = file.count - CatalogFormat.checksumSize
        guard end <= limit else {
            throw CatalogError(.damaged, "the catalog ends within its table of \(count) sections")
        }
        for index in 0..<count {
            let (id, offset, size) = section(at: index)
            guard offset % CatalogFormat.alignment == 0, offset >= end, offset <= limit, size <= limit - offset,
                !(0..<index).contains(where: { section(at: $0).id == id })
            else {
                throw CatalogError(
                    .damaged, "the catalog's section \(id.rawValue) cannot be \(size) bytes at \(offset)")
            }
            end = offset + size
        }
    }

    /// The bytes of a section, or nil when there is none of that id.
    func bytes(of id: SectionID) -> CatalogBytes? {
        for index in 0..<count where section(at: index).id == id {
            return file.slice(at: section(at: index).offset, count: section(at: index).size)
        }
        return nil
    }

    /// The bytes of a section that every catalog has. Errors: `damaged`.
    func bytes(of id: SectionID, name: String) throws(CatalogError) -> CatalogBytes {
        guard let bytes = bytes(of: id) else {
            throw CatalogError(.damaged, "the catalog has no section for its \(name)")
        }
        return bytes
    }
}

extension CatalogMetadata {
    /// Places of the texts in the section.
    private static let domain = 8
    private static let language = 16
    private static let languageName = 24
    private static let createdBy = 32
    private static let sourceDigest = 40

    /// Whether the metadata section can be read. Errors: `damaged`.
    static func check(_ section: CatalogBytes, pool: CatalogBytes, keyCount: Int) throws(CatalogError) {
        guard section.count >= CatalogFormat.metadataSize else {
            throw CatalogError(.damaged, "the catalog's metadata have the impossible size \(section.count)")
        }
        guard Int(section.uint32(at: 4)) == keyCount else {
            throw CatalogError(
                .damaged, "the catalog states \(section.uint32(at: 4)) messages and has \(keyCount) entries")
        }
        for place in [domain, language, languageName, createdBy] where pool.slice(named: section, at: place) == nil {
            throw CatalogError(.damaged, "a text of the catalog's metadata lies outside of its text pool")
        }
        let size = language(in: section, pool: pool).count
        guard (1...CatalogFormat.maximumLanguageSize).contains(size) else {
            throw CatalogError(.damaged, "the catalog's language tag has \(size) bytes")
        }
    }

    /// The language's tag in a section that was checked.
    static func language(in section: CatalogBytes, pool: CatalogBytes) -> CatalogBytes {
        pool.slice(named: section, at: language) ?? pool.empty
    }

    /// Reads a section that was checked.
    init(section: CatalogBytes, pool: CatalogBytes) {
        func text(_ place: Int) -> String {
            (pool.slice(named: section, at: place) ?? pool.empty).string
        }
        let flags = section.uint32(at: 0)
        let digest = (0..<CatalogFormat.sourceDigestSize).map { section.uint8(at: Self.sourceDigest + $0) }
        self.init(
            domain: text(Self.domain), language: text(Self.language), languageName: text(Self.languageName),
            isBase: flags & 1 != 0, direction: flags & 2 != 0 ? .rightToLeft : .leftToRight,
            createdBy: text(Self.createdBy), sourceDigest: digest.allSatisfy { $0 == 0 } ? [] : digest)
    }
}
