/// A language as BCP 47 names it, in canonical form: `hi`, `pt-BR`, `zh-Hant-TW`.
///
/// Canonical is what RFC 5646 and CLDR say: fixed case and order, deprecated and legacy subtags replaced (iw → he,
/// in → id, sh → sr-Latn, tl → fil). So equal languages are equal values, however they were spelt.
///
/// The identifier consists of ASCII letters, digits and single inner hyphens, at most `maximumLength` of them, and
/// begins with a letter: by construction it is safe as a path component, as an environment value and in a log line.
package struct LanguageTag: Hashable, Sendable {
    /// Bytes a tag may have, on input and in canonical form. Longer text never reaches ICU.
    package static let maximumLength = 127

    /// The canonical text.
    package let identifier: String

    /// Takes what ICU, or a part of a canonical tag, is known to be.
    init(canonical identifier: String) {
        self.identifier = identifier
    }
}

extension LanguageTag: CustomStringConvertible {
    package var description: String { identifier }
}

extension LanguageTag: Comparable {
    /// By the bytes of the identifier.
    package static func < (left: LanguageTag, right: LanguageTag) -> Bool {
        left.identifier < right.identifier
    }
}

extension LanguageTag: Codable {
    /// From a string, as `init(parsing:)` reads it; fails with its sentence.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do {
            try self.init(parsing: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.message)
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
