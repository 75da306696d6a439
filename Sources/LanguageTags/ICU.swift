import CICU

/// ICU's answers as Swift values; nothing else in the module calls C.
///
/// Only text that `TagSyntax` let through comes here: ASCII, at most `LanguageTag.maximumLength` bytes. ICU has been
/// overrun by long identifiers before (CVE-2011-4599, CVE-2025-5222).
enum ICU {
    /// What CLDR's table of parents says of a tag.
    enum ListedParent: Equatable {
        case root
        case tag(String)
        case unlisted
    }

    /// The canonical spelling; nil if ICU cannot parse the tag or the result is longer than a tag may be.
    static func canonicalTag(_ tag: String) -> String? {
        unsafe text(capacity: LanguageTag.maximumLength) { unsafe cicu_canonical_tag(tag, $0, $1) }
    }

    /// The tag with likely script and region.
    static func maximizedTag(_ tag: String) -> String? {
        unsafe text(capacity: LanguageTag.maximumLength) { unsafe cicu_maximized_tag(tag, $0, $1) }
    }

    static func listedParent(_ tag: String) -> ListedParent {
        guard
            let parent = unsafe text(capacity: LanguageTag.maximumLength, { unsafe cicu_listed_parent(tag, $0, $1) })
        else {
            return .unlisted
        }
        return parent.isEmpty ? .root : .tag(parent)
    }

    /// The tag with formats of `region`, two letters; nil where the result is too long.
    static func tag(_ tag: String, formatRegion region: String) -> String? {
        unsafe text(capacity: LanguageTag.maximumLength) { unsafe cicu_tag_with_format_region(tag, region, $0, $1) }
    }

    static func isRightToLeft(_ tag: String) -> Bool {
        unsafe cicu_is_right_to_left(tag) == 1
    }

    /// The name of `tag` in the language of `displayTag`; nil only where ICU fails.
    static func displayName(_ tag: String, in displayTag: String) -> String? {
        unsafe text(capacity: 512) { unsafe cicu_display_name(tag, displayTag, $0, $1) }
    }

    /// The index in `available` of what is nearest to `wanted`; nil where nothing is near.
    static func bestMatch(_ wanted: String, among available: [String]) -> Int? {
        var bytes: [CChar] = []
        var offsets: [Int] = []
        for tag in available {
            offsets.append(bytes.count)
            bytes.append(contentsOf: tag.utf8.lazy.map(CChar.init(bitPattern:)))
            bytes.append(0)
        }
        let index = unsafe bytes.withUnsafeBufferPointer { storage in
            let pointers = unsafe offsets.map { unsafe storage.baseAddress?.advanced(by: $0) }
            return unsafe cicu_best_match(wanted, pointers, Int32(pointers.count))
        }
        return index >= 0 ? Int(index) : nil
    }

    /// Which numbers plural rules are for.
    enum PluralKind {
        case cardinal
        case ordinal
    }

    /// CLDR's plural rules of exactly this tag, `keyword: condition;` for each category; nil for a tag without.
    static func pluralRules(_ tag: String, _ kind: PluralKind) -> String? {
        let kind = kind == .cardinal ? CICU_PLURAL_CARDINAL : CICU_PLURAL_ORDINAL
        return unsafe text(capacity: 4096) { unsafe cicu_plural_rules(tag, Int32(kind.rawValue), $0, $1) }
    }

    /// Runs a function that fills a buffer and returns the length, or an error below zero.
    private static func text(
        capacity: Int, _ fill: (UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else {
                return nil
            }
            let length = unsafe fill(start, Int32(capacity))
            guard length >= 0 else {
                return nil
            }
            let filled = unsafe UnsafeRawBufferPointer(start: start, count: Int(length))
            return unsafe String(decoding: filled, as: UTF8.self)
        }
    }
}
