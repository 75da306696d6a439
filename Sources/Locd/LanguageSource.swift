internal import LinuxIO
internal import LocdInterface

/// Finds the catalogs of languages other than the current one.
struct LanguageSource {
    let domain: String
    let own: OwnTexts?
    let connection: Connection
    let patience: Duration

    /// What a domain has for one language. Catalogs are named by their digests.
    struct Chain: Sendable {
        /// The catalogs in the language itself and its parents, best first; empty when there are none.
        var matching: [String] = []
        /// The catalogs that stand behind them: the base language's, and those of domains that this one shares.
        var rest: [String] = []
        /// The program's own texts in the language; they stand behind all catalogs.
        var own: [OwnTexts.Layer] = []
        /// The languages of what matches, best first.
        var languages: [String] = []
    }

    /// Asks the daemon, which matches with all of CLDR's knowledge; nil when it does not answer.
    ///
    /// Waits for at most `patience`.
    func askDaemon(_ language: String) -> Chain? {
        guard connection.isFollowing else { return nil }
        do throws(LocdError) {
            // Which key does not matter: what is wanted is where it would be looked for.
            let reply = try DaemonCalls(address: connection.address).call(
                CatalogInterface.Explain.self,
                .init(domain: domain, key: "-", language: language, application: connection.application),
                patience: patience)
            fetch(reply.steps)
            return chain(of: reply.steps, for: language)
        } catch {
            // A domain or a language of which the daemon knows nothing is an answer too.
            return error.code == .unexpectedReply || error.code == .invalidLanguageTag
                ? chain(of: [], for: language) : nil
        }
    }

    /// Looks on the disk, and matches by rule.
    func lookOnDisk(_ language: String) -> Chain {
        let index = connection.index(of: domain)
        let matching = LanguageLookup.matches(for: language, among: index.languages)
        let rest = [index.base].compactMap { $0 }.filter { !matching.contains($0) }
        return chain(
            matching: index.fetch(matching), languages: matching, rest: index.fetch(rest), language: language)
    }

    private func fetch(_ steps: [Step]) {
        // Catalogs that the daemon could not hand out have no digest.
        let files = steps.filter { !$0.digest.isEmpty }.map {
            CatalogFile(language: $0.language, digest: $0.digest, size: 0, path: $0.path)
        }
        let missing = CatalogStore.missing(files)
        guard !missing.isEmpty else { return }
        // Without the daemon these are left out of their chains.
        guard let opener = try? CatalogOpener(address: connection.address, files: missing, now: BoottimeClock.now)
        else { return }
        while !opener.advance(now: BoottimeClock.now) {
            _ = opener.link.wait(timeout: BoottimeClock.now.duration(to: opener.deadline))
        }
    }

    private func chain(of steps: [Step], for language: String) -> Chain {
        let isMatching = { (step: Step) in
            step.domain == domain && LanguageLookup.isSameLanguage(step.language, language)
        }
        let matching = steps.filter(isMatching)
        return chain(
            matching: matching.map(\.digest), languages: matching.map(\.language),
            rest: steps.filter { !isMatching($0) }.map(\.digest), language: language)
    }

    private func chain(matching: [String], languages: [String], rest: [String], language: String) -> Chain {
        let own = own?.matches(for: language) ?? []
        return Chain(
            matching: matching, rest: rest, own: own,
            languages: (languages + own.map(\.language)).uniqued())
    }
}
