internal import JSON
internal import LinuxIO
internal import LocdInterface
internal import Varlink

/// What a state of the daemon's says of the language and of the catalogs.
///
/// Those that a connection showed last are kept by it, as the snapshots that they led to are. Most changes go back to one
/// of them: what an event says is then compared in place, value by value, and nothing is made into strings anew.
final class StateEvent: Sendable {
    let state: State
    /// What programs see of it.
    let locale: Localizer.Locale
    /// What domains show, where all catalogs are there and the program has no texts of its own.
    private let snapshots = Lock<[String: Immortal<Snapshot>]>([:])

    init(_ state: State) {
        self.state = state
        locale = Localizer.Locale(state)
    }

    /// What a view shows when this is kept.
    func keptSnapshot(for view: View) -> Immortal<Snapshot> {
        guard view.own == nil else { return view.makeSnapshot(of: self) }
        return snapshots.withLock { snapshots in
            if let snapshot = snapshots[view.domain] { return snapshot }
            let snapshot = view.makeSnapshot(of: self)
            snapshots[view.domain] = snapshot
            return snapshot
        }
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

    /// Whether a state on the wire says the same of the language and of the catalogs. Generation, reason and the setting
    /// that led to it do not count.
    func isSaid(by element: JSONElement) -> Bool {
        // What is no object says nothing. In the order in which the daemon writes them, members are found at once.
        guard var members = try? JSONObjectReader(element) else { return false }
        return members.holds("languages", state.languages)
            && members.holds("region", state.region)
            && members.holds("locale", state.locale)
            && members.holds("direction", state.direction.rawValue)
            && members.holds(keyboard: state.keyboard)
            && members.holds("environment", state.environment)
            && members.holds(domains: state.domains)
    }
}

extension JSONObjectReader {
    fileprivate mutating func holds(keyboard: Keyboard?) -> Bool {
        guard let member = optional("keyboard") else { return keyboard == nil }
        // What is no object is no keyboard.
        guard let keyboard, var members = try? JSONObjectReader(member) else { return false }
        return members.holds("layout", keyboard.layout) && members.holds("variant", keyboard.variant)
            && members.holds("inputMethod", keyboard.inputMethod)
    }

    fileprivate mutating func holds(domains chains: [Chain]) -> Bool {
        holds("domains", count: chains.count) { index, members in
            members.holds("domain", chains[index].domain)
                && members.holds("catalogs", count: chains[index].catalogs.count) { file, members in
                    // A digest names a catalog; where it lies does not matter once it is here.
                    members.holds("digest", chains[index].catalogs[file].digest)
                }
        }
    }

    /// Whether a member is an array of so many objects that all are as they should be.
    private mutating func holds(
        _ name: StaticString, count: Int, _ isRight: (Int, inout JSONObjectReader) -> Bool
    ) -> Bool {
        guard let array = optional(name), array.kind == .array, array.count == count else { return false }
        var index = 0
        for element in array.elements {
            // What is no object is not as it should be.
            guard var members = try? JSONObjectReader(element), isRight(index, &members) else { return false }
            index += 1
        }
        return true
    }
}
