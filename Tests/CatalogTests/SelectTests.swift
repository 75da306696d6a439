import Catalog
import CatalogBuilder
import Testing

/// A select by count on the first argument, unless `argument` says otherwise.
func plural(
    _ variants: [(MessageSelect.Selector, String)], on argument: MessageSelect.Argument = .position(0)
) -> MessageContent {
    select(.cardinal, variants.map { ($0, .text($1)) }, on: argument)
}

/// A select of any kind.
func select(
    _ kind: MessageSelect.Kind, _ variants: [(MessageSelect.Selector, MessageContent)],
    on argument: MessageSelect.Argument = .position(0)
) -> MessageContent {
    .select(MessageSelect(kind, on: argument, variants: variants.map { MessageSelect.Variant($0, $1) }))
}

/// What the catalog with one message in `language` makes of `arguments`.
func formatted(
    _ content: MessageContent, language: String = "en", _ arguments: MessageArguments
) throws -> String {
    try withEntry(content, language: language) { $0.formatted(arguments) }
}

/// Opens a catalog with one message.
func withEntry<Result>(
    _ content: MessageContent, language: String = "en", _ body: (CatalogEntry) throws -> Result
) throws -> Result {
    let bytes = try catalogBytes(
        [Message(key: "k", content: content)], metadata: CatalogMetadata(domain: "test", language: language))
    return try withCatalog(bytes) { catalog in
        try catalog.validate()
        return try body(try #require(catalog.lookup("k")))
    }
}

@Suite struct PluralMessageTests {
    private static let russian = plural([
        (.category(.one), "Остался %d файл"), (.category(.few), "Осталось %d файла"),
        (.category(.many), "Осталось %d файлов"), (.category(.other), "Осталось %d файла"),
    ])
    private static let english = plural([
        (.category(.one), "%@ file remaining"), (.category(.other), "%@ files remaining"),
    ])

    @Test(
        arguments: [
            (1, "Остался 1 файл"), (2, "Осталось 2 файла"), (5, "Осталось 5 файлов"), (11, "Осталось 11 файлов"),
            (21, "Остался 21 файл"), (-1, "Остался -1 файл"), (0, "Осталось 0 файлов"),
        ] as [(Int64, String)])
    func `a number chooses its category's text`(number: Int64, expected: String) throws {
        #expect(try formatted(Self.russian, language: "ru", MessageArguments([.integer(number)])) == expected)
    }

    @Test(
        arguments: [
            (.integer(1), "1 file remaining"), (.decimal("1"), "1 file remaining"),
            (.decimal("1.0"), "1.0 files remaining"),
            (.decimal("1.5"), "1.5 files remaining"), (.integer(0), "0 files remaining"), (-1, "-1 file remaining"),
            (.decimal("100000000000000000000"), "100000000000000000000 files remaining"),
        ] as [(MessageArgument, String)])
    func `a number counts as it is shown`(argument: MessageArgument, expected: String) throws {
        #expect(try formatted(Self.english, MessageArguments([argument])) == expected)
    }

    @Test func `a category without a text says what other does`() throws {
        let content = plural([(.category(.one), "one"), (.category(.other), "other")])
        #expect(try formatted(content, language: "ar", MessageArguments([2])) == "other")
        #expect(try formatted(content, language: "qaa", MessageArguments([1])) == "other")
    }

    @Test func `zero is a category, and in English never that of 0`() throws {
        let content = plural([(.category(.zero), "none"), (.category(.one), "one"), (.category(.other), "%d")])
        #expect(try formatted(content, MessageArguments([0])) == "0")
        #expect(try formatted(content, language: "ar", MessageArguments([0])) == "none")
        #expect(try formatted(content, language: "lv", MessageArguments([10])) == "none")
    }

    @Test(
        arguments: [
            (.integer(0), "none"), (.decimal("0.0"), "none"), (.decimal("-0"), "none"), (.integer(-1), "minus"),
            (.integer(1), "one"), (.decimal("2.00"), "pair"), (.decimal("2.01"), "2.01"), (.integer(3), "3"),
        ] as [(MessageArgument, String)])
    func `an exact number goes before its category`(argument: MessageArgument, expected: String) throws {
        let content = plural([
            (.category(.one), "one"), (.exact(0), "none"), (.exact(-1), "minus"), (.exact(2), "pair"),
            (.category(.other), "%@"),
        ])
        #expect(try formatted(content, MessageArguments([argument])) == expected)
    }

    @Test(arguments: [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (23, "23rd")] as [(Int64, String)])
    func `a place in an order has rules of its own`(number: Int64, expected: String) throws {
        let content = select(
            .ordinal,
            [
                (.category(.one), .text("%dst")), (.category(.two), .text("%dnd")), (.category(.few), .text("%drd")),
                (.category(.other), .text("%dth")),
            ])
        #expect(try formatted(content, MessageArguments([.integer(number)])) == expected)
    }

    @Test func `a text from a fallback language is inflected by that language's rules`() throws {
        let russian = try catalogBytes(
            [Message(key: "k", content: Self.russian)], metadata: CatalogMetadata(domain: "test", language: "ru"))
        let english = try catalogBytes([Message(key: "other", text: "x")])
        try withCatalog(russian) { russian in
            try withCatalog(english) { english in
                let chain = CatalogChain([english, russian])
                let entry = chain.lookup("k".utf8Span.span)
                #expect(entry?.formatted(MessageArguments([21])) == "Остался 21 файл")
            }
        }
    }

    @Test func `without arguments a message says what other does, verbatim`() throws {
        try withEntry(Self.english) { entry in
            #expect(entry.text.string == "%@ files remaining")
            #expect(entry.formatted(MessageArguments()) == "%@ files remaining")
            let named = try entry.formatted(checking: MessageArguments(named: [NamedArgument("x", 1)]))
            #expect(named == "%@ files remaining")
        }
    }

    @Test func `an argument of the wrong type chooses other and is an error when asked for`() throws {
        try withEntry(Self.english) { entry in
            #expect(entry.formatted(MessageArguments(["no"])) == "no files remaining")
            let error = #expect(throws: CatalogError.self) { try entry.formatted(checking: MessageArguments(["1"])) }
            #expect(error?.code == .wrongArgumentType)
            #expect(
                error?.message
                    == "the argument for the choice among variants (argument 1) is of the wrong type")
        }
    }

    @Test func `a missing argument chooses other and is an error when asked for`() throws {
        let content = plural(
            [(.category(.one), "%@ has a file"), (.category(.other), "%@ has %2$d files")], on: .position(1))
        try withEntry(content) { entry in
            #expect(entry.formatted(MessageArguments(["Ada"])) == "Ada has %2$d files")
            let error = #expect(throws: CatalogError.self) { try entry.formatted(checking: MessageArguments(["Ada"])) }
            #expect(error?.code == .missingArgument)
            #expect(entry.formatted(MessageArguments(["Ada", 1])) == "Ada has a file")
        }
    }
}

