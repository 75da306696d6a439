import LanguageTags
import Testing

@Suite struct `Matching languages` {
    struct Row: Sendable, CustomTestStringConvertible {
        var available: [String]
        var wanted: [String]
        var best: String?

        init(_ available: [String], _ wanted: String..., gives best: String?) {
            self.available = available
            self.wanted = wanted
            self.best = best
        }

        var testDescription: String { "\(available) ← \(wanted) → \(best ?? "none")" }
    }

    @Test(arguments: [
        Row(["en", "zh-Hans", "zh-Hant"], "zh-TW", gives: "zh-Hant"),
        Row(["en", "zh-Hans", "zh-Hant"], "zh-CN", gives: "zh-Hans"),
        Row(["en", "zh-Hans", "zh-Hant"], "zh-HK", gives: "zh-Hant"),
        Row(["en", "zh-Hans", "zh-Hant"], "zh", gives: "zh-Hans"),
        Row(["en", "zh-Hans"], "zh-TW", gives: nil),
        Row(["en-US"], "en-GB", gives: "en-US"),
        Row(["en-GB"], "en", gives: "en-GB"),
        Row(["en", "pt", "pt-PT"], "pt-BR", gives: "pt"),
        Row(["en", "pt-BR", "pt-PT"], "pt", gives: "pt-BR"),
        Row(["en", "pt-BR", "pt-PT"], "pt-AO", gives: "pt-PT"),
        Row(["en", "pt-BR"], "pt-PT", gives: "pt-BR"),
        Row(["en", "nb"], "no", gives: "nb"),
        Row(["en", "no"], "nb", gives: "no"),
        Row(["en", "he"], "iw", gives: "he"),
        Row(["en", "id"], "in", gives: "id"),
        Row(["en", "fr-CA"], "fr", gives: "fr-CA"),
        Row(["en", "fr-CA"], "fr-FR", gives: "fr-CA"),
        Row(["en", "es-419", "es"], "es-MX", gives: "es-419"),
        Row(["en", "es"], "es-419", gives: "es"),
        Row(["en", "sr-Latn"], "sr-Cyrl-RS", gives: "sr-Latn"),
        Row(["en", "ru"], "uk-UA", "ru-UA", gives: "ru"),
        Row(["en", "ru"], "be", "kk", gives: nil),
        Row(["EN", "RU"], "ru", gives: "ru"),
        Row(["en", "ru"], "jp", gives: nil),
        Row(["en", "sr-Latn"], "sh", gives: "sr-Latn"),
        Row(["en", "fil"], "tl", gives: "fil"),
        Row(["en", "sr-Latn"], "sr@latin", gives: "sr-Latn"),
        Row(["en", "ca", "ca-valencia"], "ca@valencia", gives: "ca-valencia"),
        Row(["en", "pt-BR", "pt-PT"], "pt-rPT", gives: "pt-PT"),
        Row(["en", "hi"], "hi_IN.UTF-8", gives: "hi"),
        Row(["en", "zh-Hans", "zh-Hant"], "zh_CN", gives: "zh-Hans"),
        // Beyond the table: Norwegian's codes are one; an exact tag wins over one that CLDR holds equal.
        Row(["en", "nn"], "nb", gives: "nn"),
        Row(["zh-Hans", "zh"], "zh", gives: "zh"),
        Row(["en", "en-GB"], "en-AU", gives: "en-GB"),
        Row([], "en", gives: nil),
        Row(["en"], gives: nil),
        // First preference with any match, in the user's order.
        Row(["en", "ru"], "fr", "ru-RU", gives: "ru"),
        Row(["de", "hi"], "hi", "de", gives: "hi"),
    ])
    func `finds the nearest within the language`(row: Row) throws {
        let matcher = LanguageMatcher(available: try tags(row.available))
        #expect(try matcher.bestMatch(for: tags(row.wanted))?.identifier == row.best)
    }

    @Test(arguments: [
        ("uk", "ru"), ("mr", "hi"), ("br", "fr"), ("gsw", "de"), ("ms", "id"), ("be", "ru"), ("kk", "ru"),
        ("yue", "zh"),
    ])
    func `crosses languages only where told to`(wanted: String, other: String) throws {
        let matcher = LanguageMatcher(available: try tags(["en", other]))
        #expect(try matcher.bestMatch(for: LanguageTag(parsing: wanted)) == nil)
    }

