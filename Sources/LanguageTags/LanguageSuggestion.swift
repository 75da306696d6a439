/// An available language that somebody may have meant by something that is not available.
package struct LanguageSuggestion: Hashable, Sendable {
    package let language: LanguageTag
    /// In the language itself.
    package let name: String

    /// The nearest of the available languages in their order, at most `limit`; none where nothing is near.
    ///
    /// Compared are tags and names, the latter in English, in the language itself and in `current`, without regard to
    /// case; of those within reach only the nearest are given. `hindi` → hi, `pt-AO` → pt, `Rusian` → ru.
    ///
    /// - Parameter current: the language the asker reads; nil where it is not known.
    package static func nearest(
        to text: String, among available: [LanguageTag], current: LanguageTag?, limit: Int = 3
    ) -> [LanguageSuggestion] {
        let query = Query(text)
        let english = LanguageTag(canonical: "en")
        let ranked = available.prefix(maximumCount).compactMap { language -> (rank: Int, language: LanguageTag)? in
            let names = [english, language, current].compactMap { $0.map(language.displayName(in:)) }
            return query.rank(of: language, names: names).map { ($0, language) }
        }
        let best = ranked.map(\.rank).min()
        return ranked.filter { $0.rank == best }.prefix(limit).map { _, language in
            LanguageSuggestion(language: language, name: language.nativeName)
        }
    }

    /// What to tell who asked: `no language "hindi"; did you mean hi (हिन्दी)?`
    package static func sentence(for text: String, suggestions: [LanguageSuggestion]) -> String {
        let start = "no language \(LanguageTagError.quoted(text))"
        guard !suggestions.isEmpty else {
            return start
        }
        let names = suggestions.map { "\($0.language) (\($0.name))" }
        let list =
            names.count > 1 ? names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1] : names[0]
        return "\(start); did you mean \(list)?"
    }

    /// Languages that are looked at; a product has fewer.
    private static let maximumCount = 512
}

extension LanguageSuggestion {
    /// What was asked for, ready to be compared.
    private struct Query {
        /// Folded, and cut: the distance takes the product of the lengths.
        let text: [Unicode.Scalar]
        /// The tag it spells; nil for a name.
        let tag: LanguageTag?
        /// Whether it spells a language that has a name. Then only languages like it are near, not tags that look
        /// like its tag: who asks for uk does not mean sk.
        let isKnownLanguage: Bool

        init(_ text: String) {
            self.text = Array(String(text.unicodeScalars.prefix(32)).lowercased().unicodeScalars)
            let tag = try? LanguageTag(parsing: text)  // A name parses as no tag.
            self.tag = tag
            isKnownLanguage = tag.map { $0.displayName(in: LanguageTag(canonical: "en")) != $0.identifier } ?? false
        }

        /// How far a language is from what was asked for, smaller is nearer; nil for too far.
        func rank(of language: LanguageTag, names: [String]) -> Int? {
            if let tag, tag.matchingCode == language.matchingCode {
                return 0
            }
            guard !isKnownLanguage else {
                return nil
            }
            let tagRank = rank(of: Substring(language.identifier.lowercased()), allowed: 1)
            let nameRanks = names.flatMap { name in
                let folded = name.lowercased()
                return ([Substring(folded)] + folded.split(separator: " ")).map {
                    rank(of: $0, allowed: text.count / 3)
                }
            }
            return (nameRanks + [tagRank]).compactMap { $0 }.min()
        }

        /// 0 for the same word, 1 for one that begins with what was asked for, else how many edits lie between them;
        /// nil for more than are allowed.
        private func rank(of word: Substring, allowed: Int) -> Int? {
            let word = Array(word.unicodeScalars.prefix(64))
            if word.starts(with: text), word.count == text.count || text.count >= 3 {
                return word.count == text.count ? 0 : 1
            }
            guard abs(word.count - text.count) <= allowed else {
                return nil
            }
            let distance = editDistance(text, word)
            return distance <= allowed ? distance : nil
        }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that make one text the other (optimal string
    /// alignment).
    private static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                let replaced = previous[j] + (left[i] == right[j] ? 0 : 1)
                var best = min(replaced, previous[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, beforePrevious[j - 1] + 1)
                }
                row.append(best)
            }
            (beforePrevious, previous) = (previous, row)
        }
        return previous[right.count]
    }
}
