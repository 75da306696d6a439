import CatalogBuilder
import LanguageTags

/// What the daemon asks of a build child, as its arguments.
struct BuildRequest: Equatable {
    /// The argument that makes `locd` a build child.
    static let verb = "build-catalogs"
    /// The source, open for reading.
    static let sourceDescriptor: Int32 = 3
    /// An empty memory file for the result.
    static let resultDescriptor: Int32 = 4
    /// The base language's catalog, where `hasBase` says that there is one.
    static let baseDescriptor: Int32 = 5

    var kind: CatalogSource.Kind
    var domain: String
    /// The file's name, for diagnostics and for telling whether a JSON file holds one language.
    var file: String
    /// The language of the texts; nil for a file that tells it itself.
    var language: LanguageTag?
    /// The language that the domain is complete in; nil when the file's own languages decide.
    var baseLanguage: LanguageTag?
    var hasBase: Bool
    /// SHA-256 of the source, hexadecimal.
    var digest: String

    init(
        kind: CatalogSource.Kind, domain: String, file: String, language: LanguageTag?, baseLanguage: LanguageTag?,
        hasBase: Bool, digest: String
    ) {
        self.kind = kind
        self.domain = domain
        self.file = file
        self.language = language
        self.baseLanguage = baseLanguage
        self.hasBase = hasBase
        self.digest = digest
    }

    /// Reads what `arguments` wrote; nil for anything else.
    init?(arguments: [String]) {
        guard arguments.count == 7, let kind = CatalogSource.Kind(rawValue: arguments[0]),
            let language = Self.tag(arguments[3]), let base = Self.tag(arguments[4])
        else { return nil }
        self.init(
            kind: kind, domain: arguments[1], file: arguments[2], language: language, baseLanguage: base,
            hasBase: arguments[5] == "base", digest: arguments[6])
    }

    var arguments: [String] {
        [
            kind.rawValue, domain, file, language?.description ?? "", baseLanguage?.description ?? "",
            hasBase ? "base" : "", digest,
        ]
    }

    /// An empty text means none; nil when it is no tag.
    private static func tag(_ text: String) -> LanguageTag?? {
        if text.isEmpty { return .some(nil) }
        // A tag that does not parse makes the whole request one that does not.
        return (try? LanguageTag(parsing: text)).map { .some($0) }
    }
}
