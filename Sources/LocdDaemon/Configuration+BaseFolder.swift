package import LanguageTags

extension Configuration {
    /// The language of a domain's `Base.lproj`, which does not say its own (semantics L4).
    package func languageOfBaseFolder(of domain: String) -> LanguageTag? {
        baseLanguageByDomain[domain] ?? baseLanguage ?? Self.english
    }

    // "en" is a tag.
    private static let english = try? LanguageTag(parsing: "en")
}
