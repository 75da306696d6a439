/// The languages of an `Accept-Language` header (RFC 9110 section 12.5.4), most wanted first.
struct AcceptedLanguages: Hashable, Sendable {
    /// Longer headers are cut here, and at most `mostLanguages` of their languages are looked at: a header is a peer's.
    private static let longestHeader = 1024
    private static let mostLanguages = 16

    /// Canonical tags. `*`, languages of quality 0 and what is no tag are left out.
    let tags: [String]

    init(header: String) {
        let parts = String(decoding: header.utf8.prefix(Self.longestHeader), as: UTF8.self)
            .split(separator: ",").prefix(Self.mostLanguages)
        // Equal qualities stay in the header's order.
        tags = parts.compactMap(Self.weighted).enumerated()
            .sorted { ($1.element.quality, $0.offset) < ($0.element.quality, $1.offset) }
            .map(\.element.tag).uniqued()
    }

    private static func weighted(_ part: Substring) -> (tag: String, quality: Int)? {
        let fields = part.split(separator: ";").map { $0.trimmed() }
        guard let first = fields.first, let tag = LanguageLookup.canonical(first) else { return nil }
        var quality = 1000
        for field in fields.dropFirst() where field.lowercased().hasPrefix("q=") {
            guard let value = thousandths(field.dropFirst(2)) else { return nil }
            quality = value
        }
        return quality > 0 ? (tag, quality) : nil
    }

    /// A weight of RFC 9110, `0.8` → 800; nil for what is none.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let whole = parts.first, whole == "0" || whole == "1" else { return nil }
        let fraction = parts.count > 1 ? parts[1] : ""
        guard fraction.utf8.count <= 3, fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let digits = fraction.utf8.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        let scaled = [1000, 100, 10, 1][fraction.utf8.count] * digits
        return min(1000, (whole == "1" ? 1000 : 0) + scaled)
    }
}

extension Substring {
    /// Without blanks and tabs at both ends.
    func trimmed() -> Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start.prefix(0) }
        return start[...last]
    }
}
