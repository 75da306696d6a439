package import Catalog

extension LanguageTag {
    /// CLDR's plural rules of the language as a catalog carries them (`PluralRules`).
    ///
    /// The language's own or, where CLDR has none for it, those of its nearest parent that has (pt-AO → pt-PT), else
    /// those of the language in whatever script (sr-Latn → sr, although its texts' parent is the root); never those of
    /// a language whose tag merely begins alike. Without any, every number is `other`.
    package var pluralRules: [UInt8] {
        PluralRules.encode(cardinal: program(.cardinal), ordinal: program(.ordinal))
    }

    /// The categories of whole numbers when they count things.
    package func cardinalCategories(of numbers: [Int64]) -> [PluralCategory] {
        unsafe pluralRules.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return [] }
            let rules = unsafe PluralRules(section: CatalogBytes(start: start, count: bytes.count))
            return numbers.map { rules.cardinal.category(of: PluralOperands($0)) }
        }
    }

    private func program(_ kind: ICU.PluralKind) -> [UInt8] {
        for tag in ([self] + parents).map(\.identifier) + [languageCode] {
            guard let rules = ICU.pluralRules(tag, kind) else { continue }
            // ICU's own data: that all of them can be read, and fit, is tested.
            return PluralRuleParser.clauses(rules).flatMap(PluralProgram.encode) ?? []
        }
        return []
    }
}
