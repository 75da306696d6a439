import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// `locctl --root`: preparing the tree of a system that does not run.
@Suite struct LocctlImageTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("image/etc")
        try scratch.write(
            "root:x:0:0::/root:/bin/sh\nlocd:x:\(Self.user.uid):\(Self.user.gid)::/:\n", to: "image/etc/passwd")
        try scratch.write(#"{"hello": "Hello"}"#, to: "en.json")
        try scratch.write(#"{"hello": "नमस्ते"}"#, to: "hi.json")
    }

    /// The image's user for the daemon: one that this machine does not have where the tests can give files away.
    private static let user = getuid() == 0 ? FileOwner(uid: 54_321, gid: 54_322) : FileOwner.current

    /// Runs `locctl` in the scratch directory.
    @discardableResult
    private func locctl(_ arguments: String...) throws -> Program.Result {
        try Command.shell("cd \"$1\" && shift && exec \"$@\"", [scratch.path, Program.locctl.path] + arguments)
            .run(in: scratch)
    }

    private func prepareTexts() throws {
        #expect(try locctl("--root=image", "install", "en.json", "--domain", "kiosk").status == 0)
        let built = try locctl("--root=image", "build", "hi.json", "--domain", "kiosk", "--language", "hi")
        #expect(built.status == 0, "\(built)")
    }

    private func owner(of name: String) throws -> FileOwner {
        let parts = name.split(separator: "/")
        let directory = try Directory(path: scratch.path(parts.dropLast().joined(separator: "/")))
        let status = try #require(try directory.status(of: String(parts.last ?? "")))
        return FileOwner(uid: status.uid, gid: status.gid)
    }

    @Test func `a daemon that starts in the image speaks the language that was set`() throws {
        try prepareTexts()
        let result = try locctl("--root=image", "set", "hi_IN", "--region", "DE")
        #expect(result.status == 0, "\(result)")
        #expect(result.output == "hi\n")
        #expect(result.errors == "")
        for name in ["", "/system.json", "/lock"] { #expect(try owner(of: "image/var/lib/locd\(name)") == Self.user) }
        let daemon = try DaemonFixture(image: "image", in: scratch, user: getuid() == 0 ? Self.user : nil)
        let state = try daemon.state()
        #expect(state.languages == ["hi", "en"])
        #expect(state.requested == ["hi-IN"])
        #expect(state.region == "DE")
        #expect(state.scope == .system)
        #expect(state.domains.first?.catalogs.map(\.language) == ["hi", "en"])
        #expect(try daemon.problems().isEmpty)
        // And the daemon goes on from there.
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["en"], scope: .user))
    }

    @Test func `a daemon that runs in the tree is not written around`() throws {
        try prepareTexts()
        try locctl("--root=image", "set", "hi")
        let daemon = try DaemonFixture(image: "image", in: scratch, user: getuid() == 0 ? Self.user : nil)
        let result = try locctl("--root=image", "set", "en")
        #expect(result.status == 8, "\(result)")
        #expect(result.errors.hasSuffix("without --root, locctl asks that daemon\n"))
        #expect(try daemon.state().languages.first == "hi")
    }

    @Test(
        "The image's own configuration and texts decide what can be set, by the daemon's rules",
        arguments: [
            (["set", "ru"], 7, #"no language "ru"; the image offers en and hi"#),
            (["set", "hindi"], 7, #"no language "hindi"; did you mean hi (हिन्दी)?"#),
            (["set", "not a tag"], 6, #""not a tag" is not a language tag"#),
            (["set", "--region", "Deutschland"], 2, #""Deutschland" is not a region"#),
            (["set", "hi", "--user"], 2, "--user needs a daemon, and an image given by --root has none"),
            (["set", "hi", "--for", "2m"], 2, "--for needs a daemon, and an image given by --root has none"),
            (["status"], 2, "status takes no --root; set, build and install do"),
        ])
    func refused(words: [String], status: Int32, message: String) throws {
        try prepareTexts()
        let result = try Command.shell(
            "cd \"$1\" && shift && exec \"$@\"", [scratch.path, Program.locctl.path, "--root", "image"] + words
        ).run(in: scratch)
        #expect(result.status == status)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("locctl: \(message)"), "\(result)")
        #expect(try !scratch.names(in: "image").contains("var"))
    }

    @Test func `languages of the configuration are authoritative, required domains too`() throws {
        try prepareTexts()
        try scratch.makeDirectory("image/etc/locd/locd.conf.d")
        try scratch.write("[Locale]\nRequiredDomains=kiosk panel\n", to: "image/etc/locd/locd.conf.d/10.conf")
        let missing = try locctl("--root=image", "set", "hi")
        #expect(missing.status == 7)
        #expect(missing.errors == "locctl: no language \"hi\"; the image has no texts in any language yet\n")
        try locctl("--root=image", "install", "hi.json", "en.json", "--domain", "panel")
        #expect(try locctl("--root=image", "set", "hi").output == "hi\n")
        let fallback = try locctl("--root=image", "set", "ru", "--if-missing=fallback", "--json=short")
        #expect(fallback.output == #"{"requested":["ru"],"stored":[],"inForce":"en","reason":"fallback"}"# + "\n")
    }

    @Test func `auto follows the image's own machine language`() throws {
        try prepareTexts()
        try scratch.write("LANG=hi_IN.UTF-8\n", to: "image/etc/locale.conf")
        #expect(try locctl("--root=image", "set", "en").output == "en\n")
        #expect(try locctl("--root=image", "set", "auto").output == "hi\n")
    }

    @Test func `links in the image lead to what is in it`() throws {
        try scratch.makeDirectory("image/usr/share/real")
        try scratch.makeDirectory("outside")
        try scratch.makeLink("image/usr/share/locd", to: "/usr/share/real")
        try prepareTexts()
        #expect(try scratch.names(in: "image/usr/share/real/domains/kiosk") == ["en.json", "hi.lcat"])
        #expect(try locctl("--root=image", "set", "hi").status == 0)
        try scratch.makeLink("image/usr/share/real/domains/out", to: "../../../../../outside")
        #expect(try locctl("--root=image", "install", "en.json", "--domain", "out").status == 1)
        #expect(try scratch.names(in: "outside").isEmpty)
    }

    @Test func `without a user locd the setting is root's, and that is said`() throws {
        try scratch.write("root:x:0:0::/root:/bin/sh\n", to: "image/etc/passwd")
        try prepareTexts()
        let result = try locctl("--root=image", "set", "hi")
        #expect(result.status == 0, "\(result)")
        #expect(result.errors.contains("has no user locd yet"))
        #expect(try owner(of: "image/var/lib/locd/system.json") == .current)
        // Once the user is there, all of it is given to it.
        try scratch.write("locd:x:\(Self.user.uid):\(Self.user.gid)::/:\n", to: "image/etc/passwd")
        #expect(try locctl("--root=image", "set", "--region", "IN").status == 0)
        for name in ["", "/system.json", "/system.json.prev", "/lock"] {
            #expect(try owner(of: "image/var/lib/locd\(name)") == Self.user)
        }
    }
}

/// `locctl --root install`: each kind at the place where the daemon looks for it.
@Suite struct LocctlInstallTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("image")
    }

    private func install(_ arguments: String...) throws -> Program.Result {
        try Command.shell(
            "cd \"$1\" && shift && exec \"$@\"",
            [scratch.path, Program.locctl.path, "--root=image", "install"] + arguments
        ).run(in: scratch)
    }

    @Test func `each kind of file gets its place`() throws {
        for directory in ["de.lproj", "Base.lproj", "po/ru/LC_MESSAGES"] { try scratch.makeDirectory(directory) }
        try scratch.write(#"{"a": "1"}"#, to: "zh_TW.json")
        try scratch.write(#"{"fr": {"a": "1"}, "es": {"a": "2"}}"#, to: "texts.json")
        try scratch.write(#""a" = "1";"#, to: "de.lproj/Localizable.strings")
        try scratch.write(#""a" = "1";"#, to: "Base.lproj/Menu.strings")
        try scratch.write(Self.gettextCatalog, to: "po/ru/LC_MESSAGES/kiosk.mo")
        let result = try install(
            "zh_TW.json", "texts.json", "de.lproj/Localizable.strings", "Base.lproj/Menu.strings",
            "po/ru/LC_MESSAGES/kiosk.mo", "--domain", "kiosk")
        #expect(result.status == 0, "\(result)")
        let domain = "image/usr/share/locd/domains/kiosk"
        #expect(
            result.output.split(separator: "\n") == [
                "\(domain)/zh-TW.json", "\(domain)/strings.json", "\(domain)/de.lproj/Localizable.strings",
                "\(domain)/Base.lproj/Menu.strings", "\(domain)/ru/LC_MESSAGES/kiosk.mo",
            ])
        #expect(try scratch.read("\(domain)/strings.json") == scratch.read("texts.json"))
        #expect(result.errors == "")
    }

    @Test func `a catalog says itself where it belongs`() throws {
        try scratch.write(#"{"a": "1"}"#, to: "x.json")
        _ = try Command.shell(
            "cd \"$1\" && \"$2\" build x.json --domain kiosk --language pt_BR -o some.lcat",
            [scratch.path, Program.locctl.path]
        ).run(in: scratch)
        #expect(try install("some.lcat").output == "image/usr/share/locd/domains/kiosk/pt-BR.lcat\n")
        let other = try install("some.lcat", "--domain", "panel")
        #expect(other.status == 2)
        #expect(other.errors == "locctl: \"some.lcat\" has texts of the domain \"kiosk\", not \"panel\"\n")
        // What another file hides is told of.
        try scratch.write(#"{"a": "1"}"#, to: "pt-BR.json")
        #expect(try install("pt-BR.json", "--domain", "kiosk").errors.contains("pt-BR.lcat is for the same catalog"))
    }

    @Test(
        "When one file is at fault, none is installed",
        arguments: [
            ("broken.json", "{\"a\": ", 1, "broken.json:1:7: error:"),
            ("broken.lcat", "no catalog", 9, "locctl: \"broken.lcat\" is no catalog that can be used"),
            ("broken.txt", "a", 2, "locctl: \"broken.txt\" ends with neither .lcat, .json, .strings nor .mo"),
            ("some.strings", "", 2, "locctl: \"some.strings\" does not say its language; give --language TAG"),
        ])
    func faulty(name: String, text: String, status: Int32, message: String) throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        try scratch.write(text, to: name)
        let result = try install("en.json", name, "--domain", "kiosk")
        #expect(result.status == status, "\(result)")
        #expect(result.errors.contains(message), "\(result)")
        #expect(try scratch.names(in: "image").isEmpty)
    }

    @Test func `an image is needed, and two files cannot have one place`() throws {
        try scratch.write(#"{"a": "1"}"#, to: "en.json")
        let result = try Program.locctl.run(["install", "en.json"], in: scratch)
        #expect(result.status == 2)
        #expect(result.errors.contains("give the root of the image"))
        try scratch.makeDirectory("other")
        try scratch.write(#"{"a": "2"}"#, to: "other/en.json")
        let twice = try install("en.json", "other/en.json", "--domain", "kiosk")
        #expect(twice.errors == "locctl: \"other/en.json\" and \"en.json\" are for the same place\n")
    }

    /// A catalog of gettext with one message, `a`: `один`.
    private static let gettextCatalog: [UInt8] = {
        let words: [UInt32] = [0x9504_12de, 0, 1, 28, 36, 0, 0, 1, 44, 8, 46]
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
            + [0x61, 0] + Array("один".utf8) + [0]
    }()
}
