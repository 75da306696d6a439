import Catalog
import CatalogBuilder
import Testing

private struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let arguments: [MessageArgument]
    let result: String

    init(_ text: String, _ arguments: [MessageArgument], _ result: String) {
        self.text = text
        self.arguments = arguments
        self.result = result
    }

    var testDescription: String { "\(text) with \(arguments)" }
}

@Suite struct PositionalArgumentTests {
    @Test(arguments: [
        Case("100%%", [], "100%%"),
        Case("%@ %d", [], "%@ %d"),
        Case("%@ %@ %@", [1, 2, 3], "1 2 3"),
        Case("%3$@ %1$@ %2$@", [1, 2, 3], "3 1 2"),
        Case("%1$@ %1$@", [1], "1 1"),
        Case("%1$@ %@ %2$@ %@", [1, 2], "1 1 2 2"),
        Case("%@", [1, 2, 3], "1"),
        Case("100%%", [1], "100%"),
        Case("%d%%", [50], "50%"),
        Case("%@ %d %i %u %x %f %.2f %s", ["a", -1, 2, 3, 255, 1.5, 2.345, "b"], "a -1 2 3 ff 1.500000 2.34 b"),
        Case("%1$@ %2$d %2$i %2$u %2$x %3$f %3$.2f %1$s %%", ["a", 10, 0.5], "a 10 10 10 a 0.500000 0.50 a %"),
        Case("%ld %lld %lu %zd %qd %hhd", [1, 2, 3, 4, 5, 6], "1 2 3 4 5 6"),
        Case("%@", ["%@ {name} %n <b>"], "%@ {name} %n <b>"),
        Case("%2$@ a %1$d pommes", [2, "Zoé"], "Zoé a 2 pommes"),
    ])
    private func `positional arguments take their places`(sample: Case) throws {
        #expect(try formatted(sample.text, MessageArguments(sample.arguments)) == sample.result)
    }

    @Test(arguments: [
        Case("%@ %@", [1], "1 %@"),
        Case("%9$@", [1], "%9$@"),
        Case("%d", ["three"], "%d"),
        Case("%f", ["1.5"], "%f"),
        Case("%d", [1.5], "%d"),
        Case("%u", [-1], "%u"),
        Case("%x", [-1], "%x"),
        Case("%d", [.decimal("12 apples")], "%d"),
        Case("%d", [.decimal("")], "%d"),
    ])
    private func `a specifier without its argument stays visible, or is an error`(sample: Case) throws {
        let arguments = MessageArguments(sample.arguments)
        #expect(try formatted(sample.text, arguments) == sample.result)
        #expect(throws: CatalogError.self) {
            try MessageTemplate(parsing: sample.text).formatted(checking: arguments)
        }
    }

    @Test func `errors tell a missing argument from a wrong type`() {
        let template = MessageTemplate(parsing: "%d of %2$@")
        let missing = #expect(throws: CatalogError.self) { try template.formatted(checking: MessageArguments([1])) }
        #expect(missing?.code == .missingArgument)
        #expect(missing?.message == "no argument was given for %2$@")
        let wrong = #expect(throws: CatalogError.self) { try template.formatted(checking: MessageArguments(["x", 2])) }
        #expect(wrong?.code == .wrongArgumentType)
        #expect(throws: Never.self) { try template.formatted(checking: MessageArguments([1, 2])) }
    }

    @Test(arguments: [
        Case("%n", [1], "%n"),
        Case("%*d", [5, 1], "%*d"),
        Case("%1$*2$d", [1, 2], "%1$*2$d"),
        Case("%.*f", [1, 2], "%.*f"),
        Case("%999999999d", [1], "%999999999d"),
        Case("%201d", [1], "%201d"),
        Case("%.21f", [1], "%.21f"),
        Case("%.2147483647f", [1], "%.2147483647f"),
        Case("%0$@", [1], "%0$@"),
        Case("%1000$@", [1], "%1000$@"),
        Case("%99999999999999999999$@", [1], "%99999999999999999999$@"),
        Case("%p %a %e %g %c", [1], "%p %a %e %g %c"),
        Case("50% de descuento, 20 %", [1], "50% de descuento, 20 %"),
        Case("100%", [1], "100%"),
        Case("%", [1], "%"),
        Case("%1$", [1], "%1$"),
        Case("%-", [1], "%-"),
        Case("%.", [1], "%."),
        Case("%ll", [1], "%ll"),
    ])
    private func `what is no specifier is literal`(sample: Case) throws {
        #expect(try formatted(sample.text, MessageArguments(sample.arguments)) == sample.result)
    }

    @Test func `a long result is put together as a short one is`() throws {
        let long = String(repeating: "ö", count: 1000)
        #expect(try formatted("<%@|%@>", MessageArguments([.text(long), 1])) == "<\(long)|1>")
    }

    @Test func `a result is written to a buffer as far as it fits`() throws {
        try withCatalog([Message(key: "k", text: "n = %d.")]) { catalog in
            let entry = try #require(catalog.lookup("k"))
            for capacity in 0...12 {
                let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: capacity)
                defer { unsafe buffer.deallocate() }
                #expect(unsafe entry.format(MessageArguments([1234]), into: buffer) == 9)
                let written = unsafe Array(buffer.prefix(9))
                #expect(written == Array("n = 1234.".utf8.prefix(capacity)))
            }
        }
    }
}

