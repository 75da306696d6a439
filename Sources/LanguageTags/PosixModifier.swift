/// The modifiers of POSIX locale names (`sr_RS@latin`) that tell one written language from another.
enum PosixModifier {
    /// The script that a modifier stands for; nil for modifiers of other kinds, such as `euro`.
    static func script(of modifier: String) -> String? {
        switch modifier {
        case "latin", "iqtelif": "Latn"
        case "cyrillic": "Cyrl"
        case "devanagari": "Deva"
        case "arabic": "Arab"
        default: nil
        }
    }

    /// The modifier glibc's locales of a language use for a script; nil where there is none.
    static func modifier(ofScript script: String, language: String) -> String? {
        switch (language, script) {
        case ("tt", "Latn"): "iqtelif"
        case (_, "Latn"): "latin"
        case (_, "Cyrl"): "cyrillic"
        case (_, "Deva"): "devanagari"
        default: nil
        }
    }
}

/// The character sets of POSIX locale names.
enum Codeset {
    /// Whether glibc has locales in this character set, spelt as people spell it.
    ///
    /// Anything may not pass: the `old` of a file `hi.old.json` must not make `hi.old` a spelling of Hindi.
    static func isKnown(_ codeset: Substring) -> Bool {
        let name = codeset.lowercased().filter { $0 != "-" && $0 != "_" }
        return names.contains(name) || (name.hasPrefix("iso8859") && isPartNumber(name.dropFirst(7)))
    }

    private static func isPartNumber(_ text: Substring) -> Bool {
        Int(text).map { (1...16).contains($0) } ?? false
    }

    private static let names: Set<String> = [
        "utf8", "ascii", "usascii", "ansix3.41968", "big5", "big5hkscs", "gb2312", "gbk", "gb18030", "eucjp", "euckr",
        "euctw", "euccn", "sjis", "shiftjis", "koi8r", "koi8u", "koi8t", "cp1251", "cp1255", "tis620", "tcvn",
        "tcvn57121", "armscii8", "georgianps", "pt154", "rk1048",
    ]
}
