package import Varlink

/// The interface `org.locd.Catalog`: texts, for those who do not map catalogs themselves.
package enum CatalogInterface {
    /// The interface's name on the wire.
    package static let name = "org.locd.Catalog"

    /// The interface's description in Varlink's IDL (UAPI.20), as `GetInterfaceDescription` gives it.
    package static let idl = """
        # Message catalogs and their texts, served by locd, the language daemon.
        interface org.locd.Catalog

        # How an argument's value is to be read: as it is, as a whole number, or as a decimal number as shown.
        type ArgumentKind (text, integer, decimal)

        # A value for a message. Without a name it is positional, in the order given.
        type Argument (name: ?string, value: string, kind: ArgumentKind)

        # One place where a key was looked for.
        type Step (domain: string, language: string, digest: string, path: string, hasKey: bool)

        # The catalog with this digest (64 lower-case hexadecimal digits) as a sealed memfd. `descriptor` is the
        # descriptor's index in the message, `size` its bytes.
        method Open(digest: string) -> (descriptor: int, size: int)

        # The text of a key with its arguments filled in, from the chain of the caller's language or of another.
        # `tokens` are free-form placeholders and what replaces them. `language` is that of the catalog that answered.
        method Lookup(
          domain: string,
          key: string,
          arguments: ?[]Argument,
          tokens: ?[string]string,
          language: ?string,
          application: ?string
        ) -> (text: string, language: string)

        # All texts of a domain as the chain gives them. What no reply of 1 MiB holds comes as a descriptor of the same
        # JSON object (`descriptor` is its index in the message, `size` its bytes) and `messages` is null.
        method Export(
          domain: string,
          language: ?string,
          application: ?string
        ) -> (language: string, messages: ?[string]string, descriptor: ?int, size: ?int)

        # Which scope and catalog gave this text, and where else it was looked for; `text` is null when nowhere.
        method Explain(
          domain: string,
          key: string,
          language: ?string,
          application: ?string
        ) -> (scope: string, requested: []string, languages: []string, steps: []Step, text: ?string)

        # Tells the daemon of a key that a program asked for and did not find; it is logged once.
        method ReportMissing(domain: string, key: string, language: string) -> ()

        # No catalog in force has this digest.
        error NoSuchCatalog (digest: string)

        # No such domain.
        error NoSuchDomain (domain: string)

        # The key is in no catalog of the chain.
        error NoSuchMessage (domain: string, key: string, languages: []string)

        # An argument the message needs is missing or of the wrong kind.
        error InvalidArgument (argument: string, message: string)

        # The language tag is not one, or no chain exists for it.
        error InvalidLanguageTag (tag: string, message: string)

        # The catalog or the texts could not be put where a descriptor leads to; `outOfSpace` tells whether there was
        # no room for them.
        error OpenFailed (message: string, outOfSpace: bool)

        # The caller has asked for more than it may in this time.
        error LimitExceeded (limit: string, maximum: int)

        """

    /// The description, parsed.
    package static let description: InterfaceDescription = {
        do {
            return try InterfaceDescription(parsing: idl)
        } catch {
            preconditionFailure("the description of \(name) does not parse: \(error)")
        }
    }()
}
