/// Whose settings one file holds.
package enum SettingsOwner: Hashable, Sendable {
    case system
    /// A user, by number; never 4294967295, which is nobody to the kernel.
    case user(UInt32)

    /// The name of the owner's file: `system.json`, `user-1000.json`.
    package var fileName: String {
        switch self {
        case .system: "system.json"
        case .user(let uid): "user-\(uid).json"
        }
    }

    /// The owner of a file with this name; nil unless it is exactly one that `fileName` gives.
    package init?(fileName: String) {
        if fileName == SettingsOwner.system.fileName {
            self = .system
            return
        }
        let number = fileName.dropFirst("user-".count).dropLast(".json".count)
        guard let uid = UInt32(number), uid != .max, SettingsOwner.user(uid).fileName == fileName else { return nil }
        self = .user(uid)
    }
}

/// What one scope is set to, as it is stored. The store knows the shape of tags and no languages.
package struct StoredPreference: Hashable, Sendable {
    /// Language tags, best first; empty is automatic.
    package var languages: [String]
    /// The region that decides formats; nil is the language's own.
    package var region: String?

    package init(languages: [String] = [], region: String? = nil) {
        self.languages = languages
        self.region = region
    }

    /// Whether nothing is set.
    package var isEmpty: Bool { languages.isEmpty && region == nil }
}

/// All that is stored for one owner.
package struct SettingsRecord: Hashable, Sendable {
    package var own: StoredPreference
    /// By application identifier.
    package var applications: [String: StoredPreference]

    package init(own: StoredPreference = StoredPreference(), applications: [String: StoredPreference] = [:]) {
        self.own = own
        self.applications = applications
    }
}

/// The most that one owner's file holds.
package enum SettingsLimits {
    package static let applications = 64
    package static let languages = 16
    /// Bytes of a tag, a region or an application identifier.
    package static let nameBytes = 127
    /// Bytes of the file.
    package static let fileBytes = 8192
}
