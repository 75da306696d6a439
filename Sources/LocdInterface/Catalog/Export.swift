import Varlink

extension CatalogInterface {
    /// `org.locd.Catalog.Export`: all texts of a domain as its chain gives them. Errors: NoSuchDomain, InvalidLanguageTag.
    package enum Export: VarlinkMethod {
        package static let interface = CatalogInterface.name
        package static let name = "org.locd.Catalog.Export"

        package struct Parameters: Codable, Sendable {
            package var domain: String
            /// Nil means the caller's languages.
            package var language: String?
            package var application: String?

            package init(domain: String, language: String? = nil, application: String? = nil) {
                self.domain = domain
                self.language = language
                self.application = application
            }
        }

        package struct Reply: Codable, Sendable {
            /// The first language of the chain.
            package var language: String
            /// Nil when the texts come as a descriptor.
            package var messages: [String: String]?
            /// Index of the descriptor, among those of the message, of a sealed memfd with the same JSON object.
            package var descriptor: Int?
            /// Length in bytes of what the descriptor holds.
            package var size: Int?

            package init(language: String, messages: [String: String]?, descriptor: Int?, size: Int?) {
                self.language = language
                self.messages = messages
                self.descriptor = descriptor
                self.size = size
            }
        }
    }
}
