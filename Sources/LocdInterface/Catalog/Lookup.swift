import Varlink

/// How an argument's value is to be read.
package enum ArgumentKind: String, Codable, Sendable, CaseIterable {
    case text, integer, decimal
}

/// A value for a message on the wire.
package struct Argument: Codable, Hashable, Sendable {
    /// Nil means positional, in the order given.
    package var name: String?
    /// The value as it is to be shown.
    package var value: String
    package var kind: ArgumentKind

    package init(name: String?, value: String, kind: ArgumentKind) {
        self.name = name
        self.value = value
        self.kind = kind
    }
}

extension CatalogInterface {
    /// `org.locd.Catalog.Lookup`: the text of a key with its arguments filled in, for shells and the like.
    ///
    /// Errors: NoSuchDomain, NoSuchMessage, InvalidArgument, InvalidLanguageTag.
    package enum Lookup: VarlinkMethod {
        package static let interface = CatalogInterface.name
        package static let name = "org.locd.Catalog.Lookup"

        package struct Parameters: Codable, Sendable {
            package var domain: String
            package var key: String
            package var arguments: [Argument]?
            /// Free-form placeholders and what replaces them (semantics M5).
            package var tokens: [String: String]?
            /// Nil means the caller's languages.
            package var language: String?
            package var application: String?

            package init(
                domain: String, key: String, arguments: [Argument]? = nil, tokens: [String: String]? = nil,
                language: String? = nil, application: String? = nil
            ) {
                self.domain = domain
                self.key = key
                self.arguments = arguments
                self.tokens = tokens
                self.language = language
                self.application = application
            }
        }

        package struct Reply: Codable, Sendable {
            package var text: String
            /// The language of the catalog that answered.
            package var language: String

            package init(text: String, language: String) {
                self.text = text
                self.language = language
            }
        }
    }
}
