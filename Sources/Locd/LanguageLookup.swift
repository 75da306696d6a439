/// Finds a wanted language among those a domain has: RFC 4647's lookup by truncation.
///
/// The daemon matches with CLDR's data (ICU's LocaleMatcher). This stands in for it where there is no daemon to ask, so
/// it knows rules only, no tables of likely subtags; the few facts below are those whose lack people would see at
/// once: Chinese is split by script, and some codes have a newer name.
enum LanguageLookup {
    /// The longest tag that is looked at, in bytes.
    static let longestTag = 127

    /// A language name in BCP 47's canonical spelling.
    ///
    /// Takes BCP 47 with `-` or `_`, and POSIX names (`hi_IN.UTF-8`, `sr_RS@latin`). Nil for what names no language:
    /// empty, `C`, `POSIX`, `root`, and anything that is not made of subtags.
    static func canonical(_ name: some StringProtocol) -> String? {
        guard name.utf8.count <= longestTag else { return nil }
        let base = name.prefix { $0 != "." && $0 != "@" }
        var subtags = base.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
        guard isWellFormed(subtags), !["c", "posix", "root"].contains(subtags[0]) else { return nil }
        if let at = name.firstIndex(of: "@") { apply(modifier: name[name.index(after: at)...], to: &subtags) }
        if let newer = newerNames[subtags[0]] { subtags.replaceSubrange(0...0, with: newer) }
        let extensions = subtags.firstIndex { $0.utf8.count == 1 } ?? subtags.endIndex
        for index in subtags.indices[1..<max(1, extensions)] { subtags[index] = cased(subtags[index]) }
        return subtags.joined(separator: "-")
    }

    /// The available tags that serve `wanted`, best first: itself and what its truncations name, else the one nearest
    /// relative. Empty when the language is not there. Both sides are canonical.
    static func matches(for wanted: String, among available: [String]) -> [String] {
        let direct = truncations(of: wanted).flatMap { candidate in
            available.filter { truncations(of: $0).first == candidate || $0 == candidate }
        }
        if !direct.isEmpty { return direct.uniqued() }
        return available.sorted().first { isRelative($0, of: wanted) }.map { [$0] } ?? []
    }

    /// Whether two tags are of one language: equal first subtags, `no`, `nb` and `nn` being one (semantics L3).
    static func isSameLanguage(_ left: String, _ right: String) -> Bool {
        language(of: left) == language(of: right)
    }

    /// The languages in which a domain is looked up, best first: each preference's matches in turn, then the base.
    static func chain(for preferences: [String], among available: [String], base: String?) -> [String] {
        (preferences.flatMap { matches(for: $0, among: available) } + [base].compactMap { $0 }).uniqued()
    }

    /// The languages that a process environment asks for, in gettext's order: the first of LANGUAGE, LC_ALL,
    /// LC_MESSAGES and LANG that is set decides (semantics L2).
    static func preferences(environment: (String) -> String?) -> [String] {
        for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let value = environment(name), !value.isEmpty else { continue }
            return value.split(separator: ":").compactMap { canonical($0) }.uniqued()
        }
        return []
    }

    // MARK: Subtags

    private static let newerNames = [
        "iw": ["he"], "in": ["id"], "ji": ["yi"], "tl": ["fil"], "mo": ["ro"], "sh": ["sr", "Latn"],
    ]

    private static func isWellFormed(_ subtags: [String]) -> Bool {
        guard let first = subtags.first, (2...8).contains(first.utf8.count) || first == "c" else { return false }
        return first.utf8.allSatisfy(isLetter)
            && subtags.allSatisfy { subtag in
                (1...8).contains(subtag.utf8.count) && subtag.utf8.allSatisfy { isLetter($0) || isDigit($0) }
            }
    }

    /// The modifiers of POSIX names that say something of the language; others are dropped (semantics L3).
    private static func apply(modifier: some StringProtocol, to subtags: inout [String]) {
        switch modifier {
        case "latin": subtags.insert("latn", at: 1)
        case "cyrillic": subtags.insert("cyrl", at: 1)
        case "devanagari": subtags.insert("deva", at: 1)
        case "valencia": subtags.append("valencia")
        default: break
        }
    }

    private static func cased(_ subtag: String) -> String {
        switch subtag.utf8.count {
        case 2: subtag.uppercased()
        case 4 where subtag.utf8.allSatisfy(isLetter): subtag.prefix(1).uppercased() + subtag.dropFirst()
        default: subtag
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    // MARK: Matching

    /// The tag, then each shorter one: a subtag at a time from the end, a single-letter one never last (RFC 4647
    /// section 3.4). Chinese carries its script, and ends with it: `zh-TW` → `zh-Hant-TW`, `zh-Hant`.
    private static func truncations(of tag: String) -> [String] {
        var subtags = tag.split(separator: "-")
        let script = chineseScript(subtags)
        if let script, subtags.count == 1 || subtags[1].utf8.count != 4 { subtags.insert(script, at: 1) }
        var result: [String] = []
        while subtags.count > (script == nil ? 0 : 1) {
            result.append(subtags.joined(separator: "-"))
            subtags.removeLast()
            if subtags.count > 1, subtags.last?.utf8.count == 1 { subtags.removeLast() }
        }
        return result
    }

    private static func chineseScript(_ subtags: [Substring]) -> Substring? {
        guard subtags.first == "zh" else { return nil }
        if subtags.count > 1, subtags[1].utf8.count == 4 { return subtags[1] }
        return subtags.contains { ["TW", "HK", "MO"].contains($0) } ? "Hant" : "Hans"
    }

    private static func isRelative(_ candidate: String, of wanted: String) -> Bool {
        isSameLanguage(candidate, wanted)
            && chineseScript(candidate.split(separator: "-")) == chineseScript(wanted.split(separator: "-"))
    }

    private static func language(of tag: String) -> Substring {
        let language = tag.prefix { $0 != "-" }
        return language == "nb" || language == "nn" ? "no" : language
    }
}

extension Array where Element: Hashable {
    /// The elements without those that stood before, in their order.
    func uniqued() -> [Element] {
        uniqued { $0 }
    }
}

extension Array {
    /// The elements without those whose key stood before, in their order.
    func uniqued(by key: (Element) -> some Hashable) -> [Element] {
        var seen: Set<AnyHashable> = []
        return filter { seen.insert(AnyHashable(key($0))).inserted }
    }
}
