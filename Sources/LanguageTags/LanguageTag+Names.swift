package import Catalog

extension LanguageTag {
    /// Which way lines in this language run, by its likely script: `ar`, `az-Arab` and `pa-PK` from the right.
    package var direction: TextDirection {
        ICU.isRightToLeft(identifier) ? .rightToLeft : .leftToRight
    }

    /// The name in its own language as it stands in a list: ru → Русский, zh-Hant → 繁體中文. English where CLDR has no
    /// texts in that language, the tag where it has no name at all.
    package var nativeName: String {
        displayName(in: self)
    }

    /// The name in another language as it stands in a list: ru in German → Russisch. The tag where CLDR has none.
    ///
    /// A language's names are read from ICU's data when first asked for, some hundred kilobytes each: ask for them
    /// when they are to be shown, not before.
    package func displayName(in language: LanguageTag) -> String {
        ICU.displayName(identifier, in: language.identifier) ?? identifier
    }
}
