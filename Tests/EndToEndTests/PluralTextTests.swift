import Catalog
import LinuxIO
import TestSupport
import Testing

/// gettext's plural messages through the daemon, from the `.mo` file to what the tool prints.
@Suite struct PluralTextTests {
    private static let header =
        "Content-Type: text/plain; charset=UTF-8\n"
        + "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) "
        + "? 1 : 2);\n"
    private static let forms = "Остался %d файл\0Осталось %d файла\0Осталось %d файлов"

    private let daemon: DaemonFixture

    init() throws {
        daemon = try DaemonFixture(texts: ["po/en.json": #"{"%d file": "%d file(s)", "other": "Other"}"#])
        try daemon.stop()
        try daemon.scratch.makeDirectory("vendor/po/ru/LC_MESSAGES")
        try daemon.scratch.write(
            gettextCatalog([("", Self.header), ("%d file\0%d files", Self.forms)]),
            to: "vendor/po/ru/LC_MESSAGES/po.mo")
        try daemon.start()
        try daemon.locctl("set", "ru")
    }

    @Test(
        arguments: [
            ("1", "Остался 1 файл"), ("2", "Осталось 2 файла"), ("5", "Осталось 5 файлов"), ("21", "Остался 21 файл"),
            ("111", "Осталось 111 файлов"), ("-1", "Остался -1 файл"), ("1000000", "Осталось 1000000 файлов"),
            // A fraction has no form in gettext, and none that `%d` could show.
            ("1.5", "Осталось %d файлов"), ("many", "Осталось %d файлов"),
        ])
    func `the tool prints the form of a number`(number: String, text: String) throws {
        let result = try daemon.locctl("text", "po", "%d file", number)
        #expect(result.output == "\(text)\n", "\(result)")
    }

    @Test func `without a number the tool prints the most general form as it stands`() throws {
        #expect(try daemon.locctl("text", "po", "%d file").output == "Осталось %d файлов\n")
    }
}

/// Pango's own parser reads the markup that attributed texts become.
@Suite struct PangoMarkupTests {
    private static let script = """
        sys, gi = map(__import__, ("sys", "gi"))
        gi.require_version("Pango", "1.0")
        Pango = __import__("gi.repository.Pango").repository.Pango
        for markup in sys.argv[1:]:
            print(Pango.parse_markup(markup, -1, "\\0")[2], end="\\0")
        """

    @Test func `Pango takes every attribute and gives hostile text back as text`() throws {
        let scratch = try ScratchDirectory()
        let hostile = [
            "&<>\"'</span><b>", "\u{1B}[31m\u{7F}\u{9F}\u{1}", "]]><!-- &amp; &#x41;", "a\u{202E}b\u{2066}c",
        ]
        let styles = [
            "", "traits=buism", "traits=!b!u!i!s!m", "size=12.5", "color=12,56,189", "color=1,2,3,0", "kern=-1.5",
            "name=\"A & <B> 'c'\"", "link=\"https://example.org\"", "spacing=1 linespacing=2 alignment=center",
        ]
        let texts = styles.flatMap { style in
            hostile.map { argument in
                MessageTemplate(parsing: "a <\(style)>{%@} [<img=\"i\">]")
                    .attributed(MessageArguments([.text(argument)]))
            }
        }
        let result = try Command(
            executable: "/usr/bin/python3", arguments: ["python3", "-c", Self.script] + texts.map(\.pangoMarkup)
        ).run(in: scratch)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
                == texts.map(\.plainText) + [""])
    }
}
