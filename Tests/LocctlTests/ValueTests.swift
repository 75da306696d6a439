import LocdInterface
import Testing

@testable import locctl

@Suite struct ValueTests {
    @Test(
        "Durations have a unit or are seconds",
        arguments: [("120s", 120), ("120", 120), ("2m", 120), ("1h", 3600), ("7d", 604_800), ("1s", 1)])
    func durations(text: String, seconds: Int) throws {
        #expect(try SecondsArgument.parse(text) == seconds)
    }

    @Test(
        "What is no duration, or none that can be had, is wrong usage",
        arguments: [
            "", "s", "0", "0s", "-5s", "+5s", "5 s", "1.5h", "2w", "8d", "604801", "99999999999999999999",
            "9999999999999999d",
            "٣s",
        ])
    func wrongDurations(text: String) {
        let failure = #expect(throws: Failure.self) { try SecondsArgument.parse(text) }
        #expect(failure?.status == .usage)
        #expect(failure?.message.contains("\"\(text)\"") == true)
    }

    @Test(
        "A value is a number when it reads as one, and has a name when one stands before it",
        arguments: [
            ("3", nil, "3", .integer), ("-3", nil, "-3", .integer), ("1.0", nil, "1.0", .decimal),
            ("-2.5", nil, "-2.5", .decimal), ("Zoé", nil, "Zoé", .text), ("", nil, "", .text), ("-", nil, "-", .text),
            ("1.", nil, "1.", .text), (".5", nil, ".5", .text), ("1e5", nil, "1e5", .text),
            ("1.2.3", nil, "1.2.3", .text),
            ("٣", nil, "٣", .text), ("007", nil, "007", .decimal), ("-0", nil, "-0", .decimal),
            ("18446744073709551616", nil, "18446744073709551616", .decimal), ("n=3", "n", "3", .integer),
            ("n=1.50", "n", "1.50", .decimal),
            ("user.name=Zoé", "user.name", "Zoé", .text), ("_x=", "_x", "", .text), ("a=b=c", "a", "b=c", .text),
            ("1=2", nil, "1=2", .text), ("=2", nil, "=2", .text), ("a b=2", nil, "a b=2", .text),
            ("é=2", nil, "é=2", .text),
        ] as [(String, String?, String, ArgumentKind)])
    func messageArguments(word: String, name: String?, value: String, kind: ArgumentKind) {
        #expect(MessageArgument.parse(word) == Argument(name: name, value: value, kind: kind))
    }

    @Test(
        "A token ends at its first equal sign",
        arguments: [("%p%=12", "%p%", "12"), ("a=b=c", "a", "b=c"), ("=x", "", "x")])
    func tokens(word: String, token: String, value: String) throws {
        let parsed = try MessageArgument.parseToken(word)
        #expect(parsed == (token, value))
    }

    @Test func `A token without a value is wrong usage`() {
        #expect(throws: Failure(.usage, #"--token takes TOKEN=VALUE, not "abc""#)) {
            try MessageArgument.parseToken("abc")
        }
    }

    @Test(
        "A program's name is made an identifier",
        arguments: [
            ("/usr/bin/gedit", "gedit"), ("./my app", "my_app"), ("[", "_"), (".hidden", "_.hidden"), ("Zoé", "Zo_"),
            ("/", "_"),
        ])
    func identifiers(program: String, identifier: String) {
        #expect(RunCommand.identifier(ofProgram: program) == identifier)
    }

    @Test(
        "Sizes are read at a glance",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (12_345, "12.3 kB"), (999_999, "999.9 kB"),
            (4_000_000, "4.0 MB"),
        ])
    func sizes(bytes: Int, text: String) {
        #expect(sizeText(bytes) == text)
    }

    @Test(
        "A share is 100 % only when it is whole", arguments: [(0, "0 %"), (0.999, "99 %"), (1, "100 %"), (2, "100 %")])
    func shares(share: Double, text: String) {
        #expect(percentText(share) == text)
    }

    @Test(
        "Times are told in their two largest units",
        arguments: [
            (-5, "0 s"), (45, "45 s"), (125, "2 min 5 s"), (10_800, "3 h"), (10_805, "3 h"), (93_600, "1 d 2 h"),
        ])
    func times(seconds: Int64, text: String) {
        #expect(secondsText(seconds) == text)
    }
}

@Suite struct LocaleVariablesTests {
    @Test("Of a daemon's variables only those of language pass, with names of locales")
    func trusted() {
        let variables = [
            "LANG": "sr_RS.UTF-8@latin", "LANGUAGE": "zh_TW:en", "LC_TIME": "de_DE.UTF-8", "LC_ALL": "",
            "LD_PRELOAD": "x", "PATH": "x", "LC_X": "x", "LC_NAME": "$(id)", "LC_PAPER": "a b", "LC_CTYPE": "a\nLD=b",
            "LC_MESSAGES": "../x", "LC_COLLATE": "é",
        ]
        #expect(
            LocaleVariables.trusted(variables) == [
                "LANG": "sr_RS.UTF-8@latin", "LANGUAGE": "zh_TW:en", "LC_TIME": "de_DE.UTF-8", "LC_ALL": "",
            ])
    }
}
