internal import LinuxIO
internal import LocdInterface

/// What a state of the daemon's says of the language and of the catalogs.
final class StateEvent: Sendable {
    let state: State
    /// What programs see of it.
    let locale: Localizer.Locale

    init(_ state: State) {
        self.state = state
        locale = Localizer.Locale(state)
    }

    /// Whether the daemon was asked for a domain.
    func tells(of domain: String) -> Bool {
        for chain in state.domains where chain.domain == domain { return true }
        return false
    }

    /// The digests of a domain's chain, best first.
    func digests(of domain: String) -> [String] {
        for chain in state.domains where chain.domain == domain { return chain.catalogs.map(\.digest) }
        return []
    }
}
