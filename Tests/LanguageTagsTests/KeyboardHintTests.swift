import LanguageTags
import Testing

@Suite struct `The keyboard of a language` {
    struct Row: Sendable {
        var language: String
        var layout: String
        var variant: String?
        var inputMethod: String?
    }

    @Test(arguments: [
        Row(language: "de", layout: "de"), Row(language: "de-DE", layout: "de"), Row(language: "de-CH", layout: "ch"),
        Row(language: "fr-CH", layout: "ch", variant: "fr"), Row(language: "es-MX", layout: "latam"),
        Row(language: "pt", layout: "br"), Row(language: "pt-BR", layout: "br"), Row(language: "pt-AO", layout: "pt"),
        Row(language: "sr-Latn-RS", layout: "rs", variant: "latin"), Row(language: "sr", layout: "rs"),
        Row(language: "ja", layout: "jp", inputMethod: "mozc"),
        Row(language: "zh-CN", layout: "cn", inputMethod: "pinyin"),
        Row(language: "zh-TW", layout: "tw", inputMethod: "chewing"),
        Row(language: "zh-HK", layout: "us", inputMethod: "cangjie"),
        Row(language: "hi-IN", layout: "in"), Row(language: "en-NZ", layout: "us"),
        Row(language: "de-u-co-phonebk", layout: "de"),
    ])
    func `is its own or its parent's`(row: Row) throws {
        let hint = KeyboardHint(for: try LanguageTag(parsing: row.language))
        #expect(hint?.layout == row.layout)
        #expect(hint?.variant == row.variant)
        #expect(hint?.inputMethod == row.inputMethod)
    }

    @Test(arguments: ["jp", "nl", "pa-Arab", "sd-Deva", "ht", "hi-Latn"])
    func `is unknown where the layout's names do not settle it`(language: String) throws {
        #expect(KeyboardHint(for: try LanguageTag(parsing: language)) == nil)
    }
}
