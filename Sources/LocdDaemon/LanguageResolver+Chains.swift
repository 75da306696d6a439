import LanguageTags

/// The catalogs in which keys are looked up.
extension LanguageResolver {
    /// The chain of a domain, best first: its catalogs of the matched languages and of its base language, then in the
    /// same way those of the domains that it uses, and that they use, each domain once (semantics M2, M2a). Empty for a
    /// domain that is not there.
    package func chain(of domain: String, for resolution: Resolution) -> [CatalogRecord] {
        var chain: [CatalogRecord] = []
        var visited: Set<String> = []
        // Depth first: the last of the list is next.
        var pending = [domain]
        while let next = pending.popLast() {
            guard visited.insert(next).inserted else { continue }
            chain += ownChain(of: next, matched: resolution.matched)
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

    private func ownChain(of domain: String, matched: [LanguageTag]) -> [CatalogRecord] {
        guard let languages = domains[domain], let catalogs = inventory.domains[domain]?.catalogs else { return [] }
        return LanguageChain.resolve(
            preferences: matched, available: languages.available, base: languages.base,
            crossLanguages: configuration.crossLanguages
        ).compactMap { catalogs[$0] }
    }
}
