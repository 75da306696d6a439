import LanguageTags
import Testing

@Suite struct `Parsing a language tag` {
    @Test(arguments: [
        // BCP 47 in any case and with either separator, blanks ignored.
        ("hi", "hi"), ("HI-in", "hi-IN"), (" en ", "en"), ("\ten\t", "en"), ("zh_hant_tw", "zh-Hant-TW"),
        ("zh_CN", "zh-CN"), ("EN-LATN-us", "en-Latn-US"), ("es-419", "es-419"), ("ca-valencia", "ca-valencia"),
        ("de-1996-1901", "de-1901-1996"), ("sl-rozaj-biske", "sl-biske-rozaj"), ("jp", "jp"), ("tmp", "tyj"),
        ("de-u-co-phonebk", "de-u-co-phonebk"), ("en-x-foo", "en-x-foo"), ("EN-U-RG-DEZZZZ", "en-u-rg-dezzzz"),
        ("en-t-jp-u-co-phonebk", "en-t-jp-u-co-phonebk"), ("qaa", "qaa"),
        // Deprecated and legacy subtags.
        ("iw", "he"), ("in", "id"), ("sh", "sr-Latn"), ("tl", "fil"), ("ji", "yi"), ("mo", "ro"), ("cmn", "zh"),
        ("eng", "en"), ("zh-yue", "yue"), ("zh-cmn-Hans-CN", "zh-Hans-CN"), ("en-UK", "en-GB"), ("de-DD", "de-DE"),
        ("swc", "sw-CD"), ("no-bok", "nb"),
        // Grandfathered tags.
        ("i-klingon", "tlh"), ("I-LUX", "lb"), ("art-lojban", "jbo"), ("zh-min-nan", "nan"), ("sgn-BE-FR", "sfb"),
        ("en-GB-oed", "en-GB-oxendict"), ("en_gb_oed", "en-GB-oxendict"),
        // POSIX.
        ("hi_IN.UTF-8", "hi-IN"), ("hi_IN.utf8", "hi-IN"), ("en_US.ISO-8859-1", "en-US"), ("ja_JP.eucJP", "ja-JP"),
        ("en_US.ISO8859-15@euro", "en-US"), ("sr@latin", "sr-Latn"), ("sr_RS.UTF-8@latin", "sr-Latn-RS"),
        ("uz_UZ@cyrillic", "uz-Cyrl-UZ"), ("ks_IN@devanagari", "ks-Deva-IN"), ("tt_RU@iqtelif", "tt-Latn-RU"),
        ("ca@valencia", "ca-valencia"), ("ca_ES.UTF-8@valencia", "ca-ES-valencia"), ("de_DE@euro", "de-DE"),
        ("gez_ER@abegede", "gez-ER"), ("de@collation=phonebook", "de"), ("sr_Cyrl@latin", "sr-Cyrl"),
        // Android.
        ("pt-rBR", "pt-BR"), ("zh-rTW", "zh-TW"), ("es-r419", "es-419"), ("b+sr+Latn", "sr-Latn"),
        ("b+es+419", "es-419"),
    ])
    func `gives its canonical form`(text: String, canonical: String) throws {
        #expect(try LanguageTag(parsing: text).identifier == canonical)
    }

    @Test(
        arguments: [
            ("", .empty), ("   ", .empty), ("\t", .empty),
            (".", .malformed), ("..", .malformed), ("../../etc/passwd", .invalidCharacter),
            ("/etc/passwd", .invalidCharacter), ("en/../../x", .invalidCharacter), ("en\\..\\x", .invalidCharacter),
            ("en%2f", .invalidCharacter), ("en\0", .invalidCharacter), ("en\0/x", .invalidCharacter),
            ("en\nLANG=xx", .invalidCharacter), ("en\n", .invalidCharacter), ("en\r", .invalidCharacter),
            ("en;id", .invalidCharacter), ("$(id)", .invalidCharacter), ("en us", .invalidCharacter),
            (String(repeating: "en-", count: 300), .tooLong), ("en-abcdefghi", .malformed), ("abcdefghi", .malformed),
            ("x-only", .noLanguage), ("X-private-use", .noLanguage), ("i-unknown", .malformed),
            ("i-enochian", .noLanguage),
            ("en--US", .malformed), ("-en", .malformed), ("_en", .malformed), ("en-", .malformed), ("-", .malformed),
            ("-x", .malformed), ("_x", .malformed), ("en-a-bbb-a-ccc", .malformed),
            ("en-u-co-phonebk-u-nu-latn", .malformed),
            ("en-rozaj-rozaj", .malformed), ("en-rozaj-ROZAJ", .malformed), ("en-a", .malformed), ("en-x-", .malformed),
            ("en-x", .malformed), ("en-u-x-foo", .malformed), ("en-US-Latn", .malformed), ("en-US-GB", .malformed),
            ("en-Latn-Cyrl", .malformed), ("e", .malformed), ("e1", .malformed), ("12", .malformed),
            ("1-en", .malformed),
            ("hi-ाी", .invalidCharacter), ("ｅｎ", .invalidCharacter), ("еn", .invalidCharacter), ("ıd", .invalidCharacter),
            ("İD", .invalidCharacter), ("en\u{FEFF}", .invalidCharacter), ("en\u{202E}", .invalidCharacter),
            ("lost+found", .malformed), (".git", .malformed), ("en+US", .malformed), ("b+", .malformed),
            ("C", .noLanguage), ("POSIX", .noLanguage), ("C.UTF-8", .noLanguage), ("C.utf8", .noLanguage),
            ("root", .noLanguage), ("und", .noLanguage), ("und-US", .noLanguage), ("mul", .noLanguage),
            ("mis", .noLanguage), ("zxx", .noLanguage), ("Base", .noLanguage), ("base", .noLanguage),
            ("hindi", .unassigned), ("strings", .unassigned), ("English", .unassigned), ("Localizable", .malformed),
            ("en.", .malformed), ("hi.old", .malformed), ("en.json", .malformed), ("en.UTF-8.UTF-8", .malformed),
            ("en@", .malformed), ("en@a@b", .malformed), ("en@../x", .invalidCharacter), ("en@..", .malformed),
            ("@latin", .malformed),
            (".UTF-8", .malformed),
        ] as [(String, LanguageTagError.Code)])
    func `refuses what is none`(text: String, code: LanguageTagError.Code) {
        let error = #expect(throws: LanguageTagError.self) { try LanguageTag(parsing: text) }
        #expect(error?.code == code)
    }

