package import Catalog

/// Reads plural rules as CLDR writes them (UTS #35, Part 3, "Plural rules syntax"), without samples:
/// `one: i = 1 and v = 0; few: n % 10 = 2..4 and n % 100 != 12..14;`.
package enum PluralRuleParser {
    /// The clauses of the rules; nil when something in them is not of that form, or names a category twice.
    package static func clauses(_ rules: String) -> [PluralClause]? {
        var clauses: [PluralClause] = []
        for rule in rules.split(separator: ";") where !rule.allSatisfy({ $0 == " " }) {
            guard let colon = rule.firstIndex(of: ":"),
                let category = PluralCategory(keyword: rule[..<colon].filter { $0 != " " }), category != .other,
                !clauses.contains(where: { $0.category == category })
            else { return nil }
            let words = rule[rule.index(after: colon)...].split(separator: " ")
            for alternative in words.split(separator: "or", omittingEmptySubsequences: false) {
                var relations: [PluralRelation] = []
                for condition in alternative.split(separator: "and", omittingEmptySubsequences: false) {
                    guard let relation = relation(Array(condition)) else { return nil }
                    relations.append(relation)
                }
                clauses.append(PluralClause(category, relations))
            }
        }
        return clauses
    }

    /// `n = 1`, `i % 100 != 12..14,20`.
    private static func relation(_ words: [Substring]) -> PluralRelation? {
        guard [3, 5].contains(words.count), let operand = operands[words[0]] else { return nil }
        var relation = PluralRelation(operand: operand, ranges: [])
        if words.count == 5 {
            guard words[1] == "%", let modulus = UInt32(words[2]), modulus > 0 else { return nil }
            relation.modulus = modulus
        }
        switch words[words.count - 2] {
        case "=": relation.isNegated = false
        case "!=": relation.isNegated = true
        default: return nil
        }
        for text in words[words.count - 1].split(separator: ",", omittingEmptySubsequences: false) {
            guard let range = range(text) else { return nil }
            relation.ranges.append(range)
        }
        return relation
    }

    /// `3` or `12..14`.
    private static func range(_ text: Substring) -> ClosedRange<UInt32>? {
        let bounds = text.split(separator: "..", omittingEmptySubsequences: false).map { UInt32($0) }
        guard let first = bounds.first ?? nil, let last = bounds.last ?? nil, bounds.count <= 2, first <= last else {
            return nil
        }
        return first...last
    }

    private static let operands: [Substring: PluralRelation.Operand] = [
        "n": .n, "i": .i, "v": .v, "w": .w, "f": .f, "t": .t, "c": .c, "e": .c,
    ]
}