    @Test(arguments: [("uk", "ru"), ("mr", "hi"), ("br", "fr"), ("gsw", "de"), ("ms", "id")])
    func `crosses to what CLDR holds understood`(wanted: String, other: String) throws {
        let matcher = LanguageMatcher(available: try tags(["en", other]), crossLanguages: true)
        #expect(try matcher.bestMatch(for: LanguageTag(parsing: wanted))?.identifier == other)
    }
}

@Suite struct `The chain of a domain` {
    struct Row: Sendable, CustomTestStringConvertible {
        var preferences: [String]
        var available: [String]
        var base: String?
        var chain: [String]

        init(_ preferences: [String], of available: [String], base: String?, is chain: [String]) {
            self.preferences = preferences
            self.available = available
            self.base = base
            self.chain = chain
        }

        var testDescription: String { "\(preferences) of \(available), base \(base ?? "none") → \(chain)" }
    }

    @Test(arguments: [
        Row(["pt-AO"], of: ["en", "pt", "pt-PT"], base: "en", is: ["pt-PT", "pt", "en"]),
        Row(["es-MX"], of: ["en", "es", "es-419"], base: "en", is: ["es-419", "es", "en"]),
        Row(["en-AU"], of: ["en", "en-001", "en-AU", "fr"], base: "fr", is: ["en-AU", "en-001", "en", "fr"]),
        Row(["zh-TW"], of: ["en", "zh", "zh-Hant"], base: "en", is: ["zh-Hant", "en"]),
        Row(["zh-TW"], of: ["en", "zh-Hans"], base: "en", is: ["en"]),
        Row(["uk-UA", "ru-UA"], of: ["en", "ru"], base: "en", is: ["ru", "en"]),
        Row(["fr", "ru-RU"], of: ["en", "ru"], base: "en", is: ["ru", "en"]),
        Row(["fr-CH", "de-CH", "it"], of: ["en", "de", "fr", "fr-CH"], base: "en", is: ["fr-CH", "fr", "de", "en"]),
        Row(["fr", "en", "de"], of: ["en", "de", "fr"], base: "en", is: ["fr", "en", "de"]),
        Row(["be", "kk"], of: ["en", "ru"], base: "en", is: ["en"]),
        Row(["nb"], of: ["en", "nb", "no"], base: "en", is: ["nb", "no", "en"]),
        Row(["ht"], of: ["en", "fr", "ht"], base: "en", is: ["ht", "en"]),
        Row(["en-GB", "en-US"], of: ["en-GB", "en-US", "en"], base: "en", is: ["en-GB", "en", "en-US"]),
        Row(["de", "de-AT"], of: ["de"], base: "de", is: ["de"]),
        Row(["fr"], of: ["en"], base: nil, is: []),
        Row(["fr"], of: ["en"], base: "de", is: []),
        Row([], of: ["en"], base: "en", is: ["en"]),
        Row(["en"], of: [], base: nil, is: []),
    ])
    func `goes from match over parents and next languages to the base`(row: Row) throws {
        let chain = LanguageChain.resolve(
            preferences: try tags(row.preferences), available: try tags(row.available),
            base: try row.base.map(LanguageTag.init(parsing:)))
        #expect(chain.map(\.identifier) == row.chain)
    }

    @Test func `takes parents of other languages when languages are crossed`() throws {
        let chain = LanguageChain.resolve(
            preferences: try tags(["ht"]), available: try tags(["en", "fr", "ht"]), base: nil, crossLanguages: true)
        #expect(chain.map(\.identifier) == ["ht", "fr"])
    }

    struct BaseRow: Sendable {
        var declared: String?
        var folder: String?
        var configured: String?
        var available: [String]
        var base: String?
    }

    @Test(arguments: [
        BaseRow(declared: "de", folder: "fr", configured: "ru", available: ["de", "en", "fr", "ru"], base: "de"),
        BaseRow(folder: "fr", configured: "ru", available: ["de", "en", "fr", "ru"], base: "fr"),
        BaseRow(configured: "ru", available: ["de", "en", "fr", "ru"], base: "ru"),
        BaseRow(available: ["de", "en", "fr", "ru"], base: "en"),
        BaseRow(available: ["fr", "de", "ru"], base: "de"),
        BaseRow(declared: "hi", configured: "ru", available: ["de", "ru"], base: "ru"),
        BaseRow(declared: "hi", available: [], base: nil),
    ])
    func `ends in the language the domain declares, or the next best`(row: BaseRow) throws {
        let tag = { (text: String?) in try text.map(LanguageTag.init(parsing:)) }
        let base = LanguageChain.base(
            declared: try tag(row.declared), baseFolder: try tag(row.folder), configured: try tag(row.configured),
            available: try tags(row.available))
        #expect(base?.identifier == row.base)
    }
}