@Suite struct SelectMessageTests {
    private static let gendered = select(
        .word,
        [
            (.word("female"), .text("{name} added her photo")), (.word("male"), .text("{name} added his photo")),
            (.category(.other), .text("{name} added a photo")),
        ], on: .name("gender"))

    @Test(arguments: [
        ("female", "Ada added her photo"), ("male", "Ada added his photo"), ("", "Ada added a photo"),
        ("Female", "Ada added a photo"), ("other", "Ada added a photo"),
    ])
    func `a word chooses its text`(word: String, expected: String) throws {
        let arguments = MessageArguments(named: [NamedArgument("name", "Ada"), NamedArgument("gender", .text(word))])
        #expect(try formatted(Self.gendered, arguments) == expected)
    }

    @Test func `a number chooses among words as it is shown`() throws {
        let content = select(.word, [(.word("-7"), .text("seven")), (.category(.other), .text("?"))])
        #expect(try formatted(content, MessageArguments([-7])) == "seven")
        #expect(try formatted(content, MessageArguments([.decimal("-7")])) == "seven")
        #expect(try formatted(content, MessageArguments([.decimal("-7.0")])) == "?")
    }

    @Test func `several variables stand in one message`() throws {
        let content = MessageContent.sequence([
            .text("%@: "),
            plural([(.category(.one), "%2$d file"), (.category(.other), "%2$d files")], on: .position(1)),
            .text(" in "),
            plural([(.category(.one), "%3$d directory"), (.category(.other), "%3$d directories")], on: .position(2)),
            .text(" (%@)"),
        ])
        try withEntry(content) { entry in
            #expect(entry.text.string == "%@: %2$d files in %3$d directories (%@)")
            #expect(entry.formatted(MessageArguments(["Ada", 1, 2])) == "Ada: 1 file in 2 directories (1)")
            #expect(entry.formatted(MessageArguments(["Ada", 2, 1])) == "Ada: 2 files in 1 directory (2)")
            #expect(entry.formatted(MessageArguments(["Ada"])) == "Ada: %2$d files in %3$d directories (%@)")
        }
    }

