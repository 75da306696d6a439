package import LanguageTags

/// A language on offer, and what there is of it (semantics L10).
package struct AvailableLanguage: Hashable, Sendable {
    /// For the automatic entry: what it resolves to.
    package var tag: LanguageTag
    /// Stands for `auto`.
    package var isAutomatic: Bool
    /// There are catalogs of it, and all of them are shipped with the product.
    package var isBundled: Bool
    /// There are downloaded catalogs of it.
    package var isDownloaded: Bool
    /// Bytes of its catalogs.
    package var size: Int
    /// Share of the base language's keys that it has, 0 to 1.
    package var completeness: Double
}

extension LanguageResolver {
    /// The languages on offer, the automatic entry first where it resolves to anything.
    ///
    /// - Parameters:
    ///   - domain: whose sizes and completeness are told; nil for those of all domains that decide what is offered.
    ///   - wider: the preferences that `auto` follows, narrowest first; none for the product's default and the machine.
    package func availableLanguages(domain: String?, following wider: [Preference] = []) -> [AvailableLanguage] {
        let entries = offer.listed.map { describe($0, domain: domain, isAutomatic: false) }
        let automatic = resolve(wider).languages.first.map { describe($0, domain: domain, isAutomatic: true) }
        return [automatic].compactMap { $0 } + entries
    }

    /// The listed language that is meant by a tag: itself, or the one that can be shown for it; nil where none is.
    package func offered(matching language: LanguageTag) -> LanguageTag? {
        offer.listed.contains(language) ? language : matcher.bestMatch(for: language)
    }

    /// The languages that can be shown and are nearest to a text that names none of them, by tag or name.
    package func nearest(to text: String) -> [LanguageSuggestion] {
        LanguageSuggestion.nearest(to: text, among: offer.present, current: offer.base)
    }

    private func describe(_ language: LanguageTag, domain: String?, isAutomatic: Bool) -> AvailableLanguage {
        let counted = domain.map { name in domains.filter { $0.key == name } } ?? domains.deciding(configuration)
        let catalogs = counted.keys.compactMap { catalog(of: language, in: $0) }
        return AvailableLanguage(
            tag: language,
            isAutomatic: isAutomatic,
            isBundled: !catalogs.isEmpty && catalogs.allSatisfy(\.isBundled),
            isDownloaded: catalogs.contains { !$0.isBundled },
            size: catalogs.reduce(0) { $0 + $1.size },
            completeness: completeness(of: language, in: counted))
    }

    /// A domain that lacks the language counts with all its keys, one that has more keys than its base with no more.
    private func completeness(of language: LanguageTag, in counted: [String: DomainLanguages]) -> Double {
        var expected = 0
        var present = 0
        for (name, domain) in counted {
            guard let base = domain.base, let keyCount = inventory.domains[name]?.catalogs[base]?.keyCount else {
                continue
            }
            expected += keyCount
            present += min(catalog(of: language, in: name)?.keyCount ?? 0, keyCount)
        }
        return expected == 0 ? 0 : Double(present) / Double(expected)
    }

    /// The catalog a domain shows for a language: its own, else its best match.
    private func catalog(of language: LanguageTag, in domain: String) -> CatalogRecord? {
        let match = domains[domain].flatMap { LanguageMatcher(available: $0.available).bestMatch(for: language) }
        return match.flatMap { inventory.domains[domain]?.catalogs[$0] }
    }
}
