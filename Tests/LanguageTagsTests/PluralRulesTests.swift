import Catalog
import LanguageTags
import Testing

@Suite struct PluralRulesTests {
    /// The languages whose cardinal rules changed between CLDR 41, whose samples Debian has, and CLDR 42, which is ICU's;
    /// they are in the table of the next test.
    private static let changed: Set<String> = ["ca", "he", "is", "iw", "mt"]

    @Test(arguments: [("plurals.xml", false), ("ordinals.xml", true)])
    func `every sample of every rule of every language in CLDR is in its category`(file: String, ordinal: Bool) throws {
        let published = try PluralSamples.published(in: file)
        var checked = 0
        for rule in published where rule.language != "root" && (ordinal || !Self.changed.contains(rule.language)) {
            let language = try LanguageTag(parsing: rule.language)
            for number in rule.numbers {
                #expect(category(of: number, in: language, ordinal: ordinal) == rule.category, "\(rule): \(number)")
                checked += 1
            }
        }
        #expect(Set(published.map(\.language)).count > 90)
        #expect(checked > 1500)
    }

    @Test(
        arguments: [
            ("ru", "0 many, 1 one, 2 few, 5 many, 11 many, 21 one, 1.5 other"),
            ("ar", "0 zero, 1 one, 2 two, 3 few, 11 many, 100 other"),
            ("pl", "1 one, 2 few, 5 many, 12 many, 22 few"),
            ("cs", "1 one, 2 few, 5 other, 1.5 many"),
            ("sl", "1 one, 2 two, 3 few, 5 other"),
            ("lv", "0 zero, 1 one, 11 zero"),
            ("lt", "1 one, 2 few, 10 other, 1.5 many"),
            ("fr", "0 one, 1.5 one, 2 other, 1000000 many"),
            ("he", "20 other, 1 one, 2 two, 0.5 one, 1.0 other, 100 other"),
            ("fil", "2 one"),
            ("pt-PT", "0 other"),
            ("pt", "0 one"),
            ("ja", "0 other, 1 other, 2 other, 1.5 other, 1000000 other"),
            ("en", "1.5 other, 1 one, 1.0 other, 0 other"),
            // As CLDR 42 has them.
            ("ca", "1 one, 1.0 other, 16 other, 1000000 many, 1c6 many, 1c3 other, 1.1c6 many"),
            ("is", "1 one, 0.1 one, 1.0 one, 10.1 one, 1.2 other, 11 other, 21 one, 0.0 other"),
            ("mt", "1 one, 2 two, 0 few, 3 few, 103 few, 102 other, 11 many, 20 other"),
        ])
    func `numbers fall into the categories that are pinned`(language: String, table: String) throws {
        let tag = try LanguageTag(parsing: language)
        for row in table.split(separator: ", ") {
            let words = row.split(separator: " ").map(String.init)
            #expect(category(of: words[0], in: tag) == words[1], "\(language) \(row)")
        }
    }

    @Test(arguments: [
        ("en", "1 one, 2 two, 3 few, 4 other, 11 other, 21 one, 112 other"),
        ("it", "8 many, 9 other"),
        ("ru", "1 other, 3 other"),
    ])
    func `places in an order have rules of their own`(language: String, table: String) throws {
        let tag = try LanguageTag(parsing: language)
        for row in table.split(separator: ", ") {
            let words = row.split(separator: " ").map(String.init)
            #expect(category(of: words[0], in: tag, ordinal: true) == words[1], "\(language) \(row)")
        }
    }

    @Test(arguments: [
        // CLDR has rules for pt-PT, and pt-AO is its child; pt-BR goes to pt.
        ("pt-AO", "0", "other"), ("pt-BR", "0", "one"), ("ru-UA", "5", "many"), ("sr-Latn-RS", "2", "few"),
        ("de-AT-u-co-phonebk", "1", "one"), ("zh-TW", "1", "other"),
        // Not fi's, not English's, although the tags begin alike.
        ("fil", "3", "one"), ("enm", "1", "other"), ("qaa", "1", "other"), ("tlh", "1", "other"),
    ])
    func `rules are those of the tag or of its nearest parent`(language: String, number: String, expected: String)
        throws
    {
        #expect(category(of: number, in: try LanguageTag(parsing: language)) == expected)
    }

