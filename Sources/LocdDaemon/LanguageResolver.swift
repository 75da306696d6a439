import Catalog
package import LanguageTags

/// Decides which language is in force for whom, from preferences, configuration, catalogs and the machine.
///
/// It goes in two steps. First the languages: of the scopes, narrowest first, the product's default and the machine,
/// the first that wants anything on offer decides, for all domains alike, so that a screen made from several domains
/// speaks one language. Then each domain makes its chain from what was matched, with its own catalogs and its own base
/// language.
///
/// A value: it is made anew when configuration, catalogs or the machine's languages change, and answers the same for
/// the same preferences.
package struct LanguageResolver {
    package let configuration: Configuration
    package let inventory: Inventory
    /// The languages the operating system is set to, best first.
    package let machineLanguages: [LanguageTag]
    /// The languages on offer (semantics L10) and the one to fall back to.
    let offer: LanguageOffer
    /// The languages of each domain.
    let domains: [String: DomainLanguages]
    private let localeNames: LocaleNames

    /// - Parameter hasLocale: whether libc can load a locale of this name; its answers are remembered.
    package init(
        configuration: Configuration, inventory: Inventory, machineLanguages: [LanguageTag],
        hasLocale: @escaping (String) -> Bool
    ) {
        self.configuration = configuration
        self.inventory = inventory
        self.machineLanguages = machineLanguages
        localeNames = LocaleNames(hasLocale: hasLocale)
        domains = Dictionary(
            uniqueKeysWithValues: inventory.domains.map { name, domain in
                (name, DomainLanguages(domain: name, inventory: domain, configuration: configuration))
            })
        offer = LanguageOffer(configuration: configuration, domains: domains)
    }

    /// What is in force for the preferences of scopes, narrowest first.
    package func resolve(_ preferences: [Preference]) -> Resolution {
        let sources = sources(preferences)
        let decision = sources.lazy.map { Decision(source: $0, matched: matches(of: $0.languages)) }
            .first { !$0.matched.isEmpty }
        let matched = decision?.matched ?? []
        let asked = (decision?.source ?? sources.first)?.languages ?? []
        let languages = (matched + [offer.base].compactMap { $0 }).withoutRepeats
        let spoken = languages.isEmpty ? asked : spoken(languages, asked: asked)
        let regionDecider = preferences.firstIndex { $0.region != nil }
        let region = regionDecider.flatMap { preferences[$0].region }
        return Resolution(
            languageDecider: decision?.source.scope,
            regionDecider: regionDecider,
            isDefault: decision?.source.isDefault ?? false,
            requested: decision?.source.scope.map { preferences[$0].languages } ?? [],
            matched: matched,
            languages: languages,
            region: region,
            localeIdentifier: spoken.first?.formatting(for: region).identifier ?? "und",
            direction: languages.first?.direction ?? .leftToRight,
            keyboard: spoken.first.flatMap(KeyboardHint.init(for:)),
            environment: LocaleEnvironment(languages: spoken, region: region, hasLocale: localeNames.contains)
                .variables)
    }

    /// A list of languages that somebody wants.
    private struct Source {
        /// Whose it is, counted as the scopes were given; nil for the product's default and the machine's.
        var scope: Int?
        var isDefault = false
        var languages: [LanguageTag]
    }

    private struct Decision {
        var source: Source
        var matched: [LanguageTag]
    }

    /// The lists that are asked in turn, until one has a match (semantics L2, L4); none of them is empty.
    private func sources(_ preferences: [Preference]) -> [Source] {
        let scopes = preferences.enumerated().map { Source(scope: $0.offset, languages: $0.element.languages) }
        let automatic = [
            Source(isDefault: true, languages: configuration.defaultLanguages), Source(languages: machineLanguages),
        ]
        return (scopes + automatic).filter { !$0.languages.isEmpty }
    }

    private func matches(of languages: [LanguageTag]) -> [LanguageTag] {
        LanguageChain.resolve(
            preferences: languages, available: offer.present, base: nil, crossLanguages: configuration.crossLanguages)
    }

    /// Whether any of these languages can be shown, or something that matches it.
    package func offers(anyOf languages: [LanguageTag]) -> Bool {
        matcher.bestMatch(for: languages) != nil
    }

    /// Matches with what can be shown.
    var matcher: LanguageMatcher {
        LanguageMatcher(available: offer.present, crossLanguages: configuration.crossLanguages)
    }

    /// The languages in force, each preceded by the preference that led to it where that also names a region: who
    /// asks for en-GB and reads texts in `en` still writes dates as in Britain.
    private func spoken(_ languages: [LanguageTag], asked: [LanguageTag]) -> [LanguageTag] {
        let matcher = matcher
        return languages.flatMap { language in
            let original = asked.first { preference in
                preference.region != nil && preference.languageCode == language.languageCode
                    && matcher.bestMatch(for: preference) == language
                    && preference.maximized.script == language.maximized.script
            }
            return [original, language].compactMap { $0 }
        }.withoutRepeats
    }
}
