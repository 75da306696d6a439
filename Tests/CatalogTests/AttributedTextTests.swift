import Catalog
import CatalogBuilder
import Testing

/// Attributes, set by `change`.
func attributes(_ change: (inout TextAttributes) -> Void) -> TextAttributes {
    var attributes = TextAttributes()
    change(&attributes)
    return attributes
}

/// What the attributed call makes of a text in a catalog, which is what it makes of the same text from elsewhere.
func attributed(_ text: String, _ arguments: MessageArguments = MessageArguments()) throws -> AttributedText {
    try withEntry(.text(text)) { entry in
        let result = entry.attributed(arguments)
        #expect(MessageTemplate(parsing: text).attributed(arguments) == result)
        return result
    }
}

private typealias Span = AttributedText.Span

@Suite struct MarkupTests {
    @Test func `a section has its attributes, the rest has none`() throws {
        let styled = attributes {
            $0.color = TextColor(red: 12, green: 56, blue: 189)
            $0.size = 12
        }
        #expect(
            try attributed("English <color=12,56,189 size=12>{(en)}").spans == [Span("English "), Span("(en)", styled)])
    }

    @Test(arguments: [
        "<traits=b> {x}", "<traits=b>{x", "{plain}", "x < y", "a } b", "<traits=b", "<b>{x}", "<traits>{x}", "<=b>{x}",
        "<traits=x>{x}", "<traits=b,i>{x}", "<size=a>{x}", "<size=0>{x}", "<size=-1>{x}", "<color=1,2>{x}",
        "<color=1,2,3,4,5>{x}", "<color=a,b,c>{x}", "<alignment=middle>{x}", "<name=\"x>{y}", "<size=1size=2>{x}",
        "[<img=x>]", "[<img=\"x\" size=(1)>]", "[<img=\"x\" width=(1;2)>]", "[<img=\"x\">", "[<img=\"\">]", "[img]",
        "<size=999999>{x}", "<<>", "\\", "\\n \\x", "<size=1.>{x}", "< traits=b>", "<name=\"\">{x}",
    ])
    func `what does not parse stays as text`(text: String) throws {
        #expect(try attributed(text).spans == [Span(text)])
    }

    @Test(arguments: [
        ("<>{x}", "x"), ("a<>{b}c", "abc"), ("<traits=b>{}", ""), ("<unknown=1>{x}", "x"), ("a<size=12>{}b", "ab"),
        (#"\{\}\<\>\[\\"#, #"{}<>[\"#), (#"\<traits=b>{x}"#, "<traits=b>{x}"), (#"<>{a\}b}"#, "a}b"),
        ("<>{a}b}", "ab}"), ("<\t>{x}", "x"),
    ])
    func `markup without effect leaves its text`(text: String, expected: String) throws {
        #expect(try attributed(text).spans == (expected.isEmpty ? [] : [Span(expected)]))
    }

    @Test(arguments: [
        ("<traits=b>{x}", attributes { $0.bold = true }),
        ("<traits=!b>{x}", attributes { $0.bold = false }),
        ("<traits=b!b>{x}", attributes { $0.bold = false }),
        ("<traits=!bb>{x}", attributes { $0.bold = false }),
        (
            "<traits=buism>{x}",
            attributes {
                $0.bold = true
                $0.underline = true
                $0.italic = true
                $0.strikethrough = true
                $0.monospace = true
            }
        ),
        ("<size=12.0>{x}", attributes { $0.size = 12 }),
        ("<size=12>{x}", attributes { $0.size = 12 }),
        ("<size=7 size=8.5>{x}", attributes { $0.size = 8.5 }),
        ("<name=\"Courier-Bold\">{x}", attributes { $0.fontName = "Courier-Bold" }),
        ("<name=Courier>{x}", attributes { $0.fontName = "Courier" }),
        ("<color=1,2,3,4>{x}", attributes { $0.color = TextColor(red: 1, green: 2, blue: 3, alpha: 4) }),
        ("<color=-1,300,256>{x}", attributes { $0.color = TextColor(red: 0, green: 255, blue: 255) }),
        ("<kern=-1.5>{x}", attributes { $0.kern = -1.5 }),
        ("<link=\"https://example.org/?a=b c&d\">{x}", attributes { $0.link = "https://example.org/?a=b c&d" }),
        ("<spacing=3>{x}", attributes { $0.paragraphSpacing = 3 }),
        ("<linespacing=4>{x}", attributes { $0.lineSpacing = 4 }),
        ("<alignment=CENTER>{x}", attributes { $0.alignment = .center }),
        ("<alignment=Natural>{x}", attributes { $0.alignment = .natural }),
        (
            "<  kern=1   what=\"ever\" size=2 >{x}",
            attributes {
                $0.kern = 1
                $0.size = 2
            }
        ),
    ])
    func `attributes stand in any order, unknown ones without effect`(text: String, expected: TextAttributes) throws {
        #expect(try attributed(text).spans == [Span("x", expected)])
    }

    @Test func `sections nest, an inner one overriding`() throws {
        let outer = attributes {
            $0.bold = true
            $0.size = 10
        }
        let inner = attributes {
            $0.bold = false
            $0.size = 10
            $0.italic = true
        }
        #expect(
            try attributed("<traits=b size=10>{a <traits=!bi>{b} c} d").spans == [
                Span("a ", outer), Span("b", inner), Span(" c", outer), Span(" d"),
            ])
    }

    @Test func `a section that is not closed is text, those in it are not`() throws {
        let bold = attributes { $0.bold = true }
        #expect(
            try attributed("<size=9>{a <traits=b>{b} c").spans == [
                Span("<size=9>{a "), Span("b", bold), Span(" c"),
            ])
    }

    @Test(
        arguments: [
            ("[<img=\"pin\">]", nil, nil, nil, nil),
            ("[<img=\"pin\" size=(16;8)>]", 16, 8, nil, nil),
            ("[<img=\"pin\" offset=(1;-2) size=(16;8)>]", 16, 8, 1, -2),
            ("[<img=\"pin\" size=(16,8) offset=(1,-2)>]", 16, 8, 1, -2),
            ("[<img=\"pin\"> size=(16,8) offset=(1,-2)]", 16, 8, 1, -2),
            ("[<img=\"pin\" size=(16;8)> offset=( 1 ; -2.5 ) ]", 16, 8, 1, -2.5),
        ] as [(String, Double?, Double?, Double?, Double?)])
    func `images have a size and an offset where they are given`(
        text: String, width: Double?, height: Double?, x: Double?, y: Double?
    ) throws {
        var image = TextImage(name: "pin")
        (image.width, image.height, image.x, image.y) = (width, height, x, y)
        let bold = attributes { $0.bold = true }
        #expect(try attributed("a \(text) b").spans == [Span("a "), Span(image), Span(" b")])
        #expect(try attributed("<traits=b>{a\(text)}").spans == [Span("a", bold), Span(image, bold)])
        #expect(try attributed(text).plainText == "")
    }

    @Test func `the plain call gives markup verbatim`() throws {
        let text = #"<traits=b>{%@} \{ [<img="x">]"#
        try withCatalog([Message(key: "k", text: text, isAttributed: true)]) { catalog in
            let entry = try #require(catalog.lookup("k"))
            #expect(entry.isAttributed)
            #expect(entry.formatted(MessageArguments()) == text)
            #expect(entry.formatted(MessageArguments(["x"])) == #"<traits=b>{x} \{ [<img="x">]"#)
        }
    }

    @Test func `hostile markup takes time in proportion to its size`() throws {
        for piece in ["<traits=b>{", "<", "[<img=\"", "<a=\"", "}", "<a=1 ", "\\", "<>{", "[<img=\"x\" "] {
            let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
            #expect(try attributed(text).plainText.utf8.count <= text.utf8.count)
        }
    }

    @Test func `spans are coded as an array`() throws {
        let text = try attributed("a<traits=b>{b}[<img=\"i\">]")
        let bold = attributes { $0.bold = true }
        #expect(text == AttributedText([Span("a"), Span("b", bold), Span(TextImage(name: "i"))]))
    }

    @Test(arguments: [
        ("<colour=red>{x}", "there is no attribute “colour”"),
        ("<color=256,0,0>{x}", "the color 256,0,0 is out of range"),
        ("<traits=b>{x", "no “}” closes <traits=b>{"),
    ])
    func `suspicious markup gives a warning in an attributed message`(text: String, finding: String) {
        func findings(isAttributed: Bool) -> [String] {
            var diagnostics = DiagnosticCollector(file: "f")
            let set = MessageSet(
                metadata: CatalogMetadata(domain: "test", language: "en"),
                messages: [Message(key: "k", text: text, isAttributed: isAttributed)])
            _ = CatalogWriter.catalog(of: set, diagnostics: &diagnostics)
            return diagnostics.all.map(\.description)
        }
        #expect(findings(isAttributed: true) == ["f: warning: message “k”: \(finding)"])
        #expect(findings(isAttributed: false) == [])
    }
}

