/// The languages a request asks for: the header `Accept-Language` of RFC 9110 section 12.5.4.
///
/// What comes from a network never fails here: a range that does not parse, or stands for no language, is passed over,
/// and what lies beyond the limits is not read.
package struct AcceptLanguage: Hashable, Sendable {
    /// Bytes of the header that are read.
    package static let maximumLength = 4096
    /// Ranges that are read.
    package static let maximumCount = 32

    /// The languages asked for, best first; equal weights in the order of the header.
    package let preferences: [LanguageTag]
    /// The languages refused with `q=0`.
    package let refused: [LanguageTag]
    /// Whether any other language will do: `*` with a weight above zero.
    package let acceptsAny: Bool

    /// Reads a header's value, such as `hi-IN,en;q=0.8,*;q=0.1`.
    package init(parsing header: String) {
        var ranges: [(tag: LanguageTag, weight: Int)] = []
        var acceptsAny = false
        let bounded = Substring(header.utf8.prefix(Self.maximumLength))
        for element in bounded.split(separator: ",").prefix(Self.maximumCount) {
            guard let (range, weight) = Self.range(element) else {
                continue
            }
            if range == "*" {
                acceptsAny = weight > 0
            } else if range.utf8.allSatisfy({ $0.isAlphanumeric || $0 == UInt8(ascii: "-") }),
                let tag = try? LanguageTag(parsing: range),  // A bad range is passed over.
                !ranges.contains(where: { $0.tag == tag })
            {
                ranges.append((tag, weight))
            }
        }
        // The sort of the standard library is stable.
        preferences = ranges.filter { $0.weight > 0 }.sorted { $0.weight > $1.weight }.map(\.tag)
        refused = ranges.filter { $0.weight == 0 }.map(\.tag)
        self.acceptsAny = acceptsAny
    }

    /// A range and its weight in thousandths; nil where the weight does not parse.
    private static func range(_ element: Substring) -> (range: String, weight: Int)? {
        let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard let range = parts.first, !range.isEmpty, parts.count <= 2 else {
            return nil
        }
        guard parts.count == 2 else {
            return (String(range), 1000)
        }
        guard let weight = weight(parts[1]) else {
            return nil
        }
        return (String(range), weight)
    }

    /// `q=0`, `q=0.8`, `q=1.000`: at most three digits after the dot, at most one.
    private static func weight(_ parameter: Substring) -> Int? {
        guard parameter.lowercased().hasPrefix("q=") else {
            return nil
        }
        let value = parameter.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
        guard value.count <= 2, let whole = value.first, whole == "0" || whole == "1" else {
            return nil
        }
        let fraction = value.count == 2 ? value[1] : ""
        guard fraction.utf8.count <= 3, fraction.utf8.allSatisfy(\.isDigit) else {
            return nil
        }
        let padded = fraction + String(repeating: "0", count: 3 - fraction.utf8.count)
        guard let thousandths = Int(padded), whole == "0" || thousandths == 0 else {
            return nil
        }
        return whole == "1" ? 1000 : thousandths
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" {
            text.removeLast()
        }
        return text
    }
}
