import Testing

@testable import Locd

@Suite struct `Matching without the daemon` {
    @Test(arguments: [
        ("hi_IN.UTF-8", "hi-IN"), ("zh-hant-tw", "zh-Hant-TW"), ("ZH_cn", "zh-CN"), ("sr@latin", "sr-Latn"),
        ("sr_RS@latin", "sr-Latn-RS"), ("ca_ES@valencia", "ca-ES-valencia"), ("de_DE@euro", "de-DE"), ("iw", "he"),
        ("in", "id"), ("sh", "sr-Latn"), ("tl-PH", "fil-PH"), ("es-419", "es-419"),
        ("en-u-rg-dezzzz", "en-u-rg-dezzzz"),
    ])
    func `canonicalises a name`(name: String, tag: String) {
        #expect(LanguageLookup.canonical(name) == tag)
    }

    @Test(arguments: ["", "C", "POSIX", "C.UTF-8", "root", "-en", "_en", "e", "en--US", "x/../y", "हिन्दी", "en US"])
    func `refuses what is no name of a language`(name: String) {
        #expect(LanguageLookup.canonical(name) == nil)
    }

    @Test func `refuses a name longer than any tag`() {
        #expect(LanguageLookup.canonical("en" + String(repeating: "-abcdefgh", count: 20)) == nil)
    }

    @Test(arguments: [
        (["en", "zh-Hans", "zh-Hant"], "zh-TW", ["zh-Hant"]),
        (["en", "zh-Hans", "zh-Hant"], "zh-CN", ["zh-Hans"]),
        (["en", "zh-Hans", "zh-Hant"], "zh-HK", ["zh-Hant"]),
        (["en", "zh-Hans", "zh-Hant"], "zh", ["zh-Hans"]),
        (["en", "zh-Hans"], "zh-TW", []),
        (["en", "zh"], "zh-CN", ["zh"]),
        (["en", "zh-TW"], "zh-Hant", ["zh-TW"]),
        (["en-US"], "en-GB", ["en-US"]),
        (["en-GB"], "en", ["en-GB"]),
        (["en", "pt", "pt-PT"], "pt-BR", ["pt"]),
        (["en", "pt-BR", "pt-PT"], "pt", ["pt-BR"]),
        (["en", "pt-BR"], "pt-PT", ["pt-BR"]),
        (["en", "nb"], "no", ["nb"]),
        (["en", "no"], "nb", ["no"]),
        (["en", "fr-CA"], "fr-FR", ["fr-CA"]),
        (["en", "sr-Latn"], "sr-Cyrl-RS", ["sr-Latn"]),
        (["en", "hi", "hi-IN"], "hi-IN", ["hi-IN", "hi"]),
        (["en", "de"], "de-x-kiosk", ["de"]),
        (["en", "ru"], "uk-UA", []),
        (["en", "fil"], "fi", []),
    ])
    func `finds what serves a language, best first`(available: [String], wanted: String, found: [String]) {
        #expect(LanguageLookup.matches(for: wanted, among: available) == found)
    }

    @Test func `walks the preferences in order and ends with the base language`() {
        let available = ["de", "en", "hi", "ru"]
        let wanted = ["fr", "ru-RU", "hi-IN"]
        #expect(LanguageLookup.chain(for: wanted, among: available, base: "en") == ["ru", "hi", "en"])
        #expect(LanguageLookup.chain(for: ["en", "de"], among: available, base: "en") == ["en", "de"])
        #expect(LanguageLookup.chain(for: [], among: available, base: nil) == [])
    }

    @Test(arguments: [
        (["LANGUAGE": "hi:en", "LANG": "de_DE"], ["hi", "en"]),
        (["LANGUAGE": "", "LC_ALL": "ru_RU.UTF-8", "LANG": "de_DE"], ["ru-RU"]),
        (["LC_MESSAGES": "C.UTF-8", "LANG": "de_DE"], []),
        (["LANG": "pt_BR"], ["pt-BR"]),
        ([:], []),
    ])
    func `reads the environment in gettext's order`(environment: [String: String], tags: [String]) {
        #expect(LanguageLookup.preferences { environment[$0] } == tags)
    }
}

@Suite struct `An Accept-Language header` {
    @Test(arguments: [
        ("hi-IN,en;q=0.8", ["hi-IN", "en"]),
        ("en;q=0.2, de ; q=0.9 , fr", ["fr", "de", "en"]),
        ("de;q=0.5,fr;q=0.5", ["de", "fr"]),
        ("en;q=0, *;q=0.5, ru;q=0.001", ["ru"]),
        ("en;q=1.001, de;q=x, fr;q=.5, ru;q=1.000", ["en", "ru"]),
        ("zh_TW,zh-TW", ["zh-TW"]),
        ("", []),
        (",,;q=1,", []),
        ("de;level=1;q=0.3,ru;q=0.4", ["ru", "de"]),
    ])
    func `gives the languages, most wanted first`(header: String, tags: [String]) {
        #expect(AcceptedLanguages(header: header).tags == tags)
    }

    @Test func `is looked at only so far as a browser's is long`() {
        let hostile = (0..<100_000).map { "a\($0 % 26)x" }.joined(separator: ",")
        #expect(AcceptedLanguages(header: hostile).tags.count <= 16)
    }
}

@Suite struct `Waiting between attempts` {
    @Test func `stays within its bounds, grows and starts again`() {
        var generator = SystemRandomNumberGenerator()
        var backoff = Backoff()
        let first = backoff.next(using: &generator)
        #expect(first >= Backoff.shortest && first <= Backoff.shortest * 3)
        let waits = (0..<200).map { _ in backoff.next(using: &generator) }
        #expect(waits.allSatisfy { $0 >= Backoff.shortest && $0 <= Backoff.longest })
        #expect(waits.contains { $0 > .seconds(5) })
        backoff.reset()
        #expect(backoff.next(using: &generator) <= Backoff.shortest * 3)
    }
}
