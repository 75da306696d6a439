import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Subscribe`: the present state, then each new one, for as long as the connection lives.
    ///
    /// Needs `more`. States are whole; a slow reader gets only the newest. A reply without state is a heartbeat.
    package enum Subscribe: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Subscribe"

        package struct Parameters: Codable, Sendable {
            /// The application's identifier; nil means the caller as a user.
            package var application: String?
            /// Whose chains to include; nil means none.
            package var domains: [String]?
            /// Seconds of silence after which a heartbeat is sent: nil means 20, 0 means never.
            package var heartbeatSeconds: Int?

            package init(application: String? = nil, domains: [String]? = nil, heartbeatSeconds: Int? = nil) {
                self.application = application
                self.domains = domains
                self.heartbeatSeconds = heartbeatSeconds
            }
        }

        package struct Reply: Codable, Sendable {
            /// Nil in a heartbeat.
            package var state: State?

            package init(state: State?) {
                self.state = state
            }
        }
    }
}