    @Test func `measures bytes, 127 at most`() throws {
        let longest = "en-x" + String(repeating: "-a234567", count: 15) + "-ab"
        #expect(longest.utf8.count == 127)
        #expect(try LanguageTag(parsing: longest).identifier == longest)
        #expect(try LanguageTag(parsing: "  \(longest)  ").identifier == longest)
        let error = #expect(throws: LanguageTagError.self) { try LanguageTag(parsing: longest + "c") }
        #expect(error?.code == .tooLong)
        let huge = #expect(throws: LanguageTagError.self) {
            try LanguageTag(parsing: String(repeating: "a", count: 100_000))
        }
        #expect(huge?.code == .tooLong)
        #expect((huge?.message.utf8.count ?? 0) < 200)
    }

    @Test(arguments: [
        ("en--US", #""en--US" is not a language tag: a part of it is empty"#),
        ("en\nLANG=xx", #""en\nLANG=xx" is not a language tag: it contains the character U+000A"#),
        ("en\u{1B}[2J", #""en\u{1B}[2J" is not a language tag: it contains the character U+001B"#),
        ("en\u{202E}", #""en\u{202E}" is not a language tag: it contains the character U+202E"#),
        ("हिन्दी", #""हिन्दी" is not a language tag: it contains the character U+0939"#),
        ("hindi", #""hindi" is not a language tag: no language has the code "hindi""#),
        ("C.UTF-8", #""C.UTF-8" is not a language tag: it stands for no language"#),
        ("  ", "a language tag is empty"),
    ])
    func `says what is wrong, with the value made printable`(text: String, message: String) {
        let error = #expect(throws: LanguageTagError.self) { try LanguageTag(parsing: text) }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        "hi-IN", "iw", "sh", "zh-min", "i-default", "en-GB-oed", "en-US-posix", "de-1996-1901", "sgn-CH-DE", "sr@latin",
        "en-x-a-b-c", "en-u-attr-co-phonebk", "hy-arevela", "ru-SU", "aa-saaho", "i-mingo", "cel-gaulish",
        "en-t-hi-u-nu-deva-x-y", "de-u-kn-true", "no-bokmal",
    ])
    func `gives a form that is safe in a path and canonical once and for all`(text: String) throws {
        let tag = try LanguageTag(parsing: text)
        let isSafe = tag.identifier.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        #expect(isSafe)
        #expect(!tag.identifier.hasPrefix("-"))
        #expect(!tag.identifier.isEmpty)
        #expect(tag.identifier.utf8.count <= LanguageTag.maximumLength)
        #expect(try LanguageTag(parsing: tag.identifier) == tag)
    }

    @Test func `never gives more than a safe form, whatever the bytes`() {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("abehinprtuxzCLSTU0149-_-_.@+=/\\%;$ \n\0é").map(String.init)
        var accepted = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 1...12, using: &generator)
            let text = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }.joined()
            guard let tag = try? LanguageTag(parsing: text) else {
                continue
            }
            accepted += 1
            #expect(tag.identifier.wholeMatch(of: /[a-z]{2,3}(-[A-Za-z0-9]{1,8})*/) != nil, "\(text.debugDescription)")
        }
        #expect(accepted > 0)
    }

    @Test func `makes one value of all spellings`() throws {
        let spellings = ["zh-hant-tw", "ZH_HANT_TW", "zh_Hant_TW.UTF-8", " zh-Hant-TW", "b+zh+Hant+TW"]
        #expect(Set(try tags(spellings)).count == 1)
    }

    @Test func `sorts by identifier`() throws {
        #expect(try tags(["zh", "en-US", "en", "de"]).sorted().map(\.identifier) == ["de", "en", "en-US", "zh"])
    }
}
