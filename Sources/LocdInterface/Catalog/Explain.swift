import Varlink

/// One place where a key was looked for.
package struct Step: Codable, Hashable, Sendable {
    package var domain: String
    package var language: String
    package var digest: String
    package var path: String
    package var hasKey: Bool

    package init(domain: String, language: String, digest: String, path: String, hasKey: Bool) {
        self.domain = domain
        self.language = language
        self.digest = digest
        self.path = path
        self.hasKey = hasKey
    }
}

extension CatalogInterface {
    /// `org.locd.Catalog.Explain`: which scope and catalog gave a text, and where else it was looked for.
    ///
    /// Errors: NoSuchDomain, InvalidLanguageTag.
    package enum Explain: VarlinkMethod {
        package static let interface = CatalogInterface.name
        package static let name = "org.locd.Catalog.Explain"

        package struct Parameters: Codable, Sendable {
            package var domain: String
            package var key: String
            /// Nil means the caller's languages.
            package var language: String?
            package var application: String?

            package init(domain: String, key: String, language: String? = nil, application: String? = nil) {
                self.domain = domain
                self.key = key
                self.language = language
                self.application = application
            }
        }

        package struct Reply: Codable, Sendable {
            /// What decided the languages in force, as in `Origin`.
            package var scope: String
            package var requested: [String]
            package var languages: [String]
            /// In the order of the chain; the first with the key gives the text.
            package var steps: [Step]
            /// Nil when no catalog has the key.
            package var text: String?

            package init(scope: String, requested: [String], languages: [String], steps: [Step], text: String?) {
                self.scope = scope
                self.requested = requested
                self.languages = languages
                self.steps = steps
                self.text = text
            }
        }
    }
}
