import LocdInterface

/// When and why something last changed.
struct ChangeMark: Comparable {
    var generation: Int64
    var reason: Reason

    static func < (one: ChangeMark, other: ChangeMark) -> Bool {
        one.generation < other.generation
    }
}

/// Remembers the last change of everything that a view can depend on, so that each view has a generation of its own
/// which grows exactly when the view changes.
///
/// A view (a user, or one of its applications) asks for its language from the narrowest scope outwards until one
/// decides. So the view's last change is the newest mark among the scopes it asked, and among what concerns
/// everybody: catalogs, configuration, reloads. A change of a scope that a narrower one hides is not among them and
/// stays silent (semantics L8, L13). Region and language are decided apart, hence marked apart.
struct ChangeLedger {
    private var languages: [Slot: ChangeMark] = [:]
    private var regions: [Slot: ChangeMark] = [:]
    /// The operating system's languages and the product's default.
    private var machine: ChangeMark
    /// What concerns every view.
    private var everything: ChangeMark

    /// Begins with the first generation after a start: nothing is older.
    init(start generation: Int64) {
        machine = ChangeMark(generation: generation, reason: .start)
        everything = machine
    }

    mutating func noteLanguages(of slot: Slot, _ mark: ChangeMark) { languages[slot] = mark }
    mutating func noteRegion(of slot: Slot, _ mark: ChangeMark) { regions[slot] = mark }
    mutating func noteMachine(_ mark: ChangeMark) { machine = mark }
    mutating func noteEverything(_ mark: ChangeMark) { everything = mark }

    /// The newest mark among what a view depends on.
    ///
    /// - Parameters:
    ///   - slots: the view's scopes, narrowest first.
    ///   - languageDecider: the index in `slots` of the scope that decides the languages; nil when none does, so
    ///     that the machine's languages are asked too.
    ///   - regionDecider: the same for the region.
    func lastChange(slots: [Slot], languageDecider: Int?, regionDecider: Int?) -> ChangeMark {
        var last = everything
        for slot in slots[...(languageDecider ?? slots.count - 1)] {
            if let mark = languages[slot] { last = max(last, mark) }
        }
        for slot in slots[...(regionDecider ?? slots.count - 1)] {
            if let mark = regions[slot] { last = max(last, mark) }
        }
        return languageDecider == nil ? max(last, machine) : last
    }
}
