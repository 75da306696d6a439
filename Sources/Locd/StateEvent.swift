internal import JSON
internal import LocdInterface
internal import Varlink

/// What a state of the daemon's says of the language and of the catalogs, read once.
///
/// Most changes go back to a language that was shown before. So what an event says is compared in place with what was
/// shown last, and only what differs is made into strings and tables anew.
final class StateEvent: Sendable {
    let state: State
    /// What programs see of it.
    let locale: Localizer.Locale

    init(_ state: State) {
        self.state = state
        locale = Localizer.Locale(state)
    }

    /// The digests of a domain's chain, best first.
    func digests(of domain: String) -> [String] {
        for chain in state.domains where chain.domain == domain { return chain.catalogs.map(\.digest) }
        return []
    }

    /// Whether a state on the wire says the same of the language and of the catalogs. Generation, reason and the setting
    /// that led to it do not count.
    func isSaid(by element: JSONElement) -> Bool {
        // Each member is there at most once, so as many that fit are all that there have to be.
        var fitting = 0
        for member in element.members {
            guard let fits = fits(member) else { continue }
            guard fits else { return false }
            fitting += 1
        }
        return fitting == 5 + (state.region == nil ? 0 : 1) + (state.keyboard == nil ? 0 : 1)
    }

    /// Whether a member says the same; nil for those that do not count.
    private func fits(_ member: JSONMember) -> Bool? {
        let value = member.value
        if value.isNull { return nil }
        if member.isNamed("languages") { return value.holds(state.languages) }
        if member.isNamed("locale") { return value.equals(state.locale) }
        if member.isNamed("direction") { return value.equals(state.direction.rawValue) }
        if member.isNamed("environment") { return value.holds(state.environment) }
        if member.isNamed("domains") { return value.holds(state.domains) }
        if member.isNamed("region") { return state.region.map { value.equals($0) } ?? false }
        if member.isNamed("keyboard") { return state.keyboard.map { value.holds($0) } ?? false }
        return nil
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
            guard element["domain"]?.equals(chains[index].domain) ?? false,
                element["catalogs"]?.holds(chains[index].catalogs) ?? false
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
            guard element["digest"]?.equals(files[index].digest) ?? false else { return false }
            index += 1
        }
        return true
    }

    fileprivate func holds(_ keyboard: Keyboard) -> Bool {
        (self["layout"]?.equals(keyboard.layout) ?? false)
            && holds("variant", keyboard.variant) && holds("inputMethod", keyboard.inputMethod)
    }

    /// Whether the member has this value; absent and null are nil.
    private func holds(_ name: String, _ value: String?) -> Bool {
        guard let member = self[name], !member.isNull else { return value == nil }
        return value.map { member.equals($0) } ?? false
    }
}
