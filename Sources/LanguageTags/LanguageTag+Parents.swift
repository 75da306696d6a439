/// How a parent is found, the first of these that applies:
///
/// 1. Extensions and private use are dropped: de-u-co-phonebk → de.
/// 2. CLDR lists it in `parentLocales`: pt-AO → pt-PT, es-MX → es-419, en-AU → en-001, zh-Hant → the root.
/// 3. The last subtag is dropped, but never so that the likely script changes (UTS #35, "Parent Locales",
///    `nonlikelyScript`): zh-TW is written as zh-Hant, so its parents are zh-Hant-TW and zh-Hant and never zh, which is
///    zh-Hans.
extension LanguageTag {
    /// The tags whose texts stand in for this one's, nearest first, without the root. Not only of this language:
    /// CLDR has ht → fr-HT.
    package var parents: [LanguageTag] {
        // CLDR's longest chain has five steps; nothing in its data may make this a loop.
        let maximumCount = 16
        var parents: [LanguageTag] = []
        var current = self
        while parents.count < maximumCount, let parent = current.parent, parent != self, !parents.contains(parent) {
            parents.append(parent)
            current = parent
        }
        return parents
    }

    private var parent: LanguageTag? {
        let subtags = plainSubtags
        let plain = subtags.joined(separator: "-")
        guard plain.utf8.count == identifier.utf8.count else {
            return LanguageTag(canonical: plain)
        }
        switch ICU.listedParent(identifier) {
        case .root:
            return nil
        case .tag(let listed):
            return LanguageTag(canonical: listed)
        case .unlisted:
            return truncated(subtags)
        }
    }

    private func truncated(_ subtags: ArraySlice<Substring>) -> LanguageTag? {
        guard let last = subtags.last, subtags.count > 1 else {
            return nil
        }
        let shorter = LanguageTag(canonical: subtags.dropLast().joined(separator: "-"))
        if last.utf8.isVariantShape || shorter.maximized.script == maximized.script {
            return shorter
        }
        // The script would change. Where it was only implied, say it: zh-TW → zh-Hant-TW.
        return script == nil ? maximized : nil
    }
}
