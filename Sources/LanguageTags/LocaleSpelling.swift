/// How glibc and gettext spell languages: `sr_RS.UTF-8@latin`, `zh_TW`.
enum LocaleSpelling {
    /// Names of POSIX locales for a language, best first, all of them UTF-8. A name is plausible, not known to exist.
    static func locales(for tag: LanguageTag) -> [String] {
        let language = posixCode(tag.languageCode)
        let regions = countries(of: tag)
        guard !regions.isEmpty else {
            // Languages of no country: glibc has `eo`.
            return ["\(language).UTF-8"]
        }
        return regions.flatMap { region in
            suffixes(of: tag, in: region).map { "\(language)_\(region).UTF-8\($0)" }
        }
    }

    /// Names of POSIX locales with the formats of a region, best first: in the language, else in the region's own.
    static func locales(formatsOf region: RegionCode, language: LanguageTag?) -> [String] {
        var names: [String] = []
        if let language {
            let script = language.script.map { "-\($0)" } ?? ""
            names += locales(for: LanguageTag(canonical: "\(language.languageCode)\(script)-\(region)"))
                .filter { $0.contains("_\(region)") }
        }
        let regional = LanguageTag(canonical: "und-\(region)").maximized
        if regional.languageCode != "und" {
            names += locales(for: regional)
        }
        return names.withoutRepeats
    }

    /// The entries of gettext's `LANGUAGE` for a language and its parents, best first: hi-IN → `hi_IN`, `hi`.
    static func gettextNames(for tag: LanguageTag) -> [String] {
        family(of: tag).compactMap(gettextName).withoutRepeats
    }

    private static func gettextName(_ tag: LanguageTag) -> String? {
        let language = tag.languageCode
        let region = tag.region.map { "_\($0)" } ?? ""
        if tag.variants.contains("valencia") {
            return "\(language)\(region)@valencia"
        }
        // gettext's catalogs of Chinese are named by country, and `zh` could be either script.
        if language != "zh", isScriptImplied(tag) {
            return language + region
        }
        if language != "zh", let script = tag.script,
            let modifier = PosixModifier.modifier(ofScript: script, language: language)
        {
            return "\(language)\(region)@\(modifier)"
        }
        // A country can imply the script: zh-Hant → zh_TW, pa-Arab → pa_PK.
        return countries(of: tag).first { suffixes(of: tag, in: $0).contains("") }.map { "\(language)_\($0)" }
    }

    /// The language and its parents, as far as they are the same language.
    private static func family(of tag: LanguageTag) -> [LanguageTag] {
        [tag] + tag.parents.filter { $0.matchingCode == tag.matchingCode }
    }

    /// Countries a language's locale may be named by: its own, its parents', the likely one, the script's likely one.
    private static func countries(of tag: LanguageTag) -> [String] {
        let maximized = tag.maximized
        let script = maximized.script.map { "-\($0)" } ?? ""
        let scriptRegion = LanguageTag(canonical: tag.languageCode + script).maximized.region
        return (family(of: tag).map(\.region) + [maximized.region, scriptRegion]).compactMap { $0 }
            .filter { $0.utf8.count == 2 }
            .withoutRepeats
    }

    /// The modifiers with which a country's locale is in the tag's script or variant, the empty one for none.
    private static func suffixes(of tag: LanguageTag, in region: String) -> [String] {
        let language = tag.languageCode
        let script = tag.maximized.script
        var suffixes: [String] = []
        if tag.variants.contains("valencia") {
            suffixes.append("@valencia")
        }
        if let script, script != LanguageTag(canonical: language).maximized.script,
            let modifier = PosixModifier.modifier(ofScript: script, language: language)
        {
            suffixes.append("@\(modifier)")
        }
        if LanguageTag(canonical: "\(language)-\(region)").maximized.script == script {
            suffixes.append("")
        }
        return suffixes
    }

    /// Whether the tag without its script would be written in the same one.
    private static func isScriptImplied(_ tag: LanguageTag) -> Bool {
        guard let script = tag.script else {
            return true
        }
        let region = tag.region.map { "-\($0)" } ?? ""
        return LanguageTag(canonical: tag.languageCode + region).maximized.script == script
    }

    /// glibc knows Norwegian by its written forms only.
    private static func posixCode(_ language: String) -> String {
        language == "no" ? "nb" : language
    }
}
