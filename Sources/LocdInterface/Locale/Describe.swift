import Varlink

extension LocaleInterface {
    /// `org.locd.Locale.Describe`: one language that can be set. Errors: InvalidLanguageTag, NoSuchLanguage.
    package enum Describe: VarlinkMethod {
        package static let interface = LocaleInterface.name
        package static let name = "org.locd.Locale.Describe"

        package struct Parameters: Codable, Sendable {
            package var language: String

            package init(language: String) {
                self.language = language
            }
        }

        package struct Reply: Codable, Sendable {
            package var language: Language

            package init(language: Language) {
                self.language = language
            }
        }
    }
}
