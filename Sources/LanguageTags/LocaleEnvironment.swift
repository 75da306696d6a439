/// The POSIX variables with which a child process speaks the languages in force.
///
/// - `LANG`, `LC_MESSAGES`: the first language that libc has a locale for. Any real locale will do for messages:
///   gettext looks at `LANGUAGE` only where the locale is not `C` (nor, since glibc 2.39, `C.UTF-8`).
/// - `LANGUAGE`: the languages as gettext spells them, parents included.
/// - with a region, `LC_TIME`, `LC_NUMERIC`, `LC_MONETARY`, `LC_PAPER`, `LC_MEASUREMENT`: a locale of that region, in
///   the language if libc has it, else in the region's own.
///
/// `LC_ALL` overrides all of them: whoever applies these to a child removes it from the child's environment.
package struct LocaleEnvironment: Hashable, Sendable {
    /// Names and values; the values consist of letters, digits and `_.:@-`.
    package let variables: [String: String]

    /// - Parameter hasLocale: whether libc can load a locale of this name. Asked for few names, best first.
    package init(languages: [LanguageTag], region: RegionCode?, hasLocale: (String) -> Bool) {
        let spoken = languages.flatMap(LocaleSpelling.locales(for:)).first(where: hasLocale) ?? Self.neutral
        var variables = ["LANG": spoken, "LC_MESSAGES": spoken]
        let names = languages.flatMap(LocaleSpelling.gettextNames(for:)).withoutRepeats
        if !names.isEmpty {
            variables["LANGUAGE"] = names.joined(separator: ":")
        }
        if let region {
            let candidates = LocaleSpelling.locales(formatsOf: region, language: languages.first)
            if let formats = candidates.first(where: hasLocale) {
                for category in Self.formatCategories {
                    variables[category] = formats
                }
            }
        }
        self.variables = variables
    }

    /// The names of libc's locales that would do for a language, best first, such as `hi_IN.UTF-8`; plausible ones, not
    /// known to exist.
    package static func localeNames(for language: LanguageTag) -> [String] {
        LocaleSpelling.locales(for: language)
    }

    /// Variables as systemd's `EnvironmentFile=` reads them, sorted, a line each.
    package static func fileText(of variables: [String: String]) -> String {
        variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined()
    }

    /// What libc always has.
    private static let neutral = "C.UTF-8"

    private static let formatCategories = ["LC_TIME", "LC_NUMERIC", "LC_MONETARY", "LC_PAPER", "LC_MEASUREMENT"]
}
