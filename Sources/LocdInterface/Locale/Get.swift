import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Get`: the present state for the caller, or for one of its applications.
    package enum Get: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Get"

        package struct Parameters: Codable, Sendable {
            /// The application's identifier; nil means the caller as a user.
            package var application: String?
            /// Whose chains to include; nil means none.
            package var domains: [String]?

            package init(application: String? = nil, domains: [String]? = nil) {
                self.application = application
                self.domains = domains
            }
        }

        package struct Reply: Codable, Sendable {
            package var state: State

            package init(state: State) {
                self.state = state
            }
        }
    }
}
