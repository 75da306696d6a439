import Catalog
import LanguageTags
import Testing

@Suite struct `The parts of a language tag` {
    @Test(
        arguments: [
            ("hi", "hi", nil, nil), ("hi-IN", "hi", nil, "IN"), ("zh-Hant", "zh", "Hant", nil),
            ("zh-Hant-TW", "zh", "Hant", "TW"), ("es-419", "es", nil, "419"), ("ca-ES-valencia", "ca", nil, "ES"),
            ("de-1996", "de", nil, nil), ("en-x-latn-us", "en", nil, nil), ("en-t-jp-latn", "en", nil, nil),
            ("yue", "yue", nil, nil),
        ] as [(String, String, String?, String?)])
    func `are language, script and region`(text: String, language: String, script: String?, region: String?) throws {
        let tag = try LanguageTag(parsing: text)
        #expect(tag.languageCode == language)
        #expect(tag.script == script)
        #expect(tag.region == region)
    }

    @Test(arguments: [
        ("zh-TW", "zh-Hant-TW"), ("zh", "zh-Hans-CN"), ("hi", "hi-Deva-IN"), ("pa-PK", "pa-Arab-PK"), ("jp", "jp"),
        ("sr-Latn", "sr-Latn-RS"),
    ])
    func `are completed by what is likely`(text: String, maximized: String) throws {
        #expect(try LanguageTag(parsing: text).maximized.identifier == maximized)
    }

    @Test(
        arguments: [
            ("en", []), ("jp", []), ("en-US", ["en"]), ("en-AU", ["en-001", "en"]),
            ("en-AT", ["en-150", "en-001", "en"]),
            ("pt-AO", ["pt-PT", "pt"]), ("pt-BR", ["pt"]), ("pt-PT", ["pt"]), ("es-MX", ["es-419", "es"]),
            ("es-419", ["es"]), ("es-ES", ["es"]), ("fr-CA", ["fr"]), ("zh-Hant", []), ("zh-Hans", ["zh"]),
            ("zh-Hant-TW", ["zh-Hant"]), ("zh-TW", ["zh-Hant-TW", "zh-Hant"]),
            ("zh-HK", ["zh-Hant-HK", "zh-Hant"]), ("zh-Hant-MO", ["zh-Hant-HK", "zh-Hant"]), ("zh-CN", ["zh"]),
            ("zh-Hans-SG", ["zh-Hans", "zh"]), ("sr-Latn", []), ("sr-Latn-RS", ["sr-Latn"]),
            ("sr-Cyrl-RS", ["sr-Cyrl", "sr"]),
            ("sr-ME", ["sr-Latn-ME", "sr-Latn"]), ("pa-PK", ["pa-Arab-PK", "pa-Arab"]), ("az-Arab", []),
            ("uz-AF", ["uz-Arab-AF", "uz-Arab"]), ("nb", ["no"]), ("nn-NO", ["nn", "no"]), ("ht", ["fr-HT", "fr"]),
            ("ca-ES-valencia", ["ca-ES", "ca"]), ("ca-valencia", ["ca"]), ("de-1901-1996", ["de-1901", "de"]),
            ("de-u-co-phonebk", ["de"]), ("en-AU-x-foo", ["en-AU", "en-001", "en"]),
            ("hi-Latn", ["en-IN", "en-001", "en"]),
        ] as [(String, [String])])
    func `have the parents CLDR gives`(text: String, parents: [String]) throws {
        #expect(try LanguageTag(parsing: text).parents.map(\.identifier) == parents)
    }

    @Test(arguments: [
        ("ru", "Русский"), ("hi", "हिन्दी"), ("en", "English"), ("de", "Deutsch"), ("fr", "Français"),
        ("es", "Español"), ("ja", "日本語"), ("ar", "العربية"), ("he", "עברית"), ("zh-Hant", "繁體中文"),
        ("zh-Hans", "简体中文"), ("pt-BR", "Português (Brasil)"), ("uk", "Українська"), ("el", "Ελληνικά"),
        // Languages whose lists CLDR does not capitalise.
        ("nb", "norsk bokmål"), ("sr-Latn", "srpski (latinica)"),
        // Languages without texts of their own: English, whatever the environment's language is; else the tag.
        ("tlh", "Klingon"), ("jp", "jp"),
    ])
    func `have a name in the language itself`(text: String, name: String) throws {
        #expect(try LanguageTag(parsing: text).nativeName == name)
    }

    @Test(arguments: [
        ("ru", "de", "Russisch"), ("hi", "ru", "Хинди"), ("hi", "en", "Hindi"),
        ("zh-Hant", "en", "Traditional Chinese"),
        ("de", "hi", "जर्मन"), ("en-GB", "en", "British English"), ("jp", "en", "jp"),
    ])
    func `have a name in another language`(text: String, language: String, name: String) throws {
        let tag = try LanguageTag(parsing: text)
        #expect(try tag.displayName(in: LanguageTag(parsing: language)) == name)
    }

    @Test(arguments: [
        "ar", "he", "iw", "fa", "ur", "ps", "sd", "dv", "yi", "ug", "ckb", "ks", "nqo", "syr", "az-Arab", "pa-Arab",
        "ku-Arab", "ha-Arab", "ff-Adlm", "pa-PK", "uz-AF", "az-IR", "ar-u-nu-latn",
    ])
    func `run from the right in these languages`(text: String) throws {
        #expect(try LanguageTag(parsing: text).direction == .rightToLeft)
    }

    @Test(arguments: ["en", "hi", "az", "pa", "sd-Deva", "uz", "zh-Hant", "mn-Mong", "ar-Latn", "jp"])
    func `run from the left in these languages`(text: String) throws {
        #expect(try LanguageTag(parsing: text).direction == .leftToRight)
    }
}
