import LocdInterface

/// What is to be said after a change beside the language now in force.
enum ChangeRemarks {
    /// The sentence for a language that a narrower setting hides (semantics L13); nil when none does.
    ///
    /// - Parameters:
    ///   - scope: Whose setting was changed.
    ///   - application: Which one's, in the application scope.
    ///   - inForce: The language that the setting gives there.
    ///   - masks: The caller's narrower settings, narrowest first.
    static func maskedLanguage(
        scope: Scope, application: String?, inForce: String?, masks: [Setting]
    ) -> String? {
        guard let mask = masks.first(where: { !$0.languages.isEmpty }) else { return nil }
        let owner = owner(scope, application)
        return
            "\(owner) language is now \(inForce ?? "undecided"); \(mask.ownerText) \(mask.languagesText) still applies "
            + "(clear it: \(mask.clearCommand))"
    }

    /// The sentence for a region that a narrower setting hides; nil when none does.
    static func maskedRegion(scope: Scope, application: String?, region: String, masks: [Setting]) -> String? {
        guard let mask = masks.first(where: { $0.region != nil }), let other = mask.region else { return nil }
        let command = mask.isTemporary ? mask.clearCommand : "locctl set --region auto \(mask.option)"
        return "\(owner(scope, application)) region is now \(region.isEmpty ? "automatic" : region); \(mask.ownerText) "
            + "\(other) still applies (clear it: \(command))"
    }

    private static func owner(_ scope: Scope, _ application: String?) -> String {
        switch scope {
        case .system: "system"
        case .user: "your own"
        case .application: "\(application ?? "the application")'s"
        }
    }

    /// The sentence for what could not be had, so that `auto` is stored in its place.
    static func fallback(requested: [String], inForce: String?) -> String {
        "no language \(listed(requested.map { quoted($0) }, "or")); the setting is now automatic, which gives "
            + (inForce ?? "none")
    }
}
