internal import LocdInterface
internal import Varlink

/// A state of the daemon's as it came: read once, then passed on without being copied.
final class StateEvent: Sendable {
    let state: State
    /// What programs see of it.
    let locale: Localizer.Locale

    /// Reads the state in a reply; nil when it has none, as a heartbeat.
    ///
    /// Errors: `unexpectedReply`, or what the reply's own error means.
    init?(_ reply: ServiceReply) throws(LocdError) {
        guard let state = try LocdError.decoding(LocaleInterface.Subscribe.Reply.self, from: reply).state else {
            return nil
        }
        self.state = state
        locale = Localizer.Locale(state)
    }

    /// The digests of a domain's chain, best first.
    func digests(of domain: String) -> [String] {
        for chain in state.domains where chain.domain == domain { return chain.catalogs.map(\.digest) }
        return []
    }
}
