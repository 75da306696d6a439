import Testing

@testable import locctl

@Suite struct ArgumentParserTests {
    @Test(
        "Options and other words come in any order",
        arguments: [
            "paint red blue --size 3 --fast", "paint --size=3 red --fast blue", "paint -s 3 -f red blue",
            "paint -fs3 red blue", "paint -f -s 3 -- red blue", "-q paint red -fs 3 blue",
            "paint red --size 2 blue -f --size 3",
        ])
    func anyOrder(line: String) throws {
        let (verb, arguments) = try #require(try parsed(line))
        #expect(verb.name == "paint")
        #expect(arguments.positionals == ["red", "blue"])
        #expect(arguments.value(of: Sample.size) == "3")
        #expect(arguments.has(Sample.fast))
        #expect(!arguments.has(Sample.brush))
        #expect(arguments.has(GlobalOptions.quiet) == line.hasPrefix("-q"))
    }

    @Test("A number is no option, whatever its sign", arguments: ["-1", "-2.5", "-.5", "-"])
    func numbers(word: String) throws {
        let (_, arguments) = try #require(try parsed("paint red \(word)"))
        #expect(arguments.positionals == ["red", word])
    }

    @Test func `A value may begin with a dash`() throws {
        let (_, arguments) = try #require(try parsed("paint red --size -x --mix=-y"))
        #expect(arguments.value(of: Sample.size) == "-x")
        #expect(arguments.value(of: Sample.mix) == "-y")
    }

    @Test func `A repeatable option keeps all its values, and their equal signs`() throws {
        let (_, arguments) = try #require(try parsed("paint red --mix a=1 --mix= --mix b"))
        #expect(arguments.values(of: Sample.mix) == ["a=1", "", "b"])
    }

    @Test func `An optional value is taken only after an equal sign`() throws {
        let (_, bare) = try #require(try parsed("paint --json short"))
        #expect(bare.value(of: GlobalOptions.json) == "")
        #expect(bare.positionals == ["short"])
        let (_, attached) = try #require(try parsed("paint --json=short red"))
        #expect(attached.value(of: GlobalOptions.json) == "short")
    }

    @Test func `After two dashes nothing is an option`() throws {
        let (_, arguments) = try #require(try parsed("paint -- --fast -- -s"))
        #expect(arguments.positionals == ["--fast", "--", "-s"])
        #expect(!arguments.has(Sample.fast))
    }

    @Test(
        "A command line at the end keeps its own options",
        arguments: ["order -f ls -l --help", "order -f -- ls -l --help"])
    func commandLine(line: String) throws {
        let (_, arguments) = try #require(try parsed(line))
        #expect(arguments.positionals == ["ls", "-l", "--help"])
        #expect(arguments.has(Sample.fast))
    }

    @Test(
        "What is wrong is said with the word and with what to do",
        arguments: [
            ("", "a verb is missing; `locctl --help` lists them"),
            ("pain", #"there is no verb "pain"; did you mean paint? (see `locctl --help`)"#),
            ("xyz", #"there is no verb "xyz" (see `locctl --help`)"#),
            ("paint", "the COLOUR is missing (see `locctl help paint`)"),
            ("paint red --sise 3", "there is no option --sise; did you mean --size? (see `locctl help paint`)"),
            ("paint red -x", "there is no option -x (see `locctl help paint`)"),
            ("paint red --size", "--size needs a value: --size N (see `locctl help paint`)"),
            ("paint red -s", "-s needs a value: -s N (see `locctl help paint`)"),
            ("paint red --fast=yes", "--fast takes no value (see `locctl help paint`)"),
            ("paint red --brush thin", #"--brush takes wide or fine, not "thin" (see `locctl help paint`)"#),
            ("paint red --json=long", #"--json takes pretty, short or off, not "long" (see `locctl help paint`)"#),
            ("paint red --indoors --outdoors", "--outdoors and --indoors exclude each other (see `locctl help paint`)"),
            ("mend", "the TOOL is missing (see `locctl help mend`)"),
            ("mend rope", #"TOOL takes glue or nail, not "rope" (see `locctl help mend`)"#),
            ("mend glue cup pot", #"one word too many: "pot" (see `locctl help mend`)"#),
            ("mend glue cup", "--until is missing (see `locctl help mend`)"),
            ("--size 3 paint red", "there is no option --size (see `locctl --help`)"),
        ])
    func wrongUsage(line: String, message: String) {
        #expect(throws: Failure(.usage, message)) { try parsed(line) }
    }

    @Test func `A control character in a wrong word does not reach the terminal`() {
        #expect(throws: Failure(.usage, #"there is no verb "\u{1B}[2J" (see `locctl --help`)"#)) {
            try parsed("\u{1B}[2J")
        }
    }

    @Test(
        "A call for help wins over what is missing",
        arguments: [
            ("--help", nil), ("-h", nil), ("--help paint", "paint"), ("paint --help", "paint"),
            ("paint -fh --nonsense", "paint"),
        ] as [(String, String?)])
    func help(line: String, verb: String?) throws {
        let words = line.split(separator: " ").map(String.init)
        guard case .help(let found) = try ArgumentParser.parse(words, verbs: Sample.verbs) else {
            Issue.record("not a call for help")
            return
        }
        #expect(found?.name == verb)
    }

    @Test func `The root of an image may stand before the verb, where the verb has one`() throws {
        for words in [["--root=x", "set", "hi"], ["--root", "x", "set", "hi"], ["set", "hi", "--root", "x"]] {
            guard case .run(let verb, let arguments) = try ArgumentParser.parse(words, verbs: VerbTable.verbs) else {
                Issue.record("nothing to run")
                return
            }
            #expect(verb.name == "set")
            #expect(arguments.value(of: ImageOption.root) == "x")
        }
        let message = "get takes no --root; set, build and install do (see `locctl help get`)"
        #expect(throws: Failure(.usage, message)) {
            try ArgumentParser.parse(["--root=x", "get"], verbs: VerbTable.verbs)
        }
    }

    @Test("The version needs no verb", arguments: [["--version"], ["paint", "--version"]])
    func version(words: [String]) throws {
        guard case .version = try ArgumentParser.parse(words, verbs: Sample.verbs) else {
            Issue.record("not a call for the version")
            return
        }
    }
}
