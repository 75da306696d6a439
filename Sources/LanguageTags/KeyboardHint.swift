/// The keyboard that suits a language, so that an on-screen keyboard can follow it.
///
/// Layouts and variants are names of xkeyboard-config (xkeyboard-config(7)); languages its names do not settle have no
/// hint. An input method is named as its engine is without prefixes: `pinyin`, `chewing`, `cangjie`, `mozc`, `hangul`,
/// `unikey`.
package struct KeyboardHint: Hashable, Sendable {
    package let layout: String
    /// Nil for the layout's default.
    package let variant: String?
    /// Nil for languages that are typed key by key.
    package let inputMethod: String?

    /// The hint for a language: its own, else that of the nearest parent in the same language and script; nil where
    /// none is known.
    package init?(for language: LanguageTag) {
        let family = [language] + language.parents.filter { $0.languageCode == language.languageCode }
        for tag in family {
            if let hint = Self.table[tag.identifier] {
                self = hint
                return
            }
        }
        return nil
    }

    private init(_ layout: String, _ variant: String? = nil, inputMethod: String? = nil) {
        self.layout = layout
        self.variant = variant
        self.inputMethod = inputMethod
    }

    private static let table: [String: KeyboardHint] = [
        "am": .init("et"),
        "ar": .init("ara"),
        "ar-IQ": .init("iq"),
        "ar-MA": .init("ma"),
        "ar-SY": .init("sy"),
        "ast": .init("es", "ast"),
        "az": .init("az"),
        "ba": .init("ru", "bak"),
        "be": .init("by"),
        "bg": .init("bg"),
        "bm": .init("ml"),
        "bn": .init("bd"),
        "bn-IN": .init("in", "ben"),
        "bo": .init("cn", "tib"),
        "br": .init("fr", "bre"),
        "bs": .init("ba"),
        "ca": .init("es", "cat"),
        "chr": .init("us", "chr"),
        "cs": .init("cz"),
        "cv": .init("ru", "cv"),
        "da": .init("dk"),
        "de": .init("de"),
        "de-AT": .init("at"),
        "de-CH": .init("ch"),
        "dv": .init("mv"),
        "dz": .init("bt"),
        "el": .init("gr"),
        "en": .init("us"),
        "en-AU": .init("au"),
        "en-CA": .init("ca", "eng"),
        "en-GB": .init("gb"),
        "en-GH": .init("gh"),
        "en-IE": .init("ie"),
        "en-IN": .init("in", "eng"),
        "en-NG": .init("ng"),
        "en-ZA": .init("za"),
        "eo": .init("epo"),
        "es": .init("es"),
        "es-419": .init("latam"),
        "et": .init("ee"),
        "eu": .init("es"),
        "fa": .init("ir"),
        "fa-AF": .init("af"),
        "fi": .init("fi"),
        "fil": .init("ph"),
        "fo": .init("fo"),
        "fr": .init("fr"),
        "fr-BE": .init("be"),
        "fr-CA": .init("ca"),
        "fr-CH": .init("ch", "fr"),
        "ga": .init("ie"),
        "gd": .init("gb", "gla"),
        "gl": .init("es"),
        "gu": .init("in", "guj"),
        "haw": .init("us", "haw"),
        "he": .init("il"),
        "hi": .init("in"),
        "hr": .init("hr"),
        "hu": .init("hu"),
        "hy": .init("am"),
        "is": .init("is"),
        "it": .init("it"),
        "iu": .init("ca", "ike"),
        "ja": .init("jp", inputMethod: "mozc"),
        "ka": .init("ge"),
        "kk": .init("kz"),
        "km": .init("kh"),
        "kn": .init("in", "kan"),
        "ko": .init("kr", inputMethod: "hangul"),
        "ku": .init("tr", "ku"),
        "ky": .init("kg"),
        "lo": .init("la"),
        "lt": .init("lt"),
        "lv": .init("lv"),
        "mi": .init("mao"),
        "mk": .init("mk"),
        "ml": .init("in", "mal"),
        "mn": .init("mn"),
        "mr": .init("in", "marathi"),
        "mt": .init("mt"),
        "my": .init("mm"),
        "nb": .init("no"),
        "ne": .init("np"),
        "nl-BE": .init("be"),
        "nn": .init("no"),
        "no": .init("no"),
        "oc": .init("fr", "oci"),
        "or": .init("in", "ori"),
        "pa": .init("in", "guru"),
        "pl": .init("pl"),
        "ps": .init("af", "ps"),
        "pt": .init("br"),
        "pt-PT": .init("pt"),
        "ro": .init("ro"),
        "ru": .init("ru"),
        "sah": .init("ru", "sah"),
        "sd": .init("pk", "snd"),
        "se": .init("no", "smi"),
        "si": .init("lk"),
        "sk": .init("sk"),
        "sl": .init("si"),
        "sq": .init("al"),
        "sr": .init("rs"),
        "sr-Latn": .init("rs", "latin"),
        "sv": .init("se"),
        "sv-FI": .init("fi"),
        "sw": .init("tz"),
        "sw-KE": .init("ke"),
        "ta": .init("in", "tam"),
        "ta-LK": .init("lk", "tam_unicode"),
        "te": .init("in", "tel"),
        "tg": .init("tj"),
        "th": .init("th"),
        "tk": .init("tm"),
        "tn": .init("bw"),
        "tr": .init("tr"),
        "tt": .init("ru", "tt"),
        "udm": .init("ru", "udm"),
        "ug": .init("cn", "ug"),
        "uk": .init("ua"),
        "ur": .init("pk"),
        "uz": .init("uz", "latin"),
        "uz-Cyrl": .init("uz"),
        "vi": .init("vn", inputMethod: "unikey"),
        "wo": .init("sn"),
        "xal": .init("ru", "xal"),
        "zh": .init("cn", inputMethod: "pinyin"),
        "zh-Hant": .init("tw", inputMethod: "chewing"),
        "zh-Hant-HK": .init("us", inputMethod: "cangjie"),
    ]
}
