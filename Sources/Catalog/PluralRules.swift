/// The plural rules that a catalog carries: those of its own language, so that a text is inflected right wherever it is
/// shown.
///
/// The section: size of the cardinal program u32, size of the ordinal program u32, then both programs. A language
/// without rules, or a section that is damaged, gives `other` for every number.
package struct PluralRules: Sendable {
    /// For counts: 3 files.
    package let cardinal: PluralProgram
    /// For places in an order: the 3rd file.
    package let ordinal: PluralProgram

    private static let headSize = 8

    /// The rules in a section of the file, which may be damaged.
    package init(section: CatalogBytes) {
        let head = section.slice(at: 0, count: Self.headSize)
        func program(at offset: Int, size: UInt32?) -> CatalogBytes {
            let size = Int(size ?? 0)
            guard size <= PluralProgram.maximumSize else { return section.empty }
            return section.slice(at: offset, count: size) ?? section.empty
        }
        let cardinal = program(at: Self.headSize, size: head?.uint32(at: 0))
        self.cardinal = PluralProgram(cardinal)
        ordinal = PluralProgram(program(at: Self.headSize + cardinal.count, size: head?.uint32(at: 4)))
    }

    /// The section with these programs, as `PluralProgram.encode` makes them.
    package static func encode(cardinal: [UInt8], ordinal: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(cardinal.count))
        bytes.append(littleEndian: UInt32(ordinal.count))
        return bytes + cardinal + ordinal
    }
}
