internal import Catalog
internal import LinuxIO
internal import LocdInterface

/// What one localizer shows: its domain, the texts it brought itself, and the snapshot in force.
final class View: Sendable {
    let domain: String
    /// The program's own texts, which stand behind those of the daemon; nil when it brought none.
    let own: OwnTexts?
    /// Nil until the first lookup. Snapshots are immortal, so readers need not retain them.
    private let current = AtomicImmortal<Snapshot>()

    init(domain: String, own: OwnTexts?) {
        self.domain = domain
        self.own = own
    }

    /// Reads the snapshot in force, in one atomic load; nil before the first one.
    @inline(__always)
    var snapshot: Immortal<Snapshot>? {
        current.load()
    }

    /// Whether a state of the daemon's was shown before, with all its catalogs.
    func knows(_ event: StateEvent) -> Bool {
        Snapshot.known(identity(event, event.digests(of: domain))) != nil
    }

    /// Shows a state of the daemon's, with the catalogs that are here; true when that is another one than before, and
    /// there was one.
    func show(_ event: StateEvent) -> Bool {
        let digests = event.digests(of: domain)
        let before = snapshot
        let after =
            Snapshot.known(identity(event, digests))
            ?? Snapshot.interned(locale: event.locale, digests: digests, own: ownChain(event))
        current.store(after)
        return before != nil && before != after
    }

    private func identity(_ event: StateEvent, _ digests: [String]) -> Snapshot.Identity {
        guard own != nil else { return Snapshot.Identity(locale: event.locale, parts: digests) }
        return Snapshot.Identity(locale: event.locale, parts: digests + ownChain(event).map(\.identity))
    }

    private func ownChain(_ event: StateEvent) -> [OwnTexts.Layer] {
        own?.chain(for: event.locale.languages) ?? []
    }
}

extension View {
    /// Shows what can be had without a daemon: the catalogs on the disk and the program's own texts.
    ///
    /// - Parameter languages: what was in force when a daemon was last there; nil: what the environment asks for.
    func showOffline(languages: [String]?, index: CatalogIndex) {
        let wanted = languages ?? LanguageLookup.preferences(environment: CurrentProcess.environment)
        let chain = LanguageLookup.chain(for: wanted, among: index.languages, base: index.base)
        let digests = index.fetch(chain)
        let available = (index.languages + (own?.languages ?? [])).uniqued()
        let shown = LanguageLookup.chain(for: wanted, among: available, base: index.base ?? own?.base)
        let languages = shown.isEmpty ? wanted : shown
        let direction = CatalogStore.catalogs(digests: digests.prefix(1)).first.map {
            Localizer.Direction($0.metadata.direction)
        }
        let locale = Localizer.Locale(
            languages: languages, direction: direction ?? Localizer.Direction(ofLanguage: languages.first))
        let own = own?.chain(for: languages) ?? []
        current.store(Snapshot.interned(locale: locale, digests: digests, own: own))
    }
}
