/// A country or territory whose formats are used: two letters of ISO 3166, canonical (`uk` → `GB`).
package struct RegionCode: Hashable, Sendable {
    /// The canonical text, two capital letters.
    package let identifier: String

    /// Reads two letters in any case, blanks round them ignored. `ZZ`, the unknown region, is refused.
    package init(parsing text: String) throws(LanguageTagError) {
        let code = text.filter { $0 != " " && $0 != "\t" }
        let isTwoLetters = code.utf8.count == 2 && code.utf8.allSatisfy(\.isLetter)
        guard isTwoLetters, let tag = ICU.canonicalTag("und-\(code)") else {
            throw LanguageTagError(
                code: .invalidRegion,
                message: "\(LanguageTagError.quoted(text)) is not a region: two letters are, such as DE")
        }
        let canonical = String(tag.suffix(2))
        guard canonical != "ZZ" else {
            throw LanguageTagError(code: .invalidRegion, message: "\"ZZ\" is not a region: it stands for none")
        }
        identifier = canonical
    }

    init(canonical identifier: String) {
        self.identifier = identifier
    }
}

extension RegionCode: CustomStringConvertible {
    package var description: String { identifier }
}

extension LanguageTag {
    /// The identifier of a locale that speaks this language and formats as in `region` (UTS #35, `-u-rg-`): en with
    /// DE → `en-u-rg-dezzzz`. The tag itself where it already means that region, or with nil.
    package func formatting(for region: RegionCode?) -> LanguageTag {
        guard let region, maximized.region != region.identifier else {
            return self
        }
        return ICU.tag(identifier, formatRegion: region.identifier).map(LanguageTag.init(canonical:)) ?? self
    }
}