    @Test(arguments: [
        ("-1", "ru", "one"), ("-5", "ru", "many"), ("+21", "ru", "one"), ("-1.0", "en", "other"), ("-0", "fr", "one"),
    ])
    func `a negative number counts by its absolute value`(number: String, language: String, expected: String) throws {
        #expect(category(of: number, in: try LanguageTag(parsing: language)) == expected)
    }

    @Test(arguments: [
        ("1000000000000000000000", "ru", "many"), ("1000000000000000000001", "ru", "one"),
        ("100000000000000000000000000002", "ru", "few"), ("18446744073709551617", "en", "other"),
        ("000000000000000000000000000000001", "en", "one"), ("2e20", "fr", "many"), ("1e-7", "en", "other"),
        ("1.000000000000000000000000000000000", "lt", "one"), ("1.0000000000000000000000000000000001", "lt", "many"),
    ])
    func `numbers of any length are counted`(number: String, language: String, expected: String) throws {
        #expect(category(of: number, in: try LanguageTag(parsing: language)) == expected)
    }

    @Test(arguments: [
        "one: n = 1; one: n = 2", "other: n = 1", "one n = 1", "two: q = 1", "one: n = 2..1", "one: n =",
        "one: n % 0 = 1", "one: n is 1", "one: n = 1 or", "one: and n = 1", "one: n = -1", "one: n = 99999999999",
        "single: n = 1",
    ])
    func `rules of another form are not read`(rules: String) {
        #expect(PluralRuleParser.clauses(rules) == nil)
    }

    @Test func `a program larger than a catalog may carry is not made`() {
        let clause = PluralClause(.one, [PluralRelation(operand: .n, ranges: [1...1])])
        let largest = PluralProgram.maximumSize / 20
        #expect(PluralProgram.encode(Array(repeating: clause, count: largest))?.count == largest * 20)
        #expect(PluralProgram.encode(Array(repeating: clause, count: largest + 1)) == nil)
    }
}

@Suite struct PluralOperandsTests {
    private func operands(_ text: String) throws -> [Int] {
        let read = PluralOperands(decimal: text.utf8Span.span)
        let operands = try #require(read)
        return [
            Int(operands.whole), operands.fractionDigitCount, operands.trimmedFractionDigitCount,
            Int(operands.fraction), Int(operands.trimmedFraction), operands.exponent,
        ]
    }

    @Test(
        arguments: [
            // The table of UTS #35, Part 3, "Plural Operand Examples": i v w f t c.
            ("1", [1, 0, 0, 0, 0, 0]), ("1.0", [1, 1, 0, 0, 0, 0]), ("1.00", [1, 2, 0, 0, 0, 0]),
            ("1.3", [1, 1, 1, 3, 3, 0]), ("1.30", [1, 2, 1, 30, 3, 0]), ("1.03", [1, 2, 2, 3, 3, 0]),
            ("1.230", [1, 3, 2, 230, 23, 0]), ("1200000", [1_200_000, 0, 0, 0, 0, 0]),
            ("1.2c6", [1_200_000, 0, 0, 0, 0, 6]), ("123c6", [123_000_000, 0, 0, 0, 0, 6]),
            ("1.2c3", [1200, 0, 0, 0, 0, 3]), ("1.0000001c6", [1_000_000, 1, 1, 1, 1, 6]),
            ("-0.05", [0, 2, 2, 5, 5, 0]), ("5e-3", [0, 3, 3, 5, 5, 0]), ("0", [0, 0, 0, 0, 0, 0]),
        ] as [(String, [Int])])
    func `operands are those of the number as it is shown`(text: String, expected: [Int]) throws {
        #expect(try operands(text) == expected)
    }

    @Test(arguments: ["", "-", ".5", "5.", "1,5", "one", "1e", "1c", "0x1", " 1", "1 ", "١"])
    func `what is no number has none`(text: String) {
        let read = PluralOperands(decimal: text.utf8Span.span)
        #expect(read == nil)
    }

    @Test(arguments: [0, 1, -1, 42, .max, .min] as [Int64])
    func `a whole number has the operands of its digits`(value: Int64) {
        let short = PluralOperands(decimal: String(value % 1_000_000_000).utf8Span.span)
        #expect(short == PluralOperands(value % 1_000_000_000))
        #expect(PluralOperands(value).whole == value.magnitude)
    }
}
