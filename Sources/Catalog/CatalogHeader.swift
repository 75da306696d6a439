/// The fixed fields at a catalog's start, checked.
struct CatalogHeader {
    let sectionCount: Int
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
        sectionCount = Int(file.uint32(at: 12))
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

/// Where a catalog's known sections lie.
struct SectionTable: Sendable {
    private struct Section: Sendable {
        let id: SectionID
        let offset: Int
        let size: Int
    }

    private let sections: [Section]

    /// Reads the table; every section lies inside the file, aligned, after the one before it. Errors: `damaged`.
    init(of file: CatalogBytes, header: CatalogHeader) throws(CatalogError) {
        var sections: [Section] = []
        sections.reserveCapacity(header.sectionCount)
        var end = CatalogFormat.headerSize + header.sectionCount * CatalogFormat.sectionRecordSize
        let limit = file.count - CatalogFormat.checksumSize
        guard end <= limit else {
            throw CatalogError(.damaged, "the catalog ends within its table of \(header.sectionCount) sections")
        }
        for index in 0..<header.sectionCount {
            let record = CatalogFormat.headerSize + index * CatalogFormat.sectionRecordSize
            let id = SectionID(rawValue: file.uint32(at: record))
            let offset = Int(file.uint32(at: record + 8))
            let size = Int(file.uint32(at: record + 12))
            guard offset % CatalogFormat.alignment == 0, offset >= end, offset <= limit, size <= limit - offset,
                !sections.contains(where: { $0.id == id })
            else {
                throw CatalogError(
                    .damaged, "the catalog's section \(id.rawValue) cannot be \(size) bytes at \(offset)")
            }
            sections.append(Section(id: id, offset: offset, size: size))
            end = offset + size
        }
        self.sections = sections
    }

    /// The bytes of a section, or nil when there is none of that id.
    func bytes(of id: SectionID, in file: CatalogBytes) -> CatalogBytes? {
        guard let section = sections.first(where: { $0.id == id }) else { return nil }
        return file.slice(at: section.offset, count: section.size)
    }

    /// The bytes of a section that every catalog has. Errors: `damaged`.
    func bytes(of id: SectionID, in file: CatalogBytes, name: String) throws(CatalogError) -> CatalogBytes {
        guard let bytes = bytes(of: id, in: file) else {
            throw CatalogError(.damaged, "the catalog has no section for its \(name)")
        }
        return bytes
    }
}

extension CatalogMetadata {
    /// Reads the metadata section. Errors: `damaged`.
    init(section: CatalogBytes, pool: CatalogBytes, keyCount: Int) throws(CatalogError) {
        guard section.count >= CatalogFormat.metadataSize else {
            throw CatalogError(.damaged, "the catalog's metadata have the impossible size \(section.count)")
        }
        guard Int(section.uint32(at: 4)) == keyCount else {
            throw CatalogError(
                .damaged, "the catalog states \(section.uint32(at: 4)) messages and has \(keyCount) entries")
        }
        guard let domain = pool.slice(named: section, at: 8), let language = pool.slice(named: section, at: 16),
            let languageName = pool.slice(named: section, at: 24), let createdBy = pool.slice(named: section, at: 32)
        else {
            throw CatalogError(.damaged, "a text of the catalog's metadata lies outside of its text pool")
        }
        guard (1...CatalogFormat.maximumLanguageSize).contains(language.count) else {
            throw CatalogError(.damaged, "the catalog's language tag has \(language.count) bytes")
        }
        let flags = section.uint32(at: 0)
        let digest = (0..<CatalogFormat.sourceDigestSize).map { section.uint8(at: 40 + $0) }
        self.init(
            domain: domain.string, language: language.string, languageName: languageName.string,
            isBase: flags & 1 != 0, direction: flags & 2 != 0 ? .rightToLeft : .leftToRight,
            createdBy: createdBy.string, sourceDigest: digest.allSatisfy { $0 == 0 } ? [] : digest)
    }
}
