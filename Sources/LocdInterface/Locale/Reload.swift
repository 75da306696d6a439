import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Reload`: reads configuration and shipped texts anew and tells every subscriber, changed or not.
    package enum Reload: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Reload"

        package struct Parameters: Codable, Sendable {
            /// Whether the user may be asked for a password. Without polkit nobody is.
            package var allowInteractiveAuthentication: Bool?

            package init(allowInteractiveAuthentication: Bool? = nil) {
                self.allowInteractiveAuthentication = allowInteractiveAuthentication
            }
        }

        package struct Reply: Codable, Sendable {
            /// The generation of the caller's view afterwards.
            package var generation: Int64

            package init(generation: Int64) {
                self.generation = generation
            }
        }
    }
}
