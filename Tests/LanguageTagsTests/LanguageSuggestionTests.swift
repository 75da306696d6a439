import LanguageTags
import Testing

@Suite struct `Suggestions for a language that is not there` {
    static let available = ["de", "en", "es", "fr", "hi", "ja", "pt-BR", "ru", "sk", "zh-Hans", "zh-Hant"]

    @Test(arguments: [
        ("hindi", ["hi"]), ("Hindi", ["hi"]), ("Hndi", ["hi"]), ("हिन्दी", ["hi"]), ("rusian", ["ru"]),
        ("русский", ["ru"]), ("Deutsch", ["de"]), ("german", ["de"]), ("gemran", ["de"]), ("jp", ["ja"]),
        ("chinese", ["zh-Hans", "zh-Hant"]), ("portug", ["pt-BR"]), ("pt-PT", ["pt-BR"]), ("hi-Latn", ["hi"]),
        ("zh", ["zh-Hans", "zh-Hant"]), ("japanisch", ["ja"]),
        // A language that exists is not one whose tag looks like it.
        ("uk", []), ("kn", []),
        ("", []), ("x", []), ("qqqqqq", []), ("../../etc/passwd", []),
    ])
    func `are those near by tag or name`(text: String, expected: [String]) throws {
        let nearest = LanguageSuggestion.nearest(
            to: text, among: try tags(Self.available), current: try LanguageTag(parsing: "de"))
        #expect(nearest.map(\.language.identifier) == expected)
    }

    @Test func `are at most as many as asked for`() throws {
        let nearest = LanguageSuggestion.nearest(
            to: "chinese", among: try tags(Self.available), current: nil, limit: 1)
        #expect(nearest.map(\.language.identifier) == ["zh-Hans"])
    }

    @Test func `are bounded in what they compare`() throws {
        let huge = String(repeating: "hindi", count: 100_000)
        #expect(LanguageSuggestion.nearest(to: huge, among: try tags(Self.available), current: nil).isEmpty)
    }

    @Test(arguments: [
        ("hindi", #"no language "hindi"; did you mean hi (हिन्दी)?"#),
        ("chinese", #"no language "chinese"; did you mean zh-Hans (简体中文) or zh-Hant (繁體中文)?"#),
        ("\u{1B}[2J", #"no language "\u{1B}[2J""#),
    ])
    func `make a sentence`(text: String, sentence: String) throws {
        let nearest = LanguageSuggestion.nearest(to: text, among: try tags(Self.available), current: nil)
        #expect(LanguageSuggestion.sentence(for: text, suggestions: nearest) == sentence)
    }
}
