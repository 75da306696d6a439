import Catalog
import CatalogBuilder
import Testing

@Suite struct GettextPluralTests {
    /// The formulas that gettext's manual and msginit have for these languages.
    private static let formulas = [
        "de": "nplurals=2; plural=(n != 1);",
        "fr": "nplurals=2; plural=(n > 1);",
        "ja": "nplurals=1; plural=0;",
        "ru":
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
        "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
        "cs": "nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;",
        "sl": "nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);",
        "lt": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);",
        "lv": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);",
        "ar":
            "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);",
        "ga": "nplurals=5; plural=n==1 ? 0 : n==2 ? 1 : (n>2 && n<7) ? 2 :(n>6 && n<11) ? 3 : 4;",
        "cy": "nplurals=4; plural= (n==1) ? 0 : (n==2) ? 1 : (n != 8 && n != 11) ? 2 : 3;",
        "pt": "nplurals=2; plural=(n != 1);",
        "pt-BR": "nplurals=2; plural=(n > 1);",
        "tr": "nplurals=2; plural=(n>1);",
    ]

    /// A .mo of one plural message whose forms say which they are.
    private static func file(_ formula: String?, forms: Int) -> MoFile {
        let field = formula.map { "Plural-Forms: \($0)\n" } ?? ""
        let texts = (0..<forms).map { "form \($0)" }.joined(separator: "\0")
        return MoFile([
            ("", "Content-Type: text/plain; charset=UTF-8\n" + field), ("%d file\0%d files", texts),
        ])
    }

    private static func text(of number: Int64, in catalog: BuiltCatalog) throws -> String {
        try catalog.open { catalog in
            try #require(catalog.lookup("%d file")).formatted(MessageArguments([.integer(number)]))
        }
    }

    @Test(arguments: formulas.sorted { $0.key < $1.key })
    func `every number gets the form that gettext gives it`(language: String, formula: String) throws {
        let reference = try PluralFormulaProbe(formula)
        let result = try Self.file(formula, forms: reference.formCount).build(language: language)
        #expect(result.diagnostics.isEmpty)
        let catalog = try #require(result.catalogs.first)
        try catalog.open { catalog in
            let entry = try #require(catalog.lookup("%d file"))
            for number in Array(0...215) + [1000, 1011, 10_000, 1_000_000, 1_000_001, 3_000_000] as [Int64] {
                let form = reference.form(of: number)
                #expect(entry.formatted(MessageArguments([.integer(number)])) == "form \(form)", "\(number)")
            }
        }
    }

    @Test func `a catalog that says nothing has one form for 1 and another for the rest`() throws {
        let catalog = try #require(try Self.file(nil, forms: 2).build(language: "fr").catalogs.first)
        #expect(try Self.text(of: 0, in: catalog) == "form 1")
        #expect(try Self.text(of: 1, in: catalog) == "form 0")
        #expect(try Self.text(of: 2, in: catalog) == "form 1")
    }

    @Test func `a fraction gets the form of the most numbers`() throws {
        let formula = try #require(Self.formulas["ru"])
        let catalog = try #require(try Self.file(formula, forms: 3).build(language: "ru").catalogs.first)
        try catalog.open { catalog in
            let entry = try #require(catalog.lookup("%d file"))
            #expect(entry.formatted(MessageArguments([.decimal("1.5")])) == "form 2")
        }
    }

    @Test func `a formula that sees the language otherwise is told of`() throws {
        let result = try Self.file("nplurals=2; plural=n%2;", forms: 2).build(language: "de")
        #expect(
            result.diagnostics.map(\.description) == [
                "app.mo: warning: Plural-Forms of the .mo file and the plural rules of de disagree about numbers such as "
                    + "3; the rules of de are used"
            ])
        #expect(result.catalogs.count == 1)
    }

    @Test(arguments: [
        ("nplurals=2; plural=n/0;", "divides 0 by 0"),
        ("nplurals=2; plural=n%0;", "divides 0 by 0"),
        ("nplurals=2; plural=n/(n-7);", "divides 7 by 0"),
        ("nplurals=0; plural=0;", "says nplurals=0; 1 to 16 are possible"),
        ("nplurals=1000000000; plural=0;", "says nplurals=1000000000; 1 to 16 are possible"),
        ("nplurals=-1; plural=0;", "says nplurals=-1; 1 to 16 are possible"),
        ("nplurals=x; plural=0;", "does not say nplurals=NUMBER"),
        ("nplurals=2;", "does not say plural=EXPRESSION"),
        ("nplurals=2; plural=;", "ends too early"),
        ("nplurals=2; plural=n;", "gives form 2 for 2, and there are 2"),
        ("nplurals=2; plural=n-1;", "gives form 18446744073709551615 for 0, and there are 2"),
        ("nplurals=2; plural=18446744073709551616;", "has the number 18446744073709551616, which is too large"),
        ("nplurals=2; plural=system(1);", "has “s” where n or a number should be"),
        ("nplurals=2; plural=n2;", "has “2” where it should end"),
        ("nplurals=2; plural=n n;", "has “n” where it should end"),
        ("nplurals=2; plural=(n;", "has “its end” where “)” should be"),
        ("nplurals=2; plural=n ? 1;", "has “its end” where “:” should be"),
        ("nplurals=2; plural=n = 1;", "has “=” where it should end"),
        ("nplurals=2; plural=" + String(repeating: "(", count: 900) + ";", "is nested deeper than 20"),
        ("nplurals=2; plural=" + String(repeating: "n?0:", count: 200) + "0;", "is nested deeper than 20"),
        ("nplurals=2; plural=0*(" + String(repeating: "n+", count: 300) + "n);", "takes too many steps"),
        (
            "nplurals=2; plural=" + String(repeating: "(", count: 10_000) + "n;",
            "has 10022 bytes, more than 1000"
        ),
        (" " + String(repeating: "x", count: 1 << 20), "has 1048578 bytes, more than 1000"),
    ])
    func `a formula that is none, or takes too much, is an error`(formula: String, finding: String) throws {
        let result = try Self.file(formula, forms: 2).build()
        #expect(
            result.diagnostics.map(\.description) == ["app.mo: error: Plural-Forms of the .mo file \(finding)"])
        #expect(result.catalogs.isEmpty)
    }

    @Test(arguments: [
        ("!n", [1, 0, 0]), ("!!n", [0, 1, 1]), ("1 + n * 0 - 1", [0, 0, 0]), ("n > 1 && n < 3 || n == 0", [1, 0, 1]),
        ("n <= 1 == 1", [1, 1, 0]), ("(n, 1)", []), ("n >= 1 ? n != 2 : 0", [0, 1, 0]),
        ("7 % 4 / 3 * (n == 1)", [0, 1, 0]),
    ])
    func `operators have C's precedence`(expression: String, forms: [Int]) throws {
        let result = try Self.file("nplurals=2; plural=\(expression);", forms: 2).build(language: "ar")
        #expect(result.catalogs.isEmpty == forms.isEmpty)
        for (number, form) in forms.enumerated() {
            // Arabic has categories of their own for 0, 1 and 2.
            #expect(try Self.text(of: Int64(number), in: result.catalogs[0]) == "form \(form)", "\(number)")
        }
    }

    @Test func `fewer forms than the formula has are told of, and the last stands in`() throws {
        let formula = try #require(Self.formulas["ru"])
        let result = try Self.file(formula, forms: 2).build(language: "ru")
        #expect(
            result.diagnostics.map(\.description) == ["app.mo: warning: “%d file” has 2 plural forms, not 3"])
        #expect(try Self.text(of: 5, in: result.catalogs[0]) == "form 1")
    }

    @Test func `a plural message without any text is missing`() throws {
        let file = MoFile([("a", "b"), ("%d file\0%d files", "\0")])
        let result = try file.build()
        #expect(try result.catalogs.first?.texts() == ["a": "b"])
    }

    @Test(arguments: [
        ("%d files", [3, 9], "many 3"), ("%s: %d files", [9, 3], "many 9"), ("%2$d files of %1$s", [9, 3], "many 9"),
        ("files", [3], "many 3"), ("%s files", [3], "many 3"),
    ])
    func `the number that the plural shows is the one that counts`(plural: String, numbers: [Int64], shown: String)
        throws
    {
        let file = MoFile([("x\0\(plural)", "one %1$s\0many %1$s")])
        let catalog = try #require(try file.build().catalogs.first)
        try catalog.open { catalog in
            let entry = try #require(catalog.lookup("x"))
            #expect(entry.formatted(MessageArguments(numbers.map(MessageArgument.integer))) == shown)
        }
    }

    @Test func `a plural with one name counts by that name`() throws {
        let file = MoFile([("x\0{count} files", "{count} Datei\0{count} Dateien")])
        let catalog = try #require(try file.build().catalogs.first)
        try catalog.open { catalog in
            let entry = try #require(catalog.lookup("x"))
            #expect(entry.formatted(MessageArguments(named: [NamedArgument("count", 1)])) == "1 Datei")
            #expect(entry.formatted(MessageArguments(named: [NamedArgument("count", 2)])) == "2 Dateien")
        }
    }
}

