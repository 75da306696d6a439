/// The sections of a catalog that a select is evaluated with.
///
/// They are looked up when an evaluation meets its first select, so that entries of other messages stay small.
struct SelectSections {
    private let pool: CatalogBytes
    private let templates: CatalogBytes
    private let selects: CatalogBytes
    let rules: PluralRules

    /// The sections of a catalog whose section table was checked; a file without bytes has none.
    init(of file: CatalogBytes) {
        pool = Self.section(.textPool, of: file)
        templates = Self.section(.templates, of: file)
        selects = Self.section(.selects, of: file)
        rules = PluralRules(section: Self.section(.pluralProgram, of: file))
    }

    private static func section(_ id: SectionID, of file: CatalogBytes) -> CatalogBytes {
        guard file.count > 0 else { return file }
        return SectionTable(of: file).bytes(of: id) ?? file.empty
    }

    /// The select at `offset`; nil when there is none.
    func select(at offset: Int) -> SelectRecord? {
        SelectRecord(in: selects, at: offset, pool: pool)
    }

    /// The records of the template at `offset`, none for a text without; nil when it is damaged.
    func specifiers(at offset: UInt32) -> CatalogBytes? {
        offset == SelectRecord.noTemplate ? templates.empty : templates.specifiers(at: Int(offset))
    }
}

extension CatalogBytes {
    /// Of the templates section: the records of the template at `offset`, or nil when there are none or they do not lie
    /// inside.
    @usableFromInline
    func specifiers(at offset: Int) -> CatalogBytes? {
        guard offset % 4 == 0, let head = slice(at: offset, count: 4), head.uint32(at: 0) > 0 else { return nil }
        return slice(at: offset + 4, count: Int(head.uint32(at: 0)) * TemplateSpecifier.recordSize)
    }
}
