import JSON
import LinuxIO
import PackStore
import TestSupport
import Testing

@Suite struct CatalogCacheIndexTests {
    let scratch: ScratchDirectory
    let cache: CatalogCache

    init() throws {
        scratch = try ScratchDirectory()
        cache = try CatalogCache(path: scratch.path("cache"), builder: "test 1")
    }

    func index(_ domain: String, _ catalogs: StoredCatalog...) -> DomainIndex {
        let entries = catalogs.map { catalog in
            let path = cache.path(of: catalog.digest)
            return (catalog.language, DomainIndex.Entry(digest: catalog.digest, size: catalog.size, path: path))
        }
        return DomainIndex(
            domain: domain, baseLanguage: catalogs.first?.language,
            catalogs: Dictionary(uniqueKeysWithValues: entries))
    }

    @Test func `an index names each language's catalog, for programs without a daemon`() throws {
        let english = try cache.store(try catalogBytes(language: "en"))
        let russian = try cache.store(try catalogBytes(language: "ru"))
        try cache.replaceIndexes([index("app", english, russian)])
        let root = try JSONDocument(parsing: try scratch.readBytes("cache/index/app"), limits: .reply).root
        #expect(root["format"]?.int == 1)
        #expect(root["baseLanguage"]?.string == "en")
        #expect(root["catalogs"]?.members.map(\.name) == ["en", "ru"])
        let entry = try #require(root["catalogs"]?["ru"])
        #expect(entry["digest"]?.string == russian.digest.hexadecimal)
        #expect(entry["size"]?.int == russian.size)
        let path = try #require(entry["path"]?.string)
        let contents = try FileContents(ofPath: path, limit: 1 << 20, followingLinks: false)
        #expect(ContentDigest(of: contents.bytes.span) == russian.digest)
        let directory = try Directory(path: scratch.path("cache/index"))
        #expect(try directory.status(of: "app")?.permissions == 0o644)
    }

    @Test func `indexes that did not change are not written, others go`() throws {
        let english = try cache.store(try catalogBytes(language: "en"))
        try cache.replaceIndexes([index("app", english), index("other", english)])
        let directory = try Directory(path: scratch.path("cache/index"))
        let before = try directory.status(of: "app")
        try cache.replaceIndexes([index("app", english), index("empty")])
        #expect(try directory.status(of: "app") == before)
        #expect(try scratch.names(in: "cache/index") == ["app", "empty"])
    }

    @Test(arguments: ["", "..", "../x", ".hidden", "a/b"])
    func `a domain that is no name is refused`(domain: String) throws {
        let error = #expect(throws: PackStoreError.self) { try cache.replaceIndexes([index(domain)]) }
        #expect(error?.code == .invalid)
        #expect(try scratch.names(in: "cache/index") == [])
    }

    // MARK: Garbage

    func objects() throws -> Int {
        try scratch.names(in: "cache/objects/sha256").reduce(0) {
            $0 + (try scratch.names(in: "cache/objects/sha256/\($1)").count)
        }
    }

    @Test func `a catalog that an index, a source or the daemon names stays`() throws {
        let indexed = try cache.store(try catalogBytes(language: "en"))
        try cache.replaceIndexes([index("app", indexed)])
        let kept = try cache.store(try catalogBytes(language: "de"))
        try scratch.makeDirectory("v/app")
        try scratch.write("{}", to: "v/app/ru.json")
        let source = try #require(VendorScan(directories: [scratch.path("v")]).sources.first)
        #expect(try cache.build(source, language: "ru"))
        _ = try cache.store(try catalogBytes(language: "fr"))
        #expect(try objects() == 4)
        #expect(try cache.removeUnnamed(keeping: [kept.digest], grace: .zero) == 1)
        #expect(try objects() == 3)
        #expect(cache.contains(indexed) && cache.contains(kept))
        #expect(try cache.resultAfterReading(source) != nil)
    }

    @Test func `a catalog goes only when nobody has named it for a while, over restarts`() throws {
        let catalog = try cache.store(try catalogBytes(language: "fr"))
        #expect(try cache.removeUnnamed(keeping: [], grace: .seconds(3600)) == 0)
        #expect(cache.contains(catalog))
        let later = try CatalogCache(path: scratch.path("cache"), builder: "test 1")
        #expect(try later.removeUnnamed(keeping: [], grace: .seconds(3600)) == 0)
        #expect(try later.removeUnnamed(keeping: [], grace: .nanoseconds(1)) == 1)
        #expect(!later.contains(catalog))
    }

    @Test func `a catalog that is named again starts anew`() throws {
        let catalog = try cache.store(try catalogBytes(language: "fr"))
        #expect(try cache.removeUnnamed(keeping: [], grace: .seconds(3600)) == 0)
        let first = try scratch.read("cache/sources.json")
        #expect(first.contains("\"\(catalog.digest.hexadecimal)\":"))
        #expect(try cache.removeUnnamed(keeping: [catalog.digest], grace: .zero) == 0)
        #expect(!(try scratch.read("cache/sources.json").contains("\"\(catalog.digest.hexadecimal)\":")))
    }

    @Test func `what is no catalog is left alone, temporaries are swept`() throws {
        let catalog = try cache.store(try catalogBytes(language: "fr"))
        let directory = "cache/objects/sha256/\(catalog.digest.hexadecimal.prefix(2))"
        try scratch.write("mine", to: "\(directory)/notes.txt")
        try scratch.write("half", to: "\(directory)/.locd-tmp-12")
        try cache.removeUnnamed(keeping: [], grace: .zero)
        #expect(try scratch.names(in: directory) == ["notes.txt"])
    }

    @Test func `a damaged index names nothing and hurts nobody`() throws {
        _ = try cache.store(try catalogBytes(language: "fr"))
        try scratch.write("{\"format\": 1, \"catalogs\"", to: "cache/index/app")
        #expect(try cache.removeUnnamed(keeping: [], grace: .zero) == 1)
        try cache.replaceIndexes([index("app")])
        #expect(try JSONDocument(parsing: try scratch.readBytes("cache/index/app"), limits: .reply).root.count == 3)
    }
}

@Suite struct ContentDigestTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `the vectors of FIPS 180-4 hold, in memory and in a file`(text: String, digest: String) throws {
        #expect(ContentDigest(of: Array(text.utf8).span).hexadecimal == digest)
        #expect(ContentDigest(hexadecimal: digest)?.hexadecimal == digest)
        let scratch = try ScratchDirectory()
        try scratch.write(text, to: "file")
        let file = try scratch.open().openFile("file")
        #expect(try ContentDigest(of: file, limit: 100, detail: "file").hexadecimal == digest)
    }

    @Test(arguments: [
        "", "abc", String(repeating: "A", count: 64), String(repeating: "g", count: 64),
        String(repeating: "a", count: 63), String(repeating: "a", count: 65), "../" + String(repeating: "a", count: 61),
    ])
    func `what is no digest is none`(text: String) {
        #expect(ContentDigest(hexadecimal: text) == nil)
    }
}
