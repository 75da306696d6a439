import LocdInterface

/// What is to be said after a change beside the language now in force.
enum ChangeRemarks {
    /// The sentences, in order; none where the change is all there is to know.
    ///
    /// - Parameters:
    ///   - scope: Whose setting was changed.
    ///   - application: Which one's, in the application scope.
    ///   - inForce: The language that the setting gives there.
    ///   - masks: The caller's narrower settings that hide it, narrowest first.
    static func masked(scope: Scope, application: String?, inForce: String?, masks: [Setting]) -> [String] {
        guard let mask = masks.first else { return [] }
        let whose =
            switch scope {
            case .system: "system language"
            case .user: "your own language"
            case .application: "the language of \(application ?? "the application")"
            }
        return [
            "\(whose) is now \(inForce ?? "undecided"); \(mask.ownerText) \(mask.languagesText) still applies "
                + "(clear it: \(mask.clearCommand))"
        ]
    }

    /// The sentence for what could not be had, so that `auto` is stored in its place.
    static func fallback(requested: [String], inForce: String?) -> String {
        "no language \(listed(requested.map { quoted($0) }, "or")); the setting is now automatic, which gives "
            + (inForce ?? "none")
    }
}
