/// The shape of a tag, before ICU sees it: bounded, ASCII, well-formed by RFC 5646 section 2.1.
///
/// ICU accepts part of what it is given and is silent on the rest, so the shape is settled here and ICU only replaces
/// subtags and orders them.
enum TagSyntax {
    /// The text as a well-formed BCP 47 tag, not yet canonical.
    static func bcp47(_ text: String) throws(LanguageTagError) -> String {
        let trimmed = try trimmedASCII(text)
        let (name, codeset, modifier) = posixParts(trimmed)
        if let codeset, !Codeset.isKnown(codeset) {
            throw .notATag(text, .malformed, "what follows the dot is no character set")
        }
        if let modifier, !isModifierShape(modifier) {
            throw .notATag(text, .malformed, "what follows the @ is no modifier")
        }
        if isWithoutLanguage(name) {
            throw .notATag(text, .noLanguage, "it stands for no language")
        }
        var subtags = try subtags(of: name, text)
        if irregular.contains(subtags.joined(separator: "-").lowercased()) {
            return subtags.joined(separator: "-")
        }
        replaceAndroidRegion(&subtags)
        try checkWellFormed(subtags, text)
        apply(modifier, to: &subtags)
        return subtags.joined(separator: "-")
    }

    /// Whether a tag, or a name of a locale, stands for no language.
    static func isWithoutLanguage(_ name: some StringProtocol) -> Bool {
        let language = name.lowercased().prefix { $0 != "-" && $0 != "_" }
        return withoutLanguage.contains(String(language))
    }

    /// What makes an identifier safe wherever it is put: letters, digits and single inner hyphens.
    static func isCanonicalShape(_ tag: String) -> Bool {
        tag.utf8.count <= LanguageTag.maximumLength
            && tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
                .allSatisfy { (1...8).contains($0.count) && $0.allSatisfy(\.isAlphanumeric) }
            && tag.utf8.first?.isLetter == true
    }

    private static let withoutLanguage: Set = ["c", "posix", "root", "base", "und", "mul", "mis", "zxx", "x"]

    /// Tags of RFC 5646 section 2.2.8 that do not have the shape of a tag.
    private static let irregular: Set = [
        "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
        "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
    ]

    /// The text without blanks round it, if it is short enough and has only characters that some spelling uses.
    private static func trimmedASCII(_ text: String) throws(LanguageTagError) -> Substring {
        var trimmed = Substring(text)
        let isBlank: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
        while let first = trimmed.unicodeScalars.first, isBlank(first) {
            trimmed.unicodeScalars.removeFirst()
        }
        while let last = trimmed.unicodeScalars.last, isBlank(last) {
            trimmed.unicodeScalars.removeLast()
        }
        guard !trimmed.isEmpty else {
            throw LanguageTagError(code: .empty, message: "a language tag is empty")
        }
        guard trimmed.utf8.count <= LanguageTag.maximumLength else {
            throw .notATag(
                text, .tooLong, "it has \(trimmed.utf8.count) bytes, at most \(LanguageTag.maximumLength) are allowed")
        }
        for scalar in trimmed.unicodeScalars where !isAllowed(scalar) {
            let code = String(scalar.value, radix: 16, uppercase: true)
            let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
            throw .notATag(text, .invalidCharacter, "it contains the character U+\(padded)")
        }
        return trimmed
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else {
            return false
        }
        let byte = UInt8(truncatingIfNeeded: scalar.value)
        return byte.isAlphanumeric || byte.isSeparator || ".@+=".unicodeScalars.contains(scalar)
    }

    private static func isModifierShape(_ modifier: Substring) -> Bool {
        !modifier.isEmpty
            && modifier.utf8.allSatisfy { $0.isAlphanumeric || $0.isSeparator || $0 == UInt8(ascii: "=") }
    }

    /// `language_TERRITORY[.codeset][@modifier]`, split.
    private static func posixParts(_ text: Substring) -> (name: Substring, codeset: Substring?, modifier: Substring?) {
        var name = text
        var codeset: Substring?
        var modifier: Substring?
        if let at = name.firstIndex(of: "@") {
            modifier = name[name.index(after: at)...]
            name = name[..<at]
        }
        if let dot = name.firstIndex(of: ".") {
            codeset = name[name.index(after: dot)...]
            name = name[..<dot]
        }
        return (name, codeset, modifier)
    }

    private static func subtags(of name: Substring, _ text: String) throws(LanguageTagError) -> [Substring] {
        let isAndroid = name.hasPrefix("b+")
        let separators: (Character) -> Bool = isAndroid ? { $0 == "+" } : { $0 == "-" || $0 == "_" }
        let subtags = (isAndroid ? name.dropFirst(2) : name)
            .split(omittingEmptySubsequences: false, whereSeparator: separators)
        for subtag in subtags {
            guard !subtag.isEmpty else {
                throw .notATag(text, .malformed, "a part of it is empty")
            }
            guard subtag.utf8.allSatisfy(\.isAlphanumeric) else {
                throw .notATag(text, .malformed, "a part of it is neither letters nor digits")
            }
            guard subtag.utf8.count <= 8 else {
                throw .notATag(text, .malformed, "the part \"\(subtag)\" has more than 8 characters")
            }
        }
        return subtags
    }

    /// `pt-rBR` → `pt-BR`; the case tells it from an extended language subtag.
    private static func replaceAndroidRegion(_ subtags: inout [Substring]) {
        guard subtags.count == 2, let first = subtags[1].first, first == "r" else {
            return
        }
        let region = subtags[1].dropFirst()
        if region.utf8.isRegionShape, region == region.uppercased() {
            subtags[1] = region
        }
    }

    /// Scripts for which POSIX locales have a modifier; `valencia` is the one variant among them.
    private static func apply(_ modifier: Substring?, to subtags: inout [Substring]) {
        guard let modifier = modifier?.lowercased() else {
            return
        }
        let hasScript = subtags.dropFirst().contains { $0.utf8.count == 4 && $0.utf8.allSatisfy(\.isLetter) }
        let isSimple = subtags.allSatisfy { $0.utf8.count > 1 }
        if modifier == "valencia", isSimple {
            subtags.append("valencia")
        } else if let script = PosixModifier.script(of: modifier), !hasScript {
            subtags.insert(Substring(script), at: 1)
        }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    var isAlphanumeric: Bool { isDigit || isLetter }
    var isSeparator: Bool { self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }
}
