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

    /// What this view shows in a state of the daemon's, with the catalogs that are here.
    func makeSnapshot(of event: StateEvent) -> Immortal<Snapshot> {
        let own = own?.chain(for: event.locale.languages) ?? []
        return Snapshot.interned(locale: event.locale, digests: event.digests(of: domain), own: own)
    }

    /// Shows a snapshot; true when that is another one than before, and there was one.
    func show(_ snapshot: Immortal<Snapshot>) -> Bool {
        let before = self.snapshot
        current.store(snapshot)
        return before != nil && before != snapshot
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
