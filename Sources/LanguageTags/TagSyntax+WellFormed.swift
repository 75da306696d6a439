extension TagSyntax {
    /// Checks the order and shape of subtags: RFC 5646 section 2.1's `langtag`, and of section 2.2 that neither a
    /// variant nor a singleton comes twice.
    static func checkWellFormed(_ subtags: [Substring], _ text: String) throws(LanguageTagError) {
        var rest = subtags[...]
        try takeLanguage(&rest, text)
        take(1, from: &rest) { $0.count == 4 && $0.allSatisfy(\.isLetter) }
        take(1, from: &rest) { $0.isRegionShape }
        try takeVariants(&rest, text)
        try takeExtensions(&rest, text)
        if let unexpected = rest.first {
            throw .notATag(text, .malformed, "the part \"\(unexpected)\" has no place where it stands")
        }
    }

    private static func takeLanguage(_ rest: inout ArraySlice<Substring>, _ text: String) throws(LanguageTagError) {
        let language = rest.removeFirst()
        guard language.utf8.allSatisfy(\.isLetter), language.utf8.count >= 2 else {
            throw .notATag(text, .malformed, "\"\(language)\" is not the code of a language, two or three letters")
        }
        guard language.utf8.count <= 3 else {
            throw .notATag(text, .unassigned, "no language has the code \"\(language)\"")
        }
        // Up to three extended language subtags: zh-yue.
        take(3, from: &rest) { $0.count == 3 && $0.allSatisfy(\.isLetter) }
    }

    private static func takeVariants(_ rest: inout ArraySlice<Substring>, _ text: String) throws(LanguageTagError) {
        var seen: Set<String> = []
        while let variant = rest.first, variant.utf8.isVariantShape {
            rest.removeFirst()
            guard seen.insert(variant.lowercased()).inserted else {
                throw .notATag(text, .malformed, "the variant \"\(variant)\" comes twice")
            }
        }
    }

    private static func takeExtensions(_ rest: inout ArraySlice<Substring>, _ text: String) throws(LanguageTagError) {
        var seen: Set<String> = []
        while let singleton = rest.first, singleton.utf8.count == 1 {
            rest.removeFirst()
            let isPrivate = singleton.lowercased() == "x"
            guard seen.insert(singleton.lowercased()).inserted else {
                throw .notATag(text, .malformed, "the extension \"\(singleton)\" comes twice")
            }
            let count = take(.max, from: &rest) { isPrivate || $0.count >= 2 }
            guard count > 0 else {
                throw .notATag(text, .malformed, "the extension \"\(singleton)\" is empty")
            }
        }
    }

    /// Drops at most `limit` subtags of a shape from the front; returns how many.
    @discardableResult
    private static func take(
        _ limit: Int, from rest: inout ArraySlice<Substring>, where hasShape: (Substring.UTF8View) -> Bool
    ) -> Int {
        var count = 0
        while count < limit, let subtag = rest.first, hasShape(subtag.utf8) {
            rest.removeFirst()
            count += 1
        }
        return count
    }
}

extension Substring.UTF8View {
    /// Two letters or three digits.
    var isRegionShape: Bool {
        (count == 2 && allSatisfy(\.isLetter)) || (count == 3 && allSatisfy(\.isDigit))
    }

    /// Five to eight letters or digits, or four of them that begin with a digit.
    var isVariantShape: Bool {
        (5...8).contains(count) || (count == 4 && first?.isDigit == true)
    }

    /// Four letters.
    var isScriptShape: Bool {
        count == 4 && allSatisfy(\.isLetter)
    }
}
