package import Catalog
package import LanguageTags

/// The languages in force for the preferences of some scopes, and why.
package struct Resolution: Hashable, Sendable {
    /// Which of the scopes, counted as they were given, decided the languages: the first of which anything is on
    /// offer. Nil where that is none of them.
    package var languageDecider: Int?
    /// Which of the scopes decided the region; nil where none has one.
    package var regionDecider: Int?
    /// No scope decided, but the product's `Default=`. Else, without a decider, the machine's languages did, or nobody.
    package var isDefault: Bool
    /// The tags of the scope that decided; empty where none did.
    package var requested: [LanguageTag]
    /// What was found for them on offer, best first, parents included: from this each domain makes its chain.
    package var matched: [LanguageTag]
    /// The languages in force, best first: those matched, then the product's base language. Empty only where there
    /// are no catalogs at all.
    package var languages: [LanguageTag]
    /// What decides formats; nil where no scope has a region.
    package var region: RegionCode?
    /// For formatters (UTS #35), such as `en-u-rg-dezzzz`: the first language in force, as it was asked for where
    /// that names a region, with the region of formats. `und` where no language is known.
    package var localeIdentifier: String
    /// Of the first language in force.
    package var direction: TextDirection
    /// For the first language in force; nil where none is known.
    package var keyboard: KeyboardHint?
    /// POSIX variables for child processes.
    package var environment: [String: String]
}
