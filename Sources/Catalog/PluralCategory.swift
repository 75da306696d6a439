/// One of the classes into which a language sorts numbers for its plural forms (UTS #35, Part 3, "Language Plural Rules").
///
/// The raw value is the category's number in the catalog file.
package enum PluralCategory: UInt8, CaseIterable, Hashable, Sendable {
    case zero = 0
    case one = 1
    case two = 2
    case few = 3
    case many = 4
    /// What no rule claims; every language has it.
    case other = 5

    /// The category that CLDR calls by this keyword; nil for any other word.
    package init?(keyword: some StringProtocol) {
        guard let category = Self.allCases.first(where: { $0.keyword == keyword }) else { return nil }
        self = category
    }

    /// CLDR's keyword: `zero`, `one`, `two`, `few`, `many`, `other`.
    package var keyword: String { String(describing: self) }
}
