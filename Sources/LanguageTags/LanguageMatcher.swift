/// Finds the best of the available languages for what somebody wants, by CLDR's distances (likely subtags, script
/// before region, paradigm locales).
///
/// A match counts only within one language, Norwegian's `no`, `nb` and `nn` being one: CLDR would also show Russian to
/// a reader of Ukrainian and Hindi to one of Marathi. With `crossLanguages` those count too.
package struct LanguageMatcher: Sendable {
    /// In the order in which equally good ones are preferred.
    package let available: [LanguageTag]
    /// Whether a language CLDR considers understood by the reader of another one may stand in for it.
    package let crossLanguages: Bool

    package init(available: [LanguageTag], crossLanguages: Bool = false) {
        self.available = available
        self.crossLanguages = crossLanguages
    }

    /// What of the available languages suits `preference` best; nil where none does.
    package func bestMatch(for preference: LanguageTag) -> LanguageTag? {
        if available.contains(preference) {
            return preference
        }
        let code = preference.matchingCode
        let candidates = crossLanguages ? available : available.filter { $0.matchingCode == code }
        guard !candidates.isEmpty else {
            return nil
        }
        return ICU.bestMatch(preference.identifier, among: candidates.map(\.identifier)).map { candidates[$0] }
    }

    /// The best match of the first preference that has one.
    package func bestMatch(for preferences: [LanguageTag]) -> LanguageTag? {
        for preference in preferences {
            if let match = bestMatch(for: preference) {
                return match
            }
        }
        return nil
    }
}
