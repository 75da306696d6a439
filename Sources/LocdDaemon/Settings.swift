package import LanguageTags
package import LocdInterface

/// What one scope is set to. Empty means automatic: the next wider scope decides (semantics L1).
package struct Preference: Hashable, Sendable {
    /// Best first.
    package var languages: [LanguageTag]
    /// What decides formats (semantics L1b).
    package var region: RegionCode?

    package init(languages: [LanguageTag] = [], region: RegionCode? = nil) {
        self.languages = languages
        self.region = region
    }
}

/// Whose settings lie in one file.
package enum Owner: Hashable, Sendable {
    case system
    case user(UInt32)
}

/// One place that can be set.
package enum Slot: Hashable, Sendable {
    case system
    case user(UInt32)
    case application(UInt32, String)

    package var owner: Owner {
        switch self {
        case .system: .system
        case .user(let uid), .application(let uid, _): .user(uid)
        }
    }

    package var scope: Scope {
        switch self {
        case .system: .system
        case .user: .user
        case .application: .application
        }
    }
}

/// What is stored for one owner.
package struct OwnerSettings: Equatable, Sendable {
    package var own: Preference
    package var applications: [String: Preference]

    package init(own: Preference = Preference(), applications: [String: Preference] = [:]) {
        self.own = own
        self.applications = applications
    }

    /// Whether nothing is set.
    var isEmpty: Bool { self == OwnerSettings() }

    /// The preference of a slot of this owner; setting an empty one removes it.
    subscript(slot: Slot) -> Preference {
        get {
            if case .application(_, let application) = slot { return applications[application] ?? Preference() }
            return own
        }
        set {
            if case .application(_, let application) = slot {
                applications[application] = newValue == Preference() ? nil : newValue
            } else {
                own = newValue
            }
        }
    }
}

/// A setting that covers a stored one for a while (semantics L1a).
struct TemporarySetting: Equatable {
    var preference: Preference
    /// When it ends; nil means with the daemon.
    var end: Deadline?
}

/// A moment on two clocks: the one that deadlines run on and the one that people read.
package struct Deadline: Hashable, Sendable {
    /// Nanoseconds on CLOCK_BOOTTIME, which does not jump.
    package var boottime: Int64
    /// Seconds of Unix time, as told to clients.
    package var unix: Int64

    package init(boottime: Int64, unix: Int64) {
        self.boottime = boottime
        self.unix = unix
    }
}

/// All settings: the stored ones and the temporary ones over them.
struct SettingsBook {
    private(set) var stored: [Owner: OwnerSettings]
    private(set) var temporary: [Slot: TemporarySetting] = [:]

    init(stored: [Owner: OwnerSettings]) {
        self.stored = stored
    }

    /// What a slot is set to now.
    func preference(of slot: Slot) -> Preference {
        temporary[slot]?.preference ?? stored[slot.owner]?[slot] ?? Preference()
    }

    /// What is stored for an owner once a slot of it holds another preference.
    func settings(of owner: Owner, setting slot: Slot, to preference: Preference) -> OwnerSettings {
        var settings = stored[owner] ?? OwnerSettings()
        settings[slot] = preference
        return settings
    }

    /// Every slot that something is set for.
    var chosenSlots: Set<Slot> {
        var slots = Set(temporary.keys)
        for (owner, settings) in stored {
            switch owner {
            case .system: slots.insert(.system)
            case .user(let uid):
                slots.insert(.user(uid))
                slots.formUnion(settings.applications.keys.map { .application(uid, $0) })
            }
        }
        return slots
    }

    mutating func setStored(_ settings: OwnerSettings, of owner: Owner) {
        stored[owner] = settings
    }

    mutating func setTemporary(_ setting: TemporarySetting?, of slot: Slot) {
        temporary[slot] = setting
    }

    /// The next end of a temporary setting, in nanoseconds of CLOCK_BOOTTIME.
    var nextDeadline: Int64? {
        temporary.values.compactMap(\.end?.boottime).min()
    }

    /// The slots whose temporary setting has ended.
    func expired(at boottime: Int64) -> [Slot] {
        temporary.filter { $0.value.end.map { $0.boottime <= boottime } ?? false }.map(\.key)
    }

    /// The slots of an application that has settings, stored or temporary, for a user.
    func applications(of uid: UInt32) -> Set<String> {
        var names = Set(stored[.user(uid)].map { Array($0.applications.keys) } ?? [])
        for case .application(uid, let name) in temporary.keys { names.insert(name) }
        return names
    }
}
