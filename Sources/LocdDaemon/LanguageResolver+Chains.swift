import LanguageTags

/// The catalogs in which keys are looked up.
extension LanguageResolver {
    /// The chain of a domain, best first: its catalogs of the matched languages and of its base language, then in the
    /// same way those of the domains that it uses, and that they use, each domain once (semantics M2, M2a), each catalog
    /// with its domain. Empty for a domain that is not there.
    package func chain(
        of domain: String, for resolution: Resolution
    ) -> [(domain: String, catalog: CatalogRecord)] {
        var chain: [(domain: String, catalog: CatalogRecord)] = []
        var visited: Set<String> = []
        // Depth first: the last of the list is next.
        var pending = [domain]
        while let next = pending.popLast() {
            guard visited.insert(next).inserted else { continue }
            chain += ownChain(of: next, matched: resolution.matched).map { (next, $0) }
            pending += (configuration.usesByDomain[next] ?? []).reversed()
        }
        return chain
    }

    /// The catalog with a digest, of whatever domain; nil where there is none.
    package func record(digest: String) -> CatalogRecord? {
        for domain in inventory.domains.values {
            if let record = domain.catalogs.values.first(where: { $0.digest == digest }) {
                return record
            }
        }
        return nil
    }

    /// How many keys a domain has in its base language; 0 where it has no catalogs.
    func keyCount(of domain: String) -> Int {
        domains[domain]?.base.flatMap { inventory.domains[domain]?.catalogs[$0]?.keyCount } ?? 0
    }

    /// Share of the keys of its domain's base language that a catalog has, 0 to 1; one that has more has all of them.
    func completeness(of catalog: CatalogRecord, in domain: String) -> Double {
        let expected = keyCount(of: domain)
        return expected == 0 ? 0 : min(1, Double(catalog.keyCount) / Double(expected))
    }

    private func ownChain(of domain: String, matched: [LanguageTag]) -> [CatalogRecord] {
        guard let languages = domains[domain], let catalogs = inventory.domains[domain]?.catalogs else { return [] }
        return LanguageChain.resolve(
            preferences: matched, available: languages.available, base: languages.base,
            crossLanguages: configuration.crossLanguages
        ).compactMap { catalogs[$0] }
    }
}
