/// What tells a program its language: setlocale(3) and gettext(3).
enum LocaleVariables {
    static let names = [
        "LANG", "LANGUAGE", "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT",
        "LC_MESSAGES", "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
    ]

    /// Those of a daemon's variables that are about language, with values that name locales. Programs of root are
    /// started with them: whoever took the daemon over must not reach their loader or shell through it.
    static func trusted(_ variables: [String: String]) -> [String: String] {
        variables.filter { names.contains($0.key) && $0.value.utf8.allSatisfy(isInName) }
    }

    /// ASCII letters, digits and `_.:@-`.
    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_.:@-".utf8.contains(byte)
        }
    }
}
