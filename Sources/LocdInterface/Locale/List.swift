import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.List`: the languages that can be set, one reply each, the automatic entry first.
    ///
    /// Needs `more`.
    package enum List: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.List"

        package struct Parameters: Codable, Sendable {
            /// Whose sizes and completeness to tell; nil means all domains together.
            package var domain: String?

            package init(domain: String? = nil) {
                self.domain = domain
            }
        }

        package struct Reply: Codable, Sendable {
            /// Nil in the only reply where no language can be set.
            package var language: Language?

            package init(language: Language?) {
                self.language = language
            }
        }
    }
}
