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
    private var chains: [ChainKey: Chain] = [:]

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

    /// The chain of a domain for those preferences, as it is told.
    mutating func chain(of domain: String, for preferences: [Preference]) -> Chain {
        let key = ChainKey(domain: domain, preferences: preferences)
        if let known = chains[key] { return known }
        if chains.count >= Self.capacity { chains.removeAll(keepingCapacity: true) }
        let records = resolver.chain(of: domain, for: resolution(for: preferences))
        let chain = Chain(
            domain: domain,
            catalogs: records.map {
                CatalogFile(language: $0.language.description, digest: $0.digest, size: $0.size, path: $0.path)
            })
        chains[key] = chain
        return chain
    }
}
