package import CatalogBuilder
import JSON

/// A form in which people keep texts, and programs exchange them.
package enum InterchangeFormat: String, CaseIterable, Sendable {
    case json
    case i18next
    case arb
    case strings
    case stringsdict
    case xcstrings
    case android
    case mo

    /// The format of a file, by the ending of its name and, for JSON, by what is in it; nil for an ending that tells none.
    package init?(file: String, bytes: [UInt8]) {
        guard let format = Self.first(endingAs: file) else { return nil }
        self = format == .json ? Self.kindOfJSON(bytes) : format
    }

    /// Whether the ending of a file's name is that of a format.
    package static func knowsEnding(of file: String) -> Bool { first(endingAs: file) != nil }

    private static func first(endingAs file: String) -> InterchangeFormat? {
        let name = file.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        return allCases.first { $0.ending == ending }
    }

    /// What the names of its files end with.
    package var ending: String {
        switch self {
        case .i18next: "json"
        case .android: "xml"
        default: rawValue
        }
    }

    /// The endings of all formats.
    package static var endings: [String] {
        allCases.map(\.ending).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Which of the formats that are JSON a file is in.
    private static func kindOfJSON(_ bytes: [UInt8]) -> InterchangeFormat {
        // The reader of plain JSON says what is wrong.
        guard let document = try? JSONDocument(parsing: bytes, limits: .sourceFile) else { return .json }
        return I18next.isLikely(document.root) ? .i18next : .json
    }

    /// Whether the ending alone does not tell it.
    package var isGuessed: Bool { self == .i18next || self == .android }

    /// What people call it.
    package var title: String {
        switch self {
        case .json: "JSON"
        case .i18next: "i18next's JSON"
        case .arb: "an Application Resource Bundle"
        case .strings: "Apple's strings"
        case .stringsdict: "Apple's plural strings"
        case .xcstrings: "a String Catalog"
        case .android: "Android's string resources"
        case .mo: "a catalog of gettext"
        }
    }

    /// What reads its files.
    package var reader: CatalogSource.Reader {
        switch self {
        case .json: CatalogSource.Kind.json.reader
        case .i18next: { I18next.read($0, &$1) }
        case .arb: { ApplicationResourceBundle.read($0, &$1) }
        case .strings: CatalogSource.Kind.strings.reader
        case .stringsdict: { StringsDictionary.read($0, &$1) }
        case .xcstrings: { StringCatalog.read($0, &$1) }
        case .android: { AndroidResources.read($0, &$1) }
        case .mo: CatalogSource.Kind.gettext.reader
        }
    }
}
