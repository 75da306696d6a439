internal import JSON
internal import LinuxIO
internal import LocdInterface
internal import Varlink

/// What a state of the daemon's says of the language and of the catalogs.
///
/// Those that were shown last are kept, as the snapshots that they led to are. Most changes go back to one of them: what
/// an event says is then compared in place, value by value, and nothing is made into strings and tables anew.
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

    /// How many are kept. Temporary settings carry the time of their end, so there is no bound to their number.
    private static let mostKept = 16
    /// Those shown with all their catalogs, the newest last.
    private static let kept = Lock<[StateEvent]>([])

    /// One that was kept and says what a state on the wire says; nil when there is none.
    static func kept(saying element: JSONElement) -> StateEvent? {
        kept.withLock { kept in kept.last { $0.isSaid(by: element) } }
    }

    /// Keeps this one: it was shown, and no catalog was lacking.
    func keep() {
        Self.kept.withLock { kept in
            if kept.count == Self.mostKept { kept.removeFirst() }
            kept.append(self)
        }
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

    /// The digests of a domain's chain, best first.
    func digests(of domain: String) -> [String] {
        for chain in state.domains where chain.domain == domain { return chain.catalogs.map(\.digest) }
        return []
    }

    /// Whether a state on the wire says the same of the language and of the catalogs. Generation, reason and the setting
    /// that led to it do not count.
    func isSaid(by element: JSONElement) -> Bool {
        // In the order in which the daemon writes them, each is found at once.
        guard var members = try? JSONObjectReader(element) else { return false }
        return members.optional("languages")?.holds(state.languages) ?? false
            && members.holds("region", state.region)
            && members.holds("locale", state.locale)
            && members.holds("direction", state.direction.rawValue)
            && members.holds(keyboard: state.keyboard)
            && members.optional("environment")?.holds(state.environment) ?? false
            && members.optional("domains")?.holds(state.domains) ?? false
    }
}

extension JSONObjectReader {
    /// Whether a member has this value; absent and null are nil.
    fileprivate mutating func holds(_ name: StaticString, _ value: String?) -> Bool {
        guard let member = optional(name) else { return value == nil }
        return value.map { member.equals($0) } ?? false
    }

    fileprivate mutating func holds(keyboard: Keyboard?) -> Bool {
        guard let member = optional("keyboard") else { return keyboard == nil }
        guard let keyboard, var members = try? JSONObjectReader(member) else { return false }
        return members.holds("layout", keyboard.layout) && members.holds("variant", keyboard.variant)
            && members.holds("inputMethod", keyboard.inputMethod)
    }
}

extension JSONElement {
    fileprivate func holds(_ strings: [String]) -> Bool {
        guard count == strings.count else { return false }
        var index = 0
        for element in elements {
            guard element.equals(strings[index]) else { return false }
            index += 1
        }
        return true
    }

    fileprivate func holds(_ strings: [String: String]) -> Bool {
        count == strings.count
            && strings.allSatisfy { name, value in self[name]?.equals(value) ?? false }
    }

    fileprivate func holds(_ chains: [Chain]) -> Bool {
        guard count == chains.count else { return false }
        var index = 0
        for element in elements {
            guard var members = try? JSONObjectReader(element), members.holds("domain", chains[index].domain),
                members.optional("catalogs")?.holds(chains[index].catalogs) ?? false
            else { return false }
            index += 1
        }
        return true
    }

    /// A digest names a catalog; where it lies does not matter once it is here.
    fileprivate func holds(_ files: [CatalogFile]) -> Bool {
        guard count == files.count else { return false }
        var index = 0
        for element in elements {
            guard var members = try? JSONObjectReader(element), members.holds("digest", files[index].digest) else {
                return false
            }
            index += 1
        }
        return true
    }
}
