import LanguageTags
import Testing

@Suite struct `The environment of children` {
    /// What a Debian with a few locales answers.
    static let installed: Set = [
        "C.UTF-8", "hi_IN.UTF-8", "en_US.UTF-8", "en_GB.UTF-8", "de_DE.UTF-8", "sr_RS.UTF-8", "sr_RS.UTF-8@latin",
        "zh_TW.UTF-8", "zh_CN.UTF-8", "pt_BR.UTF-8", "pt_PT.UTF-8", "ca_ES.UTF-8", "ca_ES.UTF-8@valencia",
        "uz_UZ.UTF-8", "uz_UZ.UTF-8@cyrillic", "pa_IN.UTF-8", "pa_PK.UTF-8", "nb_NO.UTF-8", "es_ES.UTF-8", "eo.UTF-8",
        "tt_RU.UTF-8", "tt_RU.UTF-8@iqtelif", "en_DK.UTF-8", "az_IR.UTF-8",
    ]

    struct Row: Sendable, CustomTestStringConvertible {
        var languages: [String]
        var region: String?
        var lang: String
        var language: String?
        var formats: String?
        var testDescription: String { "\(languages) \(region ?? "")" }
    }

    @Test(arguments: [
        Row(languages: ["hi", "en"], lang: "hi_IN.UTF-8", language: "hi:en"),
        Row(languages: ["hi-IN"], lang: "hi_IN.UTF-8", language: "hi_IN:hi"),
        Row(languages: ["en"], region: "DE", lang: "en_US.UTF-8", language: "en", formats: "de_DE.UTF-8"),
        Row(languages: ["en"], region: "DK", lang: "en_US.UTF-8", language: "en", formats: "en_DK.UTF-8"),
        Row(
            languages: ["en-GB"], region: "DE", lang: "en_GB.UTF-8", language: "en_GB:en_001:en", formats: "de_DE.UTF-8"
        ),
        Row(languages: ["sr-Latn"], lang: "sr_RS.UTF-8@latin", language: "sr@latin"),
        Row(languages: ["sr-Latn-RS"], lang: "sr_RS.UTF-8@latin", language: "sr_RS@latin:sr@latin"),
        Row(languages: ["sr"], lang: "sr_RS.UTF-8", language: "sr"),
        Row(languages: ["sr-Cyrl"], lang: "sr_RS.UTF-8", language: "sr"),
        Row(languages: ["zh-Hant"], lang: "zh_TW.UTF-8", language: "zh_TW"),
        Row(languages: ["zh-Hans"], lang: "zh_CN.UTF-8", language: "zh_CN"),
        Row(languages: ["zh"], lang: "zh_CN.UTF-8", language: "zh_CN"),
        Row(languages: ["zh-HK"], lang: "zh_TW.UTF-8", language: "zh_HK:zh_TW"),
        Row(languages: ["pt-AO"], lang: "pt_PT.UTF-8", language: "pt_AO:pt_PT:pt"),
        Row(languages: ["ca-valencia"], lang: "ca_ES.UTF-8@valencia", language: "ca@valencia:ca"),
        Row(languages: ["uz-Cyrl"], lang: "uz_UZ.UTF-8@cyrillic", language: "uz@cyrillic"),
        Row(languages: ["tt-Latn"], lang: "tt_RU.UTF-8@iqtelif", language: "tt@iqtelif"),
        Row(languages: ["pa-Arab"], lang: "pa_PK.UTF-8", language: "pa_PK"),
        Row(languages: ["az-Arab"], lang: "az_IR.UTF-8", language: "az_IR"),
        Row(languages: ["no"], lang: "nb_NO.UTF-8", language: "no"),
        Row(languages: ["nb"], lang: "nb_NO.UTF-8", language: "nb:no"),
        Row(languages: ["es-419"], lang: "es_ES.UTF-8", language: "es_419:es"),
        Row(languages: ["eo"], lang: "eo.UTF-8", language: "eo"),
        Row(languages: ["en-u-nu-latn"], lang: "en_US.UTF-8", language: "en"),
        // libc lacks the first: a real locale of the next keeps gettext looking at LANGUAGE.
        Row(languages: ["fr", "en"], lang: "en_US.UTF-8", language: "fr:en"),
        Row(languages: ["fr"], lang: "C.UTF-8", language: "fr"),
        Row(languages: ["jp"], lang: "C.UTF-8", language: "jp"),
        Row(languages: ["fr"], region: "FR", lang: "C.UTF-8", language: "fr"),
        Row(languages: [], region: "DE", lang: "C.UTF-8", formats: "de_DE.UTF-8"),
    ])
    func `uses spellings that libc has`(row: Row) throws {
        let environment = LocaleEnvironment(
            languages: try tags(row.languages), region: try row.region.map(RegionCode.init(parsing:)),
            hasLocale: Self.installed.contains)
        var expected = ["LANG": row.lang, "LC_MESSAGES": row.lang]
        expected["LANGUAGE"] = row.language
        for category in ["LC_TIME", "LC_NUMERIC", "LC_MONETARY", "LC_PAPER", "LC_MEASUREMENT"] {
            expected[category] = row.formats
        }
        #expect(environment.variables == expected)
    }

    @Test func `is written as an environment file, sorted`() throws {
        let environment = LocaleEnvironment(
            languages: try tags(["en"]), region: try RegionCode(parsing: "DE"), hasLocale: Self.installed.contains)
        #expect(
            LocaleEnvironment.fileText(of: environment.variables) == """
                LANG=en_US.UTF-8
                LANGUAGE=en
                LC_MEASUREMENT=de_DE.UTF-8
                LC_MESSAGES=en_US.UTF-8
                LC_MONETARY=de_DE.UTF-8
                LC_NUMERIC=de_DE.UTF-8
                LC_PAPER=de_DE.UTF-8
                LC_TIME=de_DE.UTF-8

                """)
    }
}

@Suite struct `A region` {
    @Test(arguments: [("DE", "DE"), ("de", "DE"), (" de ", "DE"), ("uk", "GB"), ("DD", "DE")])
    func `is two letters, canonical`(text: String, canonical: String) throws {
        #expect(try RegionCode(parsing: text).identifier == canonical)
    }

    @Test(arguments: ["", "D", "DEU", "276", "ZZ", "../", "D\0", "DÉ", "d-", "419"])
    func `is nothing else`(text: String) {
        let error = #expect(throws: LanguageTagError.self) { try RegionCode(parsing: text) }
        #expect(error?.code == .invalidRegion)
    }

    @Test(arguments: [
        ("en", "DE", "en-u-rg-dezzzz"), ("en-US", "DE", "en-US-u-rg-dezzzz"), ("de", "DE", "de"), ("de", nil, "de"),
        ("en", "US", "en"), ("en-GB", "US", "en-GB-u-rg-uszzzz"),
        ("de-u-co-phonebk", "AT", "de-u-co-phonebk-rg-atzzzz"),
        ("en-x-foo", "DE", "en-u-rg-dezzzz-x-foo"), ("zh-Hant", "TW", "zh-Hant"),
    ])
    func `decides formats apart from the language`(text: String, region: String?, identifier: String) throws {
        let tag = try LanguageTag(parsing: text)
        #expect(try tag.formatting(for: region.map(RegionCode.init(parsing:))).identifier == identifier)
    }
}
