// A select in a catalog
// ---------------------
// A select stands in a template as a specifier of its own conversion. Its range in the template's text is what `other`
// says, so that the text makes sense without arguments; its record names a select here instead of a position.
//
//   select      0  kind            u8, `SelectRecord.Kind`
//               1  flags           u8: bit 0: the argument has a name
//               2  variant count   u16
//               4  argument        u32: its position from 0, or where its name begins in the text pool
//               8  name size       u32: the name's; zero for a position
//              12  variants, 24 bytes each; the last is `other`
//   variant     0  selector        u8: 0 ... 5 `PluralCategory`, 6 an exact number, 7 a word
//               1  zero            u8, u16
//               4  value           8 bytes: the exact number as i64; the word as offset and size in the text pool
//              12  text            offset u32, size u32 in the text pool
//              20  template        u32: the text's offset in the templates section, all ones: it has no specifiers
//
// A variant's template may hold selects again, eight deep. What contradicts this is damaged: the evaluation shows what
// `other` says in the text around, and tells so when it is asked for errors.

/// A select in the catalog's selects section; the writer takes the numbers from here.
package struct SelectRecord {
    /// What chooses a variant.
    package enum Kind: UInt8 {
        /// A count, by the rules for cardinal numbers.
        case cardinal = 1
        /// A place in an order, by the rules for ordinal numbers.
        case ordinal = 2
        /// A word, such as a gender.
        case word = 3
    }

    static let headSize = 12
    static let variantSize = 24
    /// Instead of a category's number: the variant is for a number of a certain value.
    package static let exactSelector: UInt8 = 6
    /// Instead of a category's number: the variant is for a word.
    package static let wordSelector: UInt8 = 7
    /// Instead of a template's offset: the text has no specifiers.
    package static let noTemplate = UInt32.max

    let kind: Kind
    /// The argument's name, or nil for a position.
    let name: CatalogBytes?
    /// The argument's position from 0; nothing for a name.
    let position: Int
    let variantCount: Int
    private let variants: CatalogBytes
    private let pool: CatalogBytes

    /// Nil when there is none at `offset`.
    @inline(__always)
    init?(in selects: CatalogBytes, at offset: Int, pool: CatalogBytes) {
        guard offset % 4 == 0, let head = selects.slice(at: offset, count: Self.headSize),
            let kind = Kind(rawValue: head.uint8(at: 0)), head.uint8(at: 1) <= 1
        else { return nil }
        variantCount = Int(head.uint16(at: 2))
        guard variantCount > 0,
            let variants = selects.slice(at: offset + Self.headSize, count: variantCount * Self.variantSize),
            variants.uint8(at: variants.count - Self.variantSize) == PluralCategory.other.rawValue
        else { return nil }
        if head.uint8(at: 1) == 1 {
            guard let name = pool.slice(named: head, at: 4) else { return nil }
            self.name = name
            position = 0
        } else {
            name = nil
            position = Int(head.uint32(at: 4))
        }
        self.kind = kind
        self.variants = variants
        self.pool = pool
    }

    /// What the variant is for: a category's number, `exactSelector` or `wordSelector`.
    @inline(__always)
    func selectorCode(_ variant: Int) -> UInt8 {
        variants.uint8(at: variant * Self.variantSize)
    }

    /// The number that the variant is for, if it is for an exact one.
    func exactValue(_ variant: Int) -> Int64 {
        Int64(bitPattern: variants.uint64(at: variant * Self.variantSize + 4))
    }

    /// The word that the variant is for, if it is for one; nil when it is damaged.
    func word(_ variant: Int) -> CatalogBytes? {
        pool.slice(named: variants, at: variant * Self.variantSize + 4)
    }

    /// Whether the variant is for something that a variant can be for.
    func hasSelector(_ variant: Int) -> Bool {
        switch selectorCode(variant) {
        case Self.exactSelector: true
        case Self.wordSelector: word(variant) != nil
        case let category: PluralCategory(rawValue: category) != nil
        }
    }

    /// The variant's text, and where its template is; nil when it is damaged.
    @inline(__always)
    func text(_ variant: Int) -> (text: CatalogBytes, template: UInt32)? {
        let offset = variant * Self.variantSize
        guard let text = pool.slice(named: variants, at: offset + 12), text.isEndedByNUL(in: pool) else { return nil }
        return (text, variants.uint32(at: offset + 20))
    }
}
