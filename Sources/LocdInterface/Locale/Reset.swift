import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Reset`: drops a temporary setting, so that what is stored applies again.
    package enum Reset: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Reset"

        package struct Parameters: Codable, Sendable {
            /// Nil means system.
            package var scope: Scope?
            /// Needed for, and only for, the application scope.
            package var application: String?
            /// Whether the user may be asked for a password. Without polkit nobody is.
            package var allowInteractiveAuthentication: Bool?

            package init(
                scope: Scope? = nil, application: String? = nil, allowInteractiveAuthentication: Bool? = nil
            ) {
                self.scope = scope
                self.application = application
                self.allowInteractiveAuthentication = allowInteractiveAuthentication
            }
        }

        package struct Reply: Codable, Sendable {
            /// The caller's view after the change.
            package var state: State
            /// What the scope holds now; empty means automatic.
            package var stored: [String]
            /// The language this gives in that scope; nil when there are no languages at all.
            package var inForce: String?
            /// The caller's narrower settings that hide this one, narrowest first.
            package var masks: [Setting]

            package init(state: State, stored: [String], inForce: String?, masks: [Setting]) {
                self.state = state
                self.stored = stored
                self.inForce = inForce
                self.masks = masks
            }
        }
    }
}
