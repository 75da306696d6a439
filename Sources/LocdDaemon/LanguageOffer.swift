import LanguageTags

/// Which languages a product offers (semantics L10).
struct LanguageOffer: Sendable {
    /// In order: those of `Languages=`, else those of the catalogs, sorted.
    let listed: [LanguageTag]
    /// Those of the listed ones that can be shown.
    let present: [LanguageTag]
    /// The one in force where nothing asked for can be shown: `BaseLanguage=`, else the one that all domains call their
    /// base, else as in semantics L4. Nil where there are no catalogs.
    let base: LanguageTag?

    /// - Parameter domains: all there are.
    init(configuration: Configuration, domains: [String: DomainLanguages]) {
        let required = configuration.requiredDomains
        let deciding = domains.deciding(configuration)
        let matchers = deciding.values.map { LanguageMatcher(available: $0.available) }
        let candidates =
            configuration.languages.isEmpty
            ? Set(matchers.flatMap(\.available)).sorted() : configuration.languages.withoutRepeats
        let hasAllDomains = deciding.count >= Set(required).count
        listed = candidates.filter { language in
            required.isEmpty || (hasAllDomains && matchers.allSatisfy { $0.bestMatch(for: language) != nil })
        }
        present = listed.filter { language in matchers.contains { $0.bestMatch(for: language) != nil } }
        let bases = Set(deciding.values.compactMap(\.base))
        base = LanguageChain.base(
            declared: configuration.baseLanguage, baseFolder: bases.count == 1 ? bases.first : nil, configured: nil,
            available: present)
    }
}

/// The languages of one domain.
struct DomainLanguages: Sendable {
    /// Sorted.
    let available: [LanguageTag]
    /// The one in which the domain is complete (semantics L4); nil for a domain without catalogs.
    let base: LanguageTag?

    init(domain: String, inventory: DomainInventory, configuration: Configuration) {
        available = inventory.catalogs.keys.sorted()
        base = LanguageChain.base(
            declared: configuration.baseLanguageByDomain[domain], baseFolder: inventory.basePackage,
            configured: configuration.baseLanguage, available: available)
    }
}

extension [String: DomainLanguages] {
    /// The domains that decide what is offered: the required ones that are there, or all of them.
    func deciding(_ configuration: Configuration) -> [String: DomainLanguages] {
        configuration.requiredDomains.isEmpty ? self : filter { configuration.requiredDomains.contains($0.key) }
    }
}
