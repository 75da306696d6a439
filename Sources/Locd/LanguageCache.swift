internal import LinuxIO

/// Remembers the texts of languages that were asked for beside the current one, within bounds.
///
/// Which languages are asked for, peers decide: a server passes on what browsers send. So the daemon is asked for a
/// bounded number of languages only, and after it failed to answer not again for a while; for all others the languages
/// that are known are matched by rule.
final class LanguageCache: Sendable {
    /// Whose texts are wanted.
    enum Request: Hashable {
        /// This language, whatever there is in it.
        case language(String)
        /// The first of these that there is.
        case preferences([String])

        var tags: [String] {
            switch self {
            case .language(let tag): [tag]
            case .preferences(let tags): tags
            }
        }
    }

    /// For so many languages the daemon is asked.
    private static let mostLanguages = 256
    /// So many requests are remembered.
    private static let mostRequests = 1024
    /// How long the daemon is not asked after it did not answer.
    private static let pause = Duration.seconds(10)

    private struct Contents {
        var epoch: UInt64 = 0
        var snapshots: [Request: Snapshot] = [:]
        var chains: [String: LanguageSource.Chain] = [:]
        /// When the daemon may be asked again; what was found out without it is forgotten then.
        var askAgain: BoottimeInstant?

        mutating func refresh(epoch: UInt64) {
            let isOver = askAgain.map { BoottimeClock.now >= $0 } ?? false
            if self.epoch != epoch || isOver { self = Contents(epoch: epoch) }
        }
    }

    private let contents = Lock(Contents())

    /// The texts for a request. The program's own language is for what no catalog says anything about.
    func snapshot(for request: Request, source: LanguageSource, fallback: Snapshot) -> Snapshot {
        let epoch = source.connection.pulse.epoch
        let known = contents.withLock { contents in
            contents.refresh(epoch: epoch)
            return contents.snapshots[request]
        }
        if let known { return known }
        // The daemon is asked outside of the lock: at worst twice the same.
        let snapshot = makeSnapshot(for: request, source: source, fallback: fallback)
        contents.withLock { contents in
            if contents.snapshots.count >= Self.mostRequests { contents.snapshots = [:] }
            contents.snapshots[request] = snapshot
        }
        return snapshot
    }

    private func makeSnapshot(for request: Request, source: LanguageSource, fallback: Snapshot) -> Snapshot {
        let chains = request.tags.map { chain(for: $0, source: source) }
        // What stands behind all languages is found by asking for one that cannot be there.
        let base = chain(for: "und", source: source)
        let digests = chains.flatMap(\.matching) + chains.flatMap(\.rest) + base.rest
        let own = chains.flatMap(\.own) + (source.own?.chain(for: []) ?? [])
        let catalogs = CatalogStore.catalogs(digests: digests.uniqued())
        let languages =
            switch request {
            case .language(let tag): [tag]
            case .preferences: chains.flatMap(\.languages).uniqued()
            }
        guard !languages.isEmpty || !catalogs.isEmpty || !own.isEmpty else { return fallback }
        return Snapshot(languages: languages, catalogs: catalogs, own: own.uniqued(by: \.identity))
    }

    private func chain(for language: String, source: LanguageSource) -> LanguageSource.Chain {
        let (known, isFull, mayAsk) = contents.withLock { contents in
            (contents.chains[language], contents.chains.count >= Self.mostLanguages, contents.askAgain == nil)
        }
        if let known { return known }
        if isFull { return relative(of: language) ?? LanguageSource.Chain() }
        let answer = mayAsk ? source.askDaemon(language) : nil
        let chain = answer ?? source.lookOnDisk(language)
        contents.withLock { contents in
            if mayAsk, answer == nil { contents.askAgain = BoottimeClock.now.advanced(by: Self.pause) }
            contents.chains[language] = chain
        }
        return chain
    }

    /// The chain of a known language that serves this one.
    private func relative(of language: String) -> LanguageSource.Chain? {
        contents.withLock { contents in
            LanguageLookup.matches(for: language, among: Array(contents.chains.keys)).first
                .flatMap { contents.chains[$0] }
        }
    }
}
