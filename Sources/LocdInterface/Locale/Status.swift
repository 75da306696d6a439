package import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Status`: the daemon at a glance.
    package enum Status: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Status"

        package typealias Parameters = NoParameters

        package struct Reply: Codable, Sendable {
            package var version: String
            /// The machine's settings and the caller's own, widest first.
            package var settings: [Setting]
            package var domains: [String]
            /// Who beside root and the daemon's user may change the machine's language.
            package var administratorGroup: String?
            package var connections: Int
            /// The newest faults met in files, at most 64.
            package var problems: [Problem]

            package init(
                version: String, settings: [Setting], domains: [String], administratorGroup: String?, connections: Int,
                problems: [Problem]
            ) {
                self.version = version
                self.settings = settings
                self.domains = domains
                self.administratorGroup = administratorGroup
                self.connections = connections
                self.problems = problems
            }
        }
    }
}