@Suite struct AttributedArgumentTests {
    private let bold = attributes { $0.bold = true }

    @Test(arguments: [
        "<traits=i>{x}", "}", "\\}", "{", "[<img=\"x\">]", "%@", "{name}", "&<>\"'", "</span>", "\\",
    ])
    func `an argument is text, whatever it looks like`(argument: String) throws {
        let arguments = MessageArguments([.text(argument)])
        #expect(
            try attributed("a <traits=b>{%@} %1$@", arguments).spans == [
                Span("a "), Span(argument, bold), Span(" " + argument),
            ])
        let named = MessageArguments(named: [NamedArgument("n", .text(argument))])
        #expect(
            try attributed("<traits=b>{{n}} {{n}} <>{{{n}}}", named).spans == [
                Span(argument, bold), Span(" \(argument) \(argument)"),
            ])
        let tokens = MessageArguments(placeholders: [Placeholder("%t%", .text(argument))])
        #expect(try attributed("<traits=b>{%t%}", tokens).spans == [Span(argument, bold)])
    }

    @Test func `braces are names only where names are given`() throws {
        let name = MessageArguments(named: [NamedArgument("x", "X")])
        #expect(try attributed("<traits=b>{a {x} b}", name).spans == [Span("a X b", bold)])
        #expect(try attributed("<traits=b>{a {x} b}").spans == [Span("a {x", bold), Span(" b}")])
        #expect(try attributed("<>{x} {x}", name).spans == [Span("x X")])
        #expect(try attributed("<traits=b>{a {y} b}", name).spans == [Span("a {y} b", bold)])
    }

    @Test func `an argument in a section's head is none`() throws {
        #expect(try attributed("<color=%@>{x}", MessageArguments(["1,2,3"])).spans == [Span("<color=1,2,3>{x}")])
        let named = MessageArguments(named: [NamedArgument("c", "1,2,3")])
        #expect(try attributed("<color={c}>{x}", named).spans == [Span("<color=1,2,3>{x}")])
    }

    @Test func `a specifier without its argument stays visible and is an error when asked for`() throws {
        try withEntry(.text("<traits=b>{%2$d}")) { entry in
            #expect(entry.attributed(MessageArguments(["x"])).spans == [Span("%2$d", bold)])
            let error = #expect(throws: CatalogError.self) {
                try entry.attributed(checking: MessageArguments(["x"]))
            }
            #expect(error?.code == .missingArgument)
        }
    }

    @Test func `variants have markup, inside and around`() throws {
        let content = MessageContent.sequence([
            .text("<traits=b>{"),
            plural([(.category(.one), "<size=9>{%d} file"), (.category(.other), "%d files}")]),
            .text("} in %2$@"),
        ])
        let small = attributes {
            $0.bold = true
            $0.size = 9
        }
        try withEntry(content) { entry in
            #expect(
                entry.attributed(MessageArguments([1, "}"])).spans == [
                    Span("1", small), Span(" file", bold), Span(" in }"),
                ])
            // A brace in a variant closes nothing outside of it.
            #expect(entry.attributed(MessageArguments([2, "x"])).spans == [Span("2 files}", bold), Span(" in x")])
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("שלום", "שלום"),
        ("a\u{202E}b", "\u{2068}a\u{202E}b\u{2069}"),
        ("a\u{2067}b", "\u{2068}a\u{2067}b\u{2069}\u{2069}"),
        ("a\u{2069}b\u{2069}", "\u{2068}ab\u{2069}"),
        ("\u{2066}a\u{2069}", "\u{2068}\u{2066}a\u{2069}\u{2069}"),
        ("\u{202C}", "\u{2068}\u{202C}\u{2069}"),
    ])
    func `bidirectional controls of an argument end with it`(argument: String, expected: String) throws {
        #expect(try attributed("[%@]", MessageArguments([.text(argument)])).plainText == "[\(expected)]")
    }
}