@Suite struct NumberFormatTests {
    @Test(arguments: [
        Case("[%5d]", [42], "[   42]"),
        Case("[%-5d]", [42], "[42   ]"),
        Case("[%05d]", [-42], "[-0042]"),
        Case("[%-05d]", [42], "[42   ]"),
        Case("[%+d %+d]", [1, -1], "[+1 -1]"),
        Case("[%+u]", [1], "[1]"),
        Case("[%.4d]", [-7], "[-0007]"),
        Case("[%06.4d]", [7], "[  0007]"),
        Case("[%.0d]", [0], "[]"),
        Case("[%d]", [0], "[0]"),
        Case("[%d]", [.integer(.min)], "[-9223372036854775808]"),
        Case("[%d]", [.integer(.max)], "[9223372036854775807]"),
        Case("[%d]", [3.0], "[3]"),
        Case("[%d]", [.decimal("1e3")], "[1000]"),
        Case("[%d]", [.decimal("-0")], "[0]"),
        Case("[%u]", [MessageArgument(UInt64.max)], "[18446744073709551615]"),
        Case("[%x %X %o]", [48879, 48879, 8], "[beef BEEF 10]"),
        Case("[%#x %#X %#o]", [255, 255, 8], "[0xff 0XFF 010]"),
        Case("[%08x]", [255], "[000000ff]"),
        Case("[%#08x]", [255], "[0x0000ff]"),
        Case("[%x]", [0], "[0]"),
        Case("[%x]", [MessageArgument(UInt64.max)], "[ffffffffffffffff]"),
        Case("[%o]", [MessageArgument(UInt64.max)], "[1777777777777777777777]"),
    ])
    private func `whole numbers follow C`(sample: Case) throws {
        #expect(try formatted(sample.text, MessageArguments(sample.arguments)) == sample.result)
    }

    @Test(arguments: [
        Case("%f", [3], "3.000000"),
        Case("%.2f", [3], "3.00"),
        Case("%.0f", [2.5], "2"),
        Case("%.0f", [3.5], "4"),
        Case("%#.0f", [3.5], "4."),
        Case("%.2f", [0.125], "0.12"),
        Case("%.2f", [0.135], "0.14"),
        Case("%.2f", [.decimal("0.1251")], "0.13"),
        Case("%.1f", [.decimal("9.95")], "10.0"),
        Case("%.1f", [.decimal("99.96")], "100.0"),
        Case("%.0f", [0.5], "0"),
        Case("%.0f", [.decimal("0.51")], "1"),
        Case("%.3f", [.decimal("1e-3")], "0.001"),
        Case("%.3f", [.decimal("6e-4")], "0.001"),
        Case("%.3f", [.decimal("1e-9")], "0.000"),
        Case("%.1f", [1e20], "100000000000000000000.0"),
        Case("%.2f", [-1.005], "-1.00"),
        Case("%.2f", [.decimal("007.1")], "7.10"),
        Case("%8.2f|%-8.2f|%08.2f", [3.14159, 3.14159, -3.14159], "    3.14|3.14    |-0003.14"),
        Case("%+.1f", [1], "+1.0"),
        Case("%@ %@", [1.0, .decimal("1.50")], "1.0 1.50"),
        Case("%f", [.decimal("1e401")], "%f"),
        Case("%f", [.decimal("nan")], "%f"),
        Case("%f", [.decimal("1.")], "%f"),
        Case("%f", [.decimal(".5")], "%f"),
        Case("%@", [MessageArgument(Double.nan)], "nan"),
    ])
    private func `decimals are rounded as they are shown`(sample: Case) throws {
        #expect(try formatted(sample.text, MessageArguments(sample.arguments)) == sample.result)
    }

    @Test(arguments: [
        Case("[%5@]", ["ab"], "[   ab]"),
        Case("[%-5s]", ["ab"], "[ab   ]"),
        Case("[%4@]", ["äö"], "[  äö]"),
        Case("[%.2@]", ["äöü"], "[äö]"),
        Case("[%5.1s]", ["äöü"], "[    ä]"),
        Case("[%.0@]", ["a"], "[]"),
        Case("[%5@]", [7], "[    7]"),
        Case("[%2@]", ["abc"], "[abc]"),
    ])
    private func `widths and precisions of text count Unicode scalars`(sample: Case) throws {
        #expect(try formatted(sample.text, MessageArguments(sample.arguments)) == sample.result)
    }
}
