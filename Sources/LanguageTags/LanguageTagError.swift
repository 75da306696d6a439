/// Why a text is no language tag, or no region.
package struct LanguageTagError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds a caller may tell apart.
    package enum Code: Hashable, Sendable {
        /// Nothing but blanks.
        case empty
        /// Longer than `LanguageTag.maximumLength` bytes.
        case tooLong
        /// A character that no spelling of a tag has.
        case invalidCharacter
        /// Not of the shape BCP 47, POSIX or Android give a tag.
        case malformed
        /// Well-formed, but it stands for no language: `C`, `root`, `und`, `mul`, `zxx`, `x-…`.
        case noLanguage
        /// Well-formed, but nothing is registered under a language subtag of this length (`hindi`): a name, not a tag.
        case unassigned
        /// Not a region of two letters.
        case invalidRegion
    }

    package var code: Code
    /// A sentence that names the value and what is wrong with it, free of control characters.
    package var message: String

    package var description: String { message }
}

extension LanguageTagError {
    /// How a message begins: the value in quotes, made printable and cut to a length that a log line can hold.
    static func quoted(_ text: some StringProtocol) -> String {
        let limit = 40
        var quoted = "\""
        for scalar in text.unicodeScalars.prefix(limit) {
            quoted += scalar.isASCII ? scalar.escaped(asASCII: true) : String(scalar).printable
        }
        quoted += text.unicodeScalars.dropFirst(limit).isEmpty ? "\"" : "…\""
        return quoted
    }

    static func notATag(_ text: some StringProtocol, _ code: Code, _ reason: String) -> LanguageTagError {
        LanguageTagError(code: code, message: "\(quoted(text)) is not a language tag: \(reason)")
    }
}

extension String {
    /// Letters, marks and digits as they are; everything else, which might steer a terminal, as an escape.
    fileprivate var printable: String {
        String(
            unicodeScalars.map { scalar -> String in
                switch scalar.properties.generalCategory {
                case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
                    .nonspacingMark, .spacingMark, .decimalNumber:
                    String(scalar)
                default:
                    scalar.escaped(asASCII: true)
                }
            }.joined())
    }
}
