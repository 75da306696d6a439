import Testing

@testable import locctl

@Suite struct OutputTests {
    @Test(
        "Columns are counted as terminals do",
        arguments: [("abc", 3), ("हिन्दी", 5), ("中文", 4), ("العربية", 7), ("e\u{301}", 1), ("한국어", 6), ("", 0)])
    func widths(text: String, columns: Int) {
        #expect(displayWidth(text) == columns)
    }

    @Test func `A table lines up what takes no and two columns`() {
        var table = Table([("TAG", .left), ("NAME", .left), ("SIZE", .right)])
        table.add(["en", "English", "12"])
        table.add(["zh-Hant", "中文", "3"])
        table.add(["he\u{1B}[m", "", "1234"])
        let lines = table.lines(style: Style(isTerminal: false, noColor: nil, terminalType: "xterm"))
        #expect(
            lines == [
                "TAG         NAME     SIZE", "en          English    12", "zh-Hant     中文        3",
                #"he\u{1B}[m           1234"#,
            ])
    }

    @Test(
        "Colours need a terminal that shows them and nobody who minds",
        arguments: [
            (true, nil, "xterm-256color", true), (true, "", "xterm", true), (false, nil, "xterm", false),
            (true, "1", "xterm", false), (true, nil, "dumb", false), (true, nil, nil, false),
        ] as [(Bool, String?, String?, Bool)])
    func colours(isTerminal: Bool, noColor: String?, terminalType: String?, expected: Bool) {
        let style = Style(isTerminal: isTerminal, noColor: noColor, terminalType: terminalType)
        #expect(style.isColoured == expected)
        #expect(style.heading("x") == (expected ? "\u{1B}[1mx\u{1B}[0m" : "x"))
    }

    @Test(
        "Lines break at blanks",
        arguments: [
            ("one two three", 7, ["one two", "three"]), ("one two three", 80, ["one two three"]),
            ("extraordinarily so", 5, ["extraordinarily", "so"]), ("", 5, []),
        ])
    func wrapping(text: String, width: Int, lines: [String]) {
        #expect(wrapped(text, width: width) == lines)
    }

    @Test func `A term too long for its column has its meaning below`() {
        let lines = definitionLines(
            [("-q", "be quiet"), ("--a-rather-long-option-name", "do it"), ("--size N", "how large it is to be")],
            width: 26)
        #expect(
            lines == [
                "  -q        be quiet", "  --a-rather-long-option-name", "            do it",
                "  --size N  how large it",
                "            is to be",
            ])
    }

    @Test(
        "The nearest name is one that a slip of the finger explains",
        arguments: [
            ("stat", "status"), ("wacth", "watch"), ("sett", "set"), ("lsit", "list"), ("zzz", nil), ("x", nil),
            ("", nil),
        ] as [(String, String?)])
    func nearest(word: String, name: String?) {
        #expect(nearestName(to: word, among: ["status", "list", "get", "set", "watch"]) == name)
    }

    @Test(
        "Words are listed as in a sentence",
        arguments: [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")])
    func lists(words: [String], sentence: String) {
        #expect(listed(words, "or") == sentence)
    }
}
