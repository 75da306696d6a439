// gettext has forms by number, chosen by the catalog's own formula; catalogs have forms by CLDR's categories. The two are
// brought together by trying: for each number up to a thousand, and some large ones, the formula tells a form and CLDR a
// category. A category gets the form that most of its numbers take. Where a few numbers take another one (Latvian
// gettext has a form for 0 alone, CLDR counts 0 with 10), each of them gets a variant of its own; where many do, the
// formula sees the language otherwise than CLDR, which is worth a warning.

import Catalog
import LanguageTags

/// How the plural forms of a .mo file become variants.
struct GettextPlurals {
    /// Numbers that may get a variant of their own.
    private static let mostExceptions = 8
    private static let numbers = Array(0...1000) + [10_000, 100_000, 1_000_000, 2_000_000, 1_000_001] as [Int64]

    let formCount: Int
    /// For each selector the index of its form, in the order of variants; `other` is the last.
    let forms: [(selector: MessageSelect.Selector, form: Int)]
    /// A number of which formula and CLDR disagree although it cannot be told; nil when all is well.
    let disagreement: Int64?

    init(_ formula: PluralFormula, language: LanguageTag) throws(PluralFormula.Failure) {
        formCount = formula.formCount
        var table: [PluralCategory: [Int64: Int]] = [:]
        for (number, category) in zip(Self.numbers, language.cardinalCategories(of: Self.numbers)) {
            table[category, default: [:]][number] = try formula.form(of: UInt64(number))
        }
        var forms: [(selector: MessageSelect.Selector, form: Int)] = []
        var exceptions: [(number: Int64, form: Int)] = []
        for category in PluralCategory.allCases where category != .other {
            guard let taken = table[category], let form = Self.mostFrequent(taken) else { continue }
            forms.append((.category(category), form))
            exceptions += taken.filter { $0.value != form }.map { ($0.key, $0.value) }
        }
        // Fractions, for which gettext has no form, are `other` in languages whose whole numbers never are.
        let others = table[.other] ?? [:]
        let other = Self.mostFrequent(others) ?? formula.formCount - 1
        exceptions += others.filter { $0.value != other }.map { ($0.key, $0.value) }
        exceptions.sort { $0.number < $1.number }
        let canBeTold = exceptions.count <= Self.mostExceptions
        disagreement = canBeTold ? nil : exceptions.first?.number
        let exact = canBeTold ? exceptions.map { (MessageSelect.Selector.exact($0.number), $0.form) } : []
        self.forms = exact + forms + [(.category(.other), other)]
    }

    /// The form that most of the numbers take; of two equal ones that of the smallest number above 0.
    private static func mostFrequent(_ forms: [Int64: Int]) -> Int? {
        var counts: [Int: Int] = [:]
        for form in forms.values { counts[form, default: 0] += 1 }
        guard let most = counts.values.max() else { return nil }
        let candidates = counts.filter { $0.value == most }.keys
        return forms.filter { candidates.contains($0.value) }.min { left, right in
            (left.key == 0 ? .max : left.key) < (right.key == 0 ? .max : right.key)
        }?.value
    }

    /// The message of these forms, of which there may be fewer than the formula says; an empty form is not translated.
    func content(of texts: [String], argument: MessageSelect.Argument) -> MessageContent {
        func text(_ form: Int) -> String? {
            texts.indices.contains(form) && !texts[form].isEmpty ? texts[form] : nil
        }
        let other = forms.last.flatMap { text($0.form) } ?? texts.last { !$0.isEmpty } ?? ""
        if texts.allSatisfy({ $0.isEmpty || $0 == other }) { return .text(other) }
        let variants = forms.dropLast().compactMap { selector, form in
            text(form).map { MessageSelect.Variant(selector, .text($0)) }
        }
        return .select(
            MessageSelect(
                .cardinal, on: argument, variants: variants + [MessageSelect.Variant(.category(.other), .text(other))]))
    }

    /// Which argument counts: the only whole number that the plural text shows, else the only name in it, else the first
    /// argument.
    static func countingArgument(of text: String) -> MessageSelect.Argument {
        let bytes = Array(text.utf8)
        let specifiers = TemplateParser(bytes.span).specifiers
        let numbers = Set(specifiers.filter { $0.conversion == .signed || $0.conversion == .unsigned }.map(\.position))
        if let position = numbers.first, numbers.count == 1 { return .position(position) }
        let names = Set(specifiers.compactMap { $0.nameRange.map { String(decoding: bytes[$0], as: UTF8.self) } })
        if let name = names.first, names.count == 1, !specifiers.contains(where: \.isPositional) { return .name(name) }
        return .position(0)
    }
}
