extension LanguageTag {
    /// The language alone, two or three letters: `zh`.
    package var languageCode: String {
        String(identifier.prefix { $0 != "-" })
    }

    /// The script where the tag names one: `Hant`.
    package var script: String? {
        plainSubtags.dropFirst().first { $0.utf8.isScriptShape }.map(String.init)
    }

    /// The region where the tag names one: two letters, or three digits (`419`).
    package var region: String? {
        plainSubtags.dropFirst().first { $0.utf8.isRegionShape }.map(String.init)
    }

    /// The tag with CLDR's likely script and region filled in: zh-TW → zh-Hant-TW; itself where CLDR knows neither.
    package var maximized: LanguageTag {
        ICU.maximizedTag(identifier).map(LanguageTag.init(canonical:)) ?? self
    }

    /// Language, script, region and variants; no extension and no private use.
    var plainSubtags: ArraySlice<Substring> {
        let subtags = identifier.split(separator: "-")
        return subtags.prefix { $0.utf8.count > 1 }
    }

    /// The variants in canonical order.
    var variants: ArraySlice<Substring> {
        plainSubtags.drop { !$0.utf8.isVariantShape }
    }

    /// The code by which languages are told apart when they are matched: Norwegian's three codes count as one.
    package var matchingCode: String {
        let code = languageCode
        return code == "nb" || code == "nn" ? "no" : code
    }
}