@Suite struct RendererTests {
    private static let hostile = "&<>\"'</span><b>\u{1B}\u{07}\u{0}\u{9F}"

    @Test(arguments: [
        ("a & b", "a &amp; b"),
        ("<traits=b>{x}", "<span weight=\"bold\">x</span>"),
        (
            "<traits=!b!ium>{x}",
            "<span face=\"monospace\" weight=\"normal\" style=\"normal\" underline=\"single\">x</span>"
        ),
        ("<size=12 color=12,56,189>{x}", "<span size=\"12288\" foreground=\"#0c38bd\">x</span>"),
        ("<color=0,0,0,0>{x}", "<span foreground=\"#000000\" fgalpha=\"1\">x</span>"),
        ("<name=\"A & B\" kern=-0.5>{x}", "<span face=\"A &amp; B\" letter_spacing=\"-512\">x</span>"),
        ("<traits=s!s>{x}<traits=s>{y}", "<span strikethrough=\"false\">x</span><span strikethrough=\"true\">y</span>"),
        ("<alignment=left spacing=2>{x}[<img=\"i\">]", "x"),
    ])
    func `Pango markup has a span for each piece`(text: String, expected: String) throws {
        #expect(try attributed(text).pangoMarkup == expected)
    }

    @Test(arguments: [
        ("a & b", "a &amp; b"),
        ("<traits=b>{x}", "<span style=\"font-weight:bold\">x</span>"),
        ("<traits=us>{x}", "<span style=\"text-decoration:underline line-through\">x</span>"),
        ("<traits=!u>{x}", "<span style=\"text-decoration:none\">x</span>"),
        (
            "<size=12.5 color=12,56,189,7 name=\"Co'urier\" kern=1>{x}",
            "<span style=\"font-family:&#39;Co\\27 urier&#39;;font-size:12.5pt;color:#0c38bd07;letter-spacing:1pt\">x</span>"
        ),
        ("a\nb", "a<br>b"),
        ("<link=\"https://a.b/?c&d\">{x}", "<a href=\"https://a.b/?c&amp;d\">x</a>"),
        ("<link=\"JavaScript:alert(1)\">{x}", "x"), ("<link=\" javascript:alert(1)\">{x}", "x"),
        ("<link=\"data:text/html,x\">{x}", "x"), ("<link=\"//x\">{x}", "x"),
        ("a[<img=\"i\">]b", "ab"),
    ])
    func `HTML has styles and safe links`(text: String, expected: String) throws {
        #expect(try attributed(text).html() == expected)
    }

    @Test func `HTML has an image where the program finds it`() throws {
        let text = try attributed("[<img=\"i\" size=(16;8) offset=(1;-2)>][<img=\"j\">]")
        #expect(
            text.html { $0 == "i" ? "/i.png?a&b\"" : nil }
                == "<img src=\"/i.png?a&amp;b&quot;\" alt=\"\" style=\"width:16pt;height:8pt;margin-left:1pt;"
                + "vertical-align:-2pt\">")
    }

    @Test func `hostile text is text in each form`() throws {
        let arguments = MessageArguments([.text(Self.hostile)])
        let text = try attributed("<traits=b>{%@}", arguments)
        #expect(text.plainText == Self.hostile)
        #expect(
            text.pangoMarkup
                == "<span weight=\"bold\">&amp;&lt;&gt;&quot;&#39;&lt;/span&gt;&lt;b&gt;&#x1b;&#x7;\u{FFFD}&#x9f;</span>"
        )
        #expect(
            text.html()
                == "<span style=\"font-weight:bold\">&amp;&lt;&gt;&quot;&#39;&lt;/span&gt;&lt;b&gt;"
                + "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}</span>")
    }
}
