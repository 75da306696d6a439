import Catalog
import LanguageTags
import LinuxIO

/// A language's plural rule as CLDR publishes it: the category, and numbers that are in it.
struct PluralSamples: CustomStringConvertible {
    let language: String
    let category: String
    /// As shown: `3`, `1.50`, `1.1c6`.
    let numbers: [String]

    var description: String { "\(language) \(category)" }

    /// All rules in a file of CLDR's supplemental data, which Debian packages.
    static func published(in file: String) throws -> [PluralSamples] {
        let path = "/usr/share/unicode/cldr/common/supplemental/\(file)"
        let text = String(
            decoding: try FileContents(ofPath: path, limit: 1 << 20, followingLinks: true).bytes, as: UTF8.self)
        var languages: [String] = []
        var samples: [PluralSamples] = []
        for line in text.split(separator: "\n") {
            if let list = line.text(between: "<pluralRules locales=\"", and: "\"") {
                languages = list.split(separator: " ").map(String.init)
            } else if let category = line.text(between: "<pluralRule count=\"", and: "\""),
                let rule = line.text(between: "\">", and: "</pluralRule>")
            {
                let numbers = rule.split(separator: "@").dropFirst().flatMap(Self.numbers)
                samples += languages.map { PluralSamples(language: $0, category: String(category), numbers: numbers) }
            }
        }
        return samples
    }

    /// The numbers in `integer 0, 2~16, 100, …`.
    private static func numbers(in list: Substring) -> [String] {
        let items = list.drop { $0 != " " }.split { $0 == "," || $0 == " " }.filter { $0 != "…" }
        return items.flatMap { item -> [String] in
            let ends = item.split(separator: "~").map { String($0) }
            guard ends.count == 2 else { return ends }
            return range(from: ends[0], to: ends[1])
        }
    }

    /// The numbers from one to the other, a step being one of the last digit shown.
    private static func range(from first: String, to last: String) -> [String] {
        let places = first.split(separator: ".").dropFirst().first?.count ?? 0
        func scaled(_ text: String) -> Int { Int(text.filter { $0 != "." }) ?? 0 }
        return (scaled(first)...scaled(last)).map { value in
            guard places > 0 else { return String(value) }
            let digits = String(repeating: "0", count: max(0, places + 1 - String(value).count)) + String(value)
            return "\(digits.dropLast(places)).\(digits.suffix(places))"
        }
    }
}

extension Substring {
    fileprivate func text(between opening: String, and closing: String) -> Substring? {
        guard let start = firstRange(of: opening)?.upperBound, let end = self[start...].firstRange(of: closing) else {
            return nil
        }
        return self[start..<end.lowerBound]
    }
}

/// The category of a number, shown as `number`, in a language, found by the rules that its catalogs carry.
func category(of number: String, in language: LanguageTag, ordinal: Bool = false) -> String? {
    guard let operands = PluralOperands(decimal: number.utf8Span.span) else { return nil }
    return unsafe language.pluralRules.withUnsafeBytes { bytes in
        // Rules are never without their head of eight bytes.
        let rules = unsafe PluralRules(section: CatalogBytes(start: bytes.baseAddress!, count: bytes.count))
        return (ordinal ? rules.ordinal : rules.cardinal).category(of: operands).keyword
    }
}