    @Test func `variants are nested eight deep and no deeper`() throws {
        func nested(_ depth: Int) -> MessageContent {
            guard depth > 0 else { return .text("deepest of %d") }
            return select(.cardinal, [(.category(.one), nested(depth - 1)), (.category(.other), .text("\(depth)"))])
        }
        #expect(try formatted(nested(8), MessageArguments([1])) == "deepest of 1")
        #expect(try formatted(nested(8), MessageArguments([2])) == "8")
        #expect(findings(nested(9)) == ["f: error: the text of “k” has variants nested deeper than 8"])
    }

    @Test func `placeholders are replaced in variants too`() throws {
        let content = plural([(.category(.one), "[n] file"), (.category(.other), "[n] files of %u%")])
        let arguments = MessageArguments(
            [2], placeholders: [Placeholder("[n]", "two"), Placeholder("%u%", "[n]")])
        #expect(try formatted(content, arguments) == "two files of [n]")
    }

    @Test func `a result longer than the buffer is whole`() throws {
        let long = String(repeating: "ä", count: 2000)
        let content = MessageContent.sequence([.text("%@"), plural([(.category(.other), "%1$@%2$d")]), .text("%%")])
        #expect(try formatted(content, MessageArguments([.text(long), 5])) == long + long + "5%")
    }

    @Test(arguments: [
        (plural([(.category(.one), "x")]), "has variants, but none is “other”"),
        (plural([]), "has variants, but none is “other”"),
        (plural([(.category(.other), "a"), (.category(.other), "b")]), "has two variants for other"),
        (plural([(.exact(1), "a"), (.exact(1), "a"), (.category(.other), "")]), "has two variants for =1"),
        (plural([(.word("a"), "x"), (.category(.other), "")]), "has a variant for “a”, which cannot be"),
        (
            select(.word, [(.category(.one), .text("x")), (.category(.other), .text(""))]),
            "has a variant for one, which cannot be"
        ),
        (
            plural([(.exact(.min), "a"), (.category(.other), "")]),
            "has a variant for =-9223372036854775808, which cannot be"
        ),
        (plural([(.category(.other), "")], on: .position(999)), "chooses by argument 1000, which is none"),
        (plural([(.category(.other), "")], on: .name("")), "chooses by the argument “”, which is none"),
        (plural([(.category(.other), "a\0")]), "holds NUL"),
        (
            plural((0..<1001).map { (.exact($0), "") } + [(.category(.other), "")]),
            "has 1002 variants, more than 1000"
        ),
        (
            plural([
                (.category(.one), String(repeating: "x", count: 1 << 19)),
                (.category(.other), String(repeating: "y", count: 1 << 19)),
            ]),
            "has 1048704 bytes, more than 1048576"
        ),
    ])
    func `what chooses nothing sensible is an error when the catalog is made`(content: MessageContent, finding: String)
    {
        #expect(findings(content) == ["f: error: the text of “k” \(finding)"])
    }

    @Test func `an error is where the select is`() {
        let select = MessageSelect(
            .cardinal, on: .position(0), variants: [], position: SourcePosition(line: 3, column: 7))
        #expect(findings(.select(select)) == ["f:3:7: error: the text of “k” has variants, but none is “other”"])
    }

    private func findings(_ content: MessageContent) -> [String] {
        var diagnostics = DiagnosticCollector(file: "f")
        let set = MessageSet(
            metadata: CatalogMetadata(domain: "test", language: "en"),
            messages: [Message(key: "k", content: content)])
        let bytes = CatalogWriter.catalog(of: set, diagnostics: &diagnostics)
        #expect((bytes == nil) == diagnostics.hasErrors)
        return diagnostics.all.map(\.description)
    }
}
