import LanguageTags
import LocdInterface

/// Remembers what preferences resolve to: matching asks ICU and takes tens of microseconds, and most callers of a
/// machine have the same preferences.
struct ResolutionCache {
    private struct ChainKey: Hashable {
        var domain: String
        var preferences: [Preference]
    }

    /// Preferences come from clients, so what is remembered is bounded; beyond it all is forgotten at once.
    private static let capacity = 512

    let resolver: LanguageResolver
    private var resolutions: [[Preference]: Resolution] = [:]
    private var chains: [ChainKey: Told] = [:]

    /// A chain as it is told: in states, and in detail.
    private struct Told {
        var chain: Chain
        var links: [ChainLink]
    }

    init(_ resolver: LanguageResolver) {
        self.resolver = resolver
    }

    /// What the preferences of a caller's scopes, narrowest first, resolve to.
    mutating func resolution(for preferences: [Preference]) -> Resolution {
        if let known = resolutions[preferences] { return known }
        if resolutions.count >= Self.capacity { resolutions.removeAll(keepingCapacity: true) }
        let resolution = resolver.resolve(preferences)
        resolutions[preferences] = resolution
        return resolution
    }

    /// The chain of a domain for those preferences, as states have it.
    mutating func chain(of domain: String, for preferences: [Preference]) -> Chain {
        told(of: domain, for: preferences).chain
    }

    /// The same chain, as the daemon's status has it.
    mutating func links(of domain: String, for preferences: [Preference]) -> [ChainLink] {
        told(of: domain, for: preferences).links
    }

    private mutating func told(of domain: String, for preferences: [Preference]) -> Told {
        let key = ChainKey(domain: domain, preferences: preferences)
        if let known = chains[key] { return known }
        if chains.count >= Self.capacity { chains.removeAll(keepingCapacity: true) }
        let catalogs = resolver.chain(of: domain, for: resolution(for: preferences))
        let chain = Chain(
            domain: domain,
            catalogs: catalogs.map { _, catalog in
                CatalogFile(
                    language: catalog.language.description, digest: catalog.digest, size: catalog.size,
                    path: catalog.path)
            })
        let links = catalogs.map { domain, catalog in
            ChainLink(
                domain: domain, language: catalog.language.description,
                completeness: resolver.completeness(of: catalog, in: domain))
        }
        let told = Told(chain: chain, links: links)
        chains[key] = told
        return told
    }
}
