import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Set`: sets the languages, the region or both of one scope.
    ///
    /// Answers once the change is durable (unless it is temporary) and told to all subscribers.
    /// Errors: InvalidLanguageTag, NoSuchLanguage, InvalidRegion, Conflict, Superseded, LimitExceeded, StorageFailed, and
    /// `org.varlink.service.PermissionDenied`.
    package enum Set: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Set"

        package struct Parameters: Codable, Sendable {
            /// Tags, best first. Nil keeps the present ones; empty or `["auto"]` clears them.
            package var languages: [String]?
            /// Two letters of ISO 3166. Nil keeps the present one; `""` clears it.
            package var region: String?
            /// Nil means system.
            package var scope: Scope?
            /// Needed for, and only for, the application scope.
            package var application: String?
            /// Nil means `download` where a repository is configured, `fail` elsewhere.
            package var ifMissing: IfMissing?
            /// Refuse unless the caller's view has this generation.
            package var ifGeneration: Int64?
            /// The setting ends by itself after so many seconds, 1 to 604800.
            package var temporarySeconds: Int?
            /// The setting is not stored and ends with the daemon.
            package var runtime: Bool?
            /// Whether the user may be asked for a password. Without polkit nobody is.
            package var allowInteractiveAuthentication: Bool?

            package init(
                languages: [String]? = nil, region: String? = nil, scope: Scope? = nil, application: String? = nil,
                ifMissing: IfMissing? = nil, ifGeneration: Int64? = nil, temporarySeconds: Int? = nil,
                runtime: Bool? = nil, allowInteractiveAuthentication: Bool? = nil
            ) {
                self.languages = languages
                self.region = region
                self.scope = scope
                self.application = application
                self.ifMissing = ifMissing
                self.ifGeneration = ifGeneration
                self.temporarySeconds = temporarySeconds
                self.runtime = runtime
                self.allowInteractiveAuthentication = allowInteractiveAuthentication
            }
        }

        package struct Reply: Codable, Sendable {
            /// The caller's view after the change.
            package var state: State
            /// What was asked for, in canonical spelling.
            package var requested: [String]
            /// What the scope holds now; empty means automatic.
            package var stored: [String]
            /// The language this gives in that scope; nil when there are no languages at all.
            package var inForce: String?
            /// `set`, or `fallback` when `auto` was stored instead of what was asked for.
            package var reason: Reason
            /// The caller's narrower settings that hide this one, narrowest first.
            package var masks: [Setting]

            package init(
                state: State, requested: [String], stored: [String], inForce: String?, reason: Reason, masks: [Setting]
            ) {
                self.state = state
                self.requested = requested
                self.stored = stored
                self.inForce = inForce
                self.reason = reason
                self.masks = masks
            }
        }
    }
}
