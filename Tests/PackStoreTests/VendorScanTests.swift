import PackStore
import TestSupport
import Testing

@Suite struct VendorScanTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    /// Makes a file with the directories on its way.
    func put(_ path: String, _ text: String = "x") throws {
        if let slash = path.lastIndex(of: "/") { try scratch.makeDirectory(String(path[..<slash])) }
        try scratch.write(text, to: path)
    }

    func scan(_ names: String...) -> VendorScan {
        VendorScan(directories: names.map(scratch.path))
    }

    func summary(_ scan: VendorScan) -> [String] {
        scan.sources.map { "\($0.domain) \($0.language ?? "*") \($0.kind.rawValue) \($0.relativePath)" }
    }

    @Test func `each layout is found`() throws {
        try put("v/app/de.lcat")
        try put("v/app/pt-BR.json")
        try put("v/app/strings.json")
        try put("v/app/ru.lproj/Localizable.strings")
        try put("v/app/ru.lproj/Errors.strings")
        try put("v/app/Base.lproj/Localizable.strings")
        try put("v/app/hi_IN/LC_MESSAGES/app.mo")
        try put("v/app/sr@latin/LC_MESSAGES/app.mo")
        let scan = scan("v")
        #expect(scan.problems == [])
        #expect(
            summary(scan) == [
                "app de catalog app/de.lcat", "app pt-BR json app/pt-BR.json", "app * jsonMap app/strings.json",
                "app Base strings app/Base.lproj/Localizable.strings",
                "app ru strings app/ru.lproj/Localizable.strings", "app hi_IN mo app/hi_IN/LC_MESSAGES/app.mo",
                "app sr@latin mo app/sr@latin/LC_MESSAGES/app.mo",
                "app.Errors ru strings app/ru.lproj/Errors.strings",
            ])
        #expect(scan.sources.filter(\.isBaseLocalization).map(\.relativePath) == ["app/Base.lproj/Localizable.strings"])
        let names = [
            "v", "v/app", "v/app/Base.lproj", "v/app/hi_IN", "v/app/hi_IN/LC_MESSAGES", "v/app/ru.lproj",
            "v/app/sr@latin", "v/app/sr@latin/LC_MESSAGES",
        ]
        #expect(scan.directories == names.map(scratch.path))
    }

    @Test func `a stamp is what stat says, and changes with the file`() throws {
        try put("v/app/de.json", "{}")
        let before = try #require(scan("v").sources.first)
        #expect(before.path == scratch.path("v/app/de.json"))
        #expect(before.stamp.size == 2)
        #expect(scan("v").sources == [before])
        try scratch.setModified("v/app/de.json", before.stamp.modified + 1)
        #expect(scan("v").sources.first?.stamp != before.stamp)
    }

    @Test func `what is somebody else's is passed over in silence`() throws {
        for path in [
            "v/README", "v/app/README.md", "v/app/domain.conf", "v/app/messages.json", "v/app/.de.json",
            "v/app/de.json~", "v/app/.hidden/x", "v/app/assets/logo.png", "v/app/de/LC_MESSAGES/other.mo",
            "v/app/ru.lproj/Info.plist", "v/.git/de.json",
        ] {
            try put(path)
        }
        let scan = scan("v")
        #expect(scan.sources == [])
        #expect(scan.problems == [])
    }

    @Test func `a directory that is missing is empty`() {
        #expect(scan("absent") == VendorScan(directories: []))
    }

    @Test func `a directory that is a file is reported`() throws {
        try put("v")
        #expect(scan("v").problems.map(\.path) == [scratch.path("v")])
    }

    @Test(arguments: ["a b", "ä", "-x", String(repeating: "a", count: 128)])
    func `a name that is no domain is reported and not entered`(name: String) throws {
        try put("v/\(name)/de.json")
        let scan = scan("v")
        #expect(scan.sources == [])
        #expect(scan.problems.map(\.path) == [scratch.path("v/\(name)")])
    }

    @Test func `a table whose domain would be too long is reported`() throws {
        let table = String(repeating: "t", count: 124)
        try put("v/app/ru.lproj/\(table).strings")
        #expect(scan("v").sources == [])
        #expect(scan("v").problems.count == 1)
    }

    @Test(arguments: ["1.lcat", "-.lcat", "a b.lcat", "é.lcat", "(x).lproj"])
    func `a name that is no language is reported`(name: String) throws {
        if name.hasSuffix("lproj") { try put("v/app/\(name)/Localizable.strings") } else { try put("v/app/\(name)") }
        #expect(scan("v").sources == [])
        #expect(scan("v").problems.count == 1)
    }

    @Test func `links, FIFOs and directories are not followed, opened or taken for files`() throws {
        try put("outside/de.json")
        try put("v/app/en.json")
        try scratch.makeLink("v/app/de.json", to: scratch.path("outside/de.json"))
        try scratch.makeFIFO("v/app/fr.json")
        try scratch.makeDirectory("v/app/it.json")
        try scratch.makeLink("v/linked", to: scratch.path("outside"))
        try scratch.makeLink("v/app/es.lproj", to: scratch.path("outside"))
        let scan = scan("v")
        #expect(scan.sources.map(\.relativePath) == ["app/en.json"])
        #expect(
            Set(scan.problems.map(\.path))
                == Set(
                    ["v/app/de.json", "v/app/fr.json", "v/app/it.json", "v/linked", "v/app/es.lproj"]
                        .map(scratch.path)))
    }

    @Test func `of two files for one catalog the more direct kind counts, and the other is reported`() throws {
        for path in [
            "v/app/ru.lcat", "v/app/ru.json", "v/app/ru.lproj/Localizable.strings",
            "v/app/ru/LC_MESSAGES/app.mo",
        ] {
            try put(path)
        }
        let scan = scan("v")
        #expect(scan.sources.map(\.kind) == [.catalog])
        #expect(scan.problems.count == 3)
        #expect(scan.problems.allSatisfy { $0.message.contains(scratch.path("v/app/ru.lcat")) })
    }

    @Test func `spellings of one language are one`() throws {
        for name in ["zh_CN", "zh-cn", "zh-CN"] { try put("v/app/\(name).json") }
        try put("v/app/zh_CN.UTF-8/LC_MESSAGES/app.mo")
        #expect(scan("v").sources.map(\.language) == ["zh-CN"])
        #expect(scan("v").problems.count == 3)
    }

    @Test func `the directory that is named first counts`() throws {
        try put("a/app/ru.json")
        try put("b/app/ru.lcat")
        try put("b/app/de.lcat")
        #expect(scan("a", "b").sources.map(\.path) == [scratch.path("a/app/ru.json"), scratch.path("b/app/de.lcat")])
        #expect(scan("b", "a").sources.map(\.path) == [scratch.path("b/app/de.lcat"), scratch.path("b/app/ru.lcat")])
        #expect(scan("a", "b").problems.map(\.path) == [scratch.path("b/app/ru.lcat")])
    }

    @Test func `the same files give the same result`() throws {
        for domain in ["b", "a", "c"] { for tag in ["de", "en", "ru"] { try put("v/\(domain)/\(tag).json") } }
        #expect(scan("v") == scan("v"))
        #expect(scan("v").sources.map(\.domain) == ["a", "a", "a", "b", "b", "b", "c", "c", "c"])
    }
}
