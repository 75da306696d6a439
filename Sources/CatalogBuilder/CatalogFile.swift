import Catalog

/// Puts header, section table, sections and checksum together.
struct CatalogFile {
    let keySeed: UInt64
    let longestProbe: Int
    /// In the order of the file.
    let sections: [(id: SectionID, bytes: [UInt8])]

    /// Sections begin on a cache line, so that none of the slots lies across two.
    private static let alignment = 64

    /// The whole file, or nil when it would not fit 32-bit offsets.
    var bytes: [UInt8]? {
        var offsets: [Int] = []
        var end = CatalogFormat.headerSize + sections.count * CatalogFormat.sectionRecordSize
        for section in sections {
            offsets.append(Self.aligned(end))
            end = Self.aligned(end) + section.bytes.count
        }
        let size = (end + 7) / 8 * 8 + CatalogFormat.checksumSize
        guard size <= Int(UInt32.max) else { return nil }

        var file: [UInt8] = []
        file.reserveCapacity(size)
        file += CatalogFormat.magic
        file.append(littleEndian: CatalogFormat.version)
        file.append(littleEndian: UInt32(sections.count))
        file.append(littleEndian: UInt64(size))
        file.append(littleEndian: keySeed)
        file.append(littleEndian: UInt32(longestProbe))
        file.append(littleEndian: UInt32(0))
        for (section, offset) in zip(sections, offsets) {
            file.append(littleEndian: section.id.rawValue)
            file.append(littleEndian: UInt32(0))
            file.append(littleEndian: UInt32(offset))
            file.append(littleEndian: UInt32(section.bytes.count))
        }
        for (section, offset) in zip(sections, offsets) {
            file.append(contentsOf: repeatElement(0, count: offset - file.count))
            file += section.bytes
        }
        file.append(contentsOf: repeatElement(0, count: size - CatalogFormat.checksumSize - file.count))
        unsafe file.append(littleEndian: file.withUnsafeBytes { unsafe Checksum.of($0) })
        return file
    }

    private static func aligned(_ offset: Int) -> Int {
        (offset + alignment - 1) / alignment * alignment
    }
}
