import LinuxIO
import TestSupport
import Testing

/// `locctl build` and `locctl show`, which need no daemon.
@Suite struct LocctlBuildTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Runs `locctl` in the scratch directory.
    private func locctl(_ arguments: String...) throws -> Program.Result {
        try Command.shell("cd \"$1\" && shift && exec \"$@\"", [scratch.path, Program.locctl.path] + arguments)
            .run(in: scratch)
    }

    @Test func `a source becomes a catalog that show reads`() throws {
        try scratch.write(#"{"hello": "नमस्ते", "files": {"left": "%d फ़ाइलें"}}"#, to: "hi.json")
        let built = try locctl("build", "hi.json", "--domain", "kiosk", "--language", "hi_IN.UTF-8")
        #expect(built.status == 0, "\(built)")
        #expect(built.output == "")
        #expect(built.errors == "")
        let shown = try locctl("show", "hi-IN.lcat")
        #expect(shown.status == 0)
        #expect(shown.output.hasPrefix("Domain:    kiosk\nLanguage:  hi-IN (हिन्दी (भारत))\n"))
        #expect(shown.output.hasSuffix("\n\nKEY         TEXT\nfiles.left  %d फ़ाइलें\nhello       नमस्ते\n"))
        let json = try locctl("show", "hi-IN.lcat", "--json=short")
        #expect(json.output.contains(#"{"key":"hello","text":"नमस्ते","attributed":false}"#))
    }

    @Test func `a catalog can go to a pipe, and is the same bytes`() throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        _ = try locctl("build", "en.json", "--domain", "kiosk", "--language", "en", "-o", "file.lcat")
        let piped = try Command.shell(
            "cd \"$1\" && \"$2\" build en.json --domain kiosk --language en -o - | cmp - file.lcat",
            [scratch.path, Program.locctl.path]
        ).run(in: scratch)
        #expect(piped.status == 0, "\(piped)")
    }

    @Test func `errors name file, line and column, and leave the old catalog alone`() throws {
        try scratch.write("old", to: "en.lcat")
        try scratch.write(#"{"a": "1"}"#, to: "one.json")
        try scratch.write("{\"b\": \"2\",\n \"a\": \"3\"}", to: "two.json")
        let result = try locctl("build", "one.json", "two.json", "--domain", "kiosk", "--language", "en")
        #expect(result.status == 1)
        #expect(
            result.errors == """
                two.json:2:2: error: the key “a” is in one.json:1:2 already
                locctl: 1 error; nothing was written

                """)
        #expect(try scratch.read("en.lcat") == "old")
        let report = try locctl("build", "one.json", "two.json", "--domain", "k", "--language", "en", "--json")
        #expect(report.status == 1)
        #expect(
            report.output == #"{"messages":3,"findings":[{"severity":"error","file":"two.json","line":2,"column":2,"#
                + #""message":"the key “a” is in one.json:1:2 already"}]}"# + "\n")
    }

    @Test(
        "What build cannot do it says with a status of its own",
        arguments: [
            (["build", "en.json", "--domain", "kiosk"], 2, "--language is missing (see `locctl help build`)"),
            (
                ["build", "en.txt", "--domain", "kiosk", "--language", "en"], 2,
                #""en.txt" ends with none of .json, .arb, .strings, .stringsdict, .xcstrings, .xml, .mo"#
            ),
            (
                ["build", "en.json", "--domain", "../x", "--language", "en"], 2,
                #""../x" is not a domain's name: letters, digits and . _ - + can stand in one"#
            ),
            (
                ["build", "absent.json", "--domain", "kiosk", "--language", "en"], 1,
                #""absent.json": No such file or directory"#
            ),
            (
                ["build", "en.json", "--domain", "kiosk", "--language", "en", "-o", "no/where/en.lcat"], 1,
                #""no/where/en.lcat": No such file or directory"#
            ),
            (
                ["build", "en.json", "--domain", "kiosk", "--language", "en", "-o", "-", "--json"], 2,
                "a catalog and JSON cannot both go to standard output; give -o FILE"
            ),
            (["show", "absent.lcat"], 1, #""absent.lcat": No such file or directory"#),
            (["show", "en.json"], 1, #""en.json": the file does not begin as a catalog does"#),
        ] as [([String], Int32, String)])
    func failures(words: [String], status: Int32, message: String) throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        let result = try Command.shell(
            "cd \"$1\" && shift && exec \"$@\"", [scratch.path, Program.locctl.path] + words
        ).run(in: scratch)
        #expect(result.status == status)
        #expect(result.output == "")
        #expect(result.errors == "locctl: \(message)\n")
    }

    @Test func `a language that is none is status 6`() throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        let result = try locctl("build", "en.json", "--domain", "kiosk", "--language", "12")
        #expect(result.status == 6)
        #expect(result.errors.contains("\"12\""))
    }

    @Test func `a catalog that was tampered with is status 9`() throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        _ = try locctl("build", "en.json", "--domain", "kiosk", "--language", "en")
        _ = try Command.shell(
            "printf x | dd of=\"$1\" bs=1 seek=200 conv=notrunc", [scratch.path("en.lcat")]
        ).run(in: scratch)
        let result = try locctl("show", "en.lcat")
        #expect(result.status == 9)
        #expect(result.errors.hasPrefix("locctl: \"en.lcat\": "))
    }

    @Test func `a full disk is status 11`() throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        let result = try Command.shell(
            "exec \"$2\" build \"$1\" --domain kiosk --language en -o - >/dev/full",
            [scratch.path("en.json"), Program.locctl.path]
        ).run(in: scratch)
        #expect(result.status == 11)
        #expect(result.errors == "locctl: write standard output: No space left on device\n")
    }
}
