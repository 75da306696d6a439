/// The languages in which a key is looked up, best first.
package enum LanguageChain {
    /// Resolves preferences to those of the available languages that are to be asked.
    ///
    /// For each preference in order that has a match: the match, then its parents that are available; in the end the
    /// base language, where it is available. No language comes twice. A parent of another language (CLDR has
    /// ht → fr-HT) is asked only with `crossLanguages`.
    package static func resolve(
        preferences: [LanguageTag], available: [LanguageTag], base: LanguageTag?, crossLanguages: Bool = false
    ) -> [LanguageTag] {
        let matcher = LanguageMatcher(available: available, crossLanguages: crossLanguages)
        var chain: [LanguageTag] = []
        func append(_ language: LanguageTag) {
            if available.contains(language), !chain.contains(language) {
                chain.append(language)
            }
        }
        for preference in preferences {
            guard let match = matcher.bestMatch(for: preference), !chain.contains(match) else {
                continue
            }
            append(match)
            for parent in match.parents where crossLanguages || parent.matchingCode == match.matchingCode {
                append(parent)
            }
        }
        if let base {
            append(base)
        }
        return chain
    }

    /// The language a domain falls back to in the end; nil for a domain that has none.
    ///
    /// The first of these that the domain has: the one it declares, the language of its `Base.lproj`, the product's
    /// `BaseLanguage=`, English, the first in sorted order.
    package static func base(
        declared: LanguageTag?, baseFolder: LanguageTag?, configured: LanguageTag?, available: [LanguageTag]
    ) -> LanguageTag? {
        let english = LanguageTag(canonical: "en")
        for candidate in [declared, baseFolder, configured, english] {
            if let candidate, available.contains(candidate) {
                return candidate
            }
        }
        return available.min()
    }
}
