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
            /// Which scope is to be set; decides what the automatic entry resolves to and what is current. Nil means user.
            package var scope: Scope?
            /// Needed for, and only for, the application scope.
            package var application: String?

            package init(domain: String? = nil, scope: Scope? = nil, application: String? = nil) {
                self.domain = domain
                self.scope = scope
                self.application = application
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
