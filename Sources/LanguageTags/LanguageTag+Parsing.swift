extension LanguageTag {
    /// Reads a tag in any of the spellings in which languages are written down.
    ///
    /// - BCP 47, in any case, `_` as good as `-`, blanks round it ignored: `" zh_hant-tw "` → `zh-Hant-TW`.
    /// - POSIX: `hi_IN.UTF-8` → `hi-IN`; `sr@latin` → `sr-Latn`; `ca@valencia` → `ca-valencia`; any other modifier is
    ///   dropped.
    /// - Android's resource directories: `pt-rBR` → `pt-BR`, `b+sr+Latn` → `sr-Latn`.
    ///
    /// A language need not be registered, only well-formed: `jp` parses, and matches nothing. Refused are what stands
    /// for no language (`C`, `POSIX`, `root`, `Base`, `und`, `mul`, `mis`, `zxx`, private use alone) and language
    /// subtags of more than three letters, of which the registry has none, so that words such as `strings` in a file
    /// name, or `hindi` from a person, are not taken for tags.
    package init(parsing text: String) throws(LanguageTagError) {
        let wellFormed = try TagSyntax.bcp47(text)
        guard let canonical = ICU.canonicalTag(wellFormed), TagSyntax.isCanonicalShape(canonical) else {
            throw .notATag(text, .malformed, "its subtags do not fit together")
        }
        guard !TagSyntax.isWithoutLanguage(canonical) else {
            throw .notATag(text, .noLanguage, "it stands for no language")
        }
        self.init(canonical: canonical)
    }
}
