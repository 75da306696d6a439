/// The sections of a catalog that a select is evaluated with.
///
/// They are looked up when a select is met, in one pass over the section table, so that entries of other messages stay
/// small.
struct SelectSections {
    private var pool: CatalogBytes
    private var templates: CatalogBytes
    private var selects: CatalogBytes
    private var pluralRules: CatalogBytes

    /// The sections of a catalog whose section table was checked; a file without bytes has none.
    init(of file: CatalogBytes) {
        pool = file.empty
        templates = file.empty
        selects = file.empty
        pluralRules = file.empty
        guard file.count > 0 else { return }
        SectionTable(of: file).forEach { id, bytes in
            switch id {
            case .textPool: pool = bytes
            case .templates: templates = bytes
            case .selects: selects = bytes
            case .pluralProgram: pluralRules = bytes
            default: break
            }
        }
    }

    /// The plural rules of the catalog's language.
    var rules: PluralRules { PluralRules(section: pluralRules) }

    /// The select at `offset`; nil when there is none.
    @inline(__always)
    func select(at offset: Int) -> SelectRecord? {
        SelectRecord(in: selects, at: offset, pool: pool)
    }

    /// The records of the template at `offset`, none for a text without; nil when it is damaged.
    @inline(__always)
    func specifiers(at offset: UInt32) -> CatalogBytes? {
        offset == SelectRecord.noTemplate ? templates.empty : templates.specifiers(at: Int(offset))
    }
}

extension CatalogBytes {
    /// Of the templates section: the records of the template at `offset`, or nil when there are none or they do not lie
    /// inside.
    @inlinable
    func specifiers(at offset: Int) -> CatalogBytes? {
        guard offset % 4 == 0, let head = slice(at: offset, count: 4), head.uint32(at: 0) > 0 else { return nil }
        return slice(at: offset + 4, count: Int(head.uint32(at: 0)) * TemplateSpecifier.recordSize)
    }
}
