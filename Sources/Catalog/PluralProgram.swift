// A plural program
// ----------------
// CLDR's rules of one language and one kind (cardinal or ordinal) as a list of clauses. The first clause that holds
// gives the category, none `other`. A clause holds when all of its relations do; a rule with `or` is several clauses
// of one category. So a program has no jumps, and the work it can cause is bounded by its size.
//
//   clause      0  category        u8, `PluralCategory`
//               1  relation count  u8
//               2  size            u16, of the whole clause in bytes
//               4  relations, one after the other
//   relation    0  operand         u8, `PluralRelation.Operand`
//               1  flags           u8: bit 0 negated
//               2  range count     u16
//               4  modulus         u32; zero: the operand itself is compared
//               8  ranges, each the lowest and the highest number in it, u32 and u32
//
// What contradicts this ends the program as if nothing more were there.

/// A condition on one operand of a number: `i % 100 != 12..14`.
package struct PluralRelation: Hashable, Sendable {
    /// The operands' letters in UTS #35; `e` is another name of `c`.
    package enum Operand: UInt8, Sendable {
        case n = 0
        case i = 1
        case v = 2
        case w = 3
        case f = 4
        case t = 5
        case c = 6
    }

    package var operand: Operand
    package var isNegated: Bool
    /// What the operand is divided by, the remainder being compared; nil for the operand itself.
    package var modulus: UInt32?
    package var ranges: [ClosedRange<UInt32>]

    package init(operand: Operand, modulus: UInt32? = nil, isNegated: Bool = false, ranges: [ClosedRange<UInt32>]) {
        self.operand = operand
        self.modulus = modulus
        self.isNegated = isNegated
        self.ranges = ranges
    }

    static let headSize = 8
    static let rangeSize = 8
    var encodedSize: Int { Self.headSize + ranges.count * Self.rangeSize }
}

/// A category and what a number must be to fall into it.
package struct PluralClause: Hashable, Sendable {
    package var category: PluralCategory
    package var relations: [PluralRelation]

    package init(_ category: PluralCategory, _ relations: [PluralRelation]) {
        self.category = category
        self.relations = relations
    }

    static let headSize = 4
}

/// The rules of one language for one kind of number, ready to run.
package struct PluralProgram: Sendable {
    /// Bytes that a program may have; CLDR's longest has a tenth of it.
    package static let maximumSize = 4096

    private let bytes: CatalogBytes

    /// A program in these bytes, which may be damaged.
    package init(_ bytes: CatalogBytes) {
        self.bytes = bytes
    }

    /// The category of a number.
    package func category(of number: PluralOperands) -> PluralCategory {
        var offset = 0
        while offset <= bytes.count - PluralClause.headSize {
            let head = word(at: offset)
            let size = Int(head >> 16)
            guard size >= PluralClause.headSize, size <= bytes.count - offset,
                let category = PluralCategory(rawValue: UInt8(truncatingIfNeeded: head))
            else { break }
            let relations = offset + PluralClause.headSize..<offset + size
            if holds(relations, count: Int(head >> 8 & 0xFF), for: number) { return category }
            offset += size
        }
        return .other
    }

    /// Four bytes of the program, which must lie inside: the callers have compared the offset with the end.
    @inline(__always)
    private func word(at offset: Int) -> UInt32 {
        unsafe UInt32(littleEndian: bytes.start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Whether all of the relations at `place` hold.
    @inline(__always)
    private func holds(_ place: Range<Int>, count: Int, for number: PluralOperands) -> Bool {
        var offset = place.lowerBound
        for _ in 0..<count {
            guard offset <= place.upperBound - PluralRelation.headSize else { return false }
            let head = word(at: offset)
            let ranges = offset + PluralRelation.headSize
            let end = ranges + Int(head >> 16) * PluralRelation.rangeSize
            guard end <= place.upperBound,
                let operand = PluralRelation.Operand(rawValue: UInt8(truncatingIfNeeded: head))
            else { return false }
            let value = number.value(of: operand, modulo: word(at: offset + 4))
            let isNegated = head >> 8 & 1 != 0
            if isIn(ranges..<end, value) == isNegated { return false }
            offset = end
        }
        return true
    }

    @inline(__always)
    private func isIn(_ ranges: Range<Int>, _ value: UInt64?) -> Bool {
        guard let value else { return false }
        var offset = ranges.lowerBound
        while offset < ranges.upperBound {
            if value >= word(at: offset), value <= word(at: offset + 4) { return true }
            offset += PluralRelation.rangeSize
        }
        return false
    }
}

extension PluralProgram {
    /// The program that these clauses make, the first that holds deciding; nil when they exceed what a program may have.
    package static func encode(_ clauses: [PluralClause]) -> [UInt8]? {
        var bytes: [UInt8] = []
        for clause in clauses {
            let size = clause.relations.reduce(PluralClause.headSize) { $0 + $1.encodedSize }
            guard clause.relations.count <= UInt8.max, bytes.count + size <= maximumSize else { return nil }
            bytes += [clause.category.rawValue, UInt8(clause.relations.count)]
            bytes.append(littleEndian: UInt16(size))
            for relation in clause.relations {
                bytes += [relation.operand.rawValue, relation.isNegated ? 1 : 0]
                bytes.append(littleEndian: UInt16(relation.ranges.count))
                bytes.append(littleEndian: relation.modulus ?? 0)
                for range in relation.ranges {
                    bytes.append(littleEndian: range.lowerBound)
                    bytes.append(littleEndian: range.upperBound)
                }
            }
        }
        return bytes
    }
}

extension PluralOperands {
    /// The operand or its remainder; nil for a number with a fraction, which equals no whole number.
    @inline(__always)
    fileprivate func value(of operand: PluralRelation.Operand, modulo modulus: UInt32) -> UInt64? {
        let value: UInt64
        switch operand {
        case .n:
            if trimmedFraction != 0 { return nil }
            value = whole
        case .i: value = whole
        case .v: value = UInt64(fractionDigitCount)
        case .w: value = UInt64(trimmedFractionDigitCount)
        case .f: value = fraction
        case .t: value = trimmedFraction
        case .c: value = UInt64(exponent)
        }
        if modulus == 0 { return value }
        // Most numbers are small, and dividing those takes a fraction of the time.
        return value <= UInt32.max ? UInt64(UInt32(value) % modulus) : value % UInt64(modulus)
    }
}