/// The formulas of the table above, evaluated as C would, by other means than the code under test.
private struct PluralFormulaProbe {
    let formCount: Int
    private let rule: (Int64) -> Int

    init(_ formula: String) throws {
        let rules: [String: (Int64) -> Int] = [
            "nplurals=1": { _ in 0 },
            "nplurals=2; plural=(n != 1)": { $0 != 1 ? 1 : 0 },
            "nplurals=2; plural=(n > 1)": { $0 > 1 ? 1 : 0 },
            "nplurals=2; plural=(n>1)": { $0 > 1 ? 1 : 0 },
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4": { n in
                n % 10 == 1 && n % 100 != 11 ? 0 : (2...4).contains(n % 10) && !(10..<20).contains(n % 100) ? 1 : 2
            },
            "nplurals=3; plural=(n==1 ?": { n in
                n == 1 ? 0 : (2...4).contains(n % 10) && !(10..<20).contains(n % 100) ? 1 : 2
            },
            "nplurals=3; plural=(n==1)": { n in n == 1 ? 0 : (2...4).contains(n) ? 1 : 2 },
            "nplurals=4; plural=(n%100==1": { n in [1: 0, 2: 1, 3: 2, 4: 2][n % 100] ?? 3 },
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (": { n in
                n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && !(10..<20).contains(n % 100) ? 1 : 2
            },
            "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0": { n in
                n % 10 == 1 && n % 100 != 11 ? 0 : n != 0 ? 1 : 2
            },
            "nplurals=6": { n in
                n < 3 ? Int(n) : (3...10).contains(n % 100) ? 3 : n % 100 >= 11 ? 4 : 5
            },
            "nplurals=5": { n in n == 1 ? 0 : n == 2 ? 1 : (3...6).contains(n) ? 2 : (7...10).contains(n) ? 3 : 4 },
            "nplurals=4; plural= (n==1)": { n in n == 1 ? 0 : n == 2 ? 1 : n != 8 && n != 11 ? 2 : 3 },
        ]
        let matching = rules.filter { formula.hasPrefix($0.key) }
        rule = try #require(matching.count == 1 ? matching.first?.value : nil, "\(formula)")
        formCount = try #require(Int(formula.dropFirst("nplurals=".count).prefix(1)))
    }

    func form(of number: Int64) -> Int { rule(number) }
}
