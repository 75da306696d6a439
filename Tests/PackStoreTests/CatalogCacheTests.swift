import Glibc
import LinuxIO
import PackStore
import TestSupport
import Testing

@Suite struct CatalogCacheTests {
    let scratch: ScratchDirectory
    let cache: CatalogCache

    init() throws {
        scratch = try ScratchDirectory()
        cache = try CatalogCache(path: scratch.path("cache"), builder: "test 1")
    }

    func reopened(builder: String = "test 1") throws -> CatalogCache {
        try CatalogCache(path: scratch.path("cache"), builder: builder)
    }

    /// The path of a catalog in the scratch directory.
    func place(_ catalog: StoredCatalog) -> String {
        String(cache.path(of: catalog.digest).dropFirst(scratch.path.count + 1))
    }

    // MARK: Catalogs

    @Test func `a catalog lies under its digest, unchangeable, with what it says of itself`() throws {
        let bytes = try catalogBytes(language: "ru", keys: ["a": "1", "b": "2"])
        let catalog = try cache.store(bytes)
        #expect(catalog.domain == "app" && catalog.language == "ru" && catalog.keyCount == 2 && !catalog.isBase)
        #expect(catalog.size == bytes.count)
        #expect(catalog.digest == ContentDigest(of: bytes.span))
        let hexadecimal = catalog.digest.hexadecimal
        #expect(place(catalog) == "cache/objects/sha256/\(hexadecimal.prefix(2))/\(hexadecimal.dropFirst(2)).lcat")
        #expect(try scratch.readBytes(place(catalog)) == bytes)
        let contents = try FileContents(
            ofPath: cache.path(of: catalog.digest), limit: bytes.count, followingLinks: false)
        #expect(contents.status.permissions == 0o444 && contents.status.linkCount == 1)
        #expect(cache.contains(catalog))
        #expect(try cache.verify(catalog.digest) == .intact)
        let file = try cache.open(catalog.digest)
        #expect(try FileContents(of: file, limit: 1 << 20, detail: "catalog").bytes == bytes)
    }

    @Test func `storing it again changes nothing`() throws {
        let bytes = try catalogBytes(language: "ru")
        let catalog = try cache.store(bytes)
        let before = try FileContents(ofPath: cache.path(of: catalog.digest), limit: 1 << 20, followingLinks: false)
        #expect(try cache.store(bytes) == catalog)
        let after = try FileContents(ofPath: cache.path(of: catalog.digest), limit: 1 << 20, followingLinks: false)
        #expect(before.status == after.status)
    }

    @Test func `a file that can still be changed is not taken`() throws {
        try scratch.write(try catalogBytes(language: "ru"), to: "plain")
        let directory = try scratch.open()
        let error = #expect(throws: PackStoreError.self) { _ = try cache.store(try directory.openFile("plain")) }
        #expect(error?.code == .untrusted || error?.code == .system)
        #expect(try scratch.names(in: "cache/objects/sha256") == [])
    }

    @Test func `what is no catalog is not taken`() throws {
        var bytes = try catalogBytes(language: "ru")
        bytes[bytes.count / 2] ^= 1
        for bytes in [bytes, [1, 2, 3], [UInt8](bytes.dropLast(8))] {
            let error = #expect(throws: PackStoreError.self) { _ = try cache.store(bytes) }
            #expect(error?.code == .damaged)
        }
        #expect(try scratch.names(in: "cache/objects/sha256") == [])
    }

    @Test func `a damaged catalog is set aside and never served`() throws {
        let bytes = try catalogBytes(language: "ru")
        let catalog = try cache.store(bytes)
        var damaged = bytes
        damaged[40] ^= 0x10
        scratch.remove(place(catalog))
        try scratch.write(damaged, to: place(catalog))
        #expect(try cache.verify(catalog.digest) == .damaged)
        #expect(!cache.contains(catalog))
        #expect(try cache.verify(catalog.digest) == .missing)
        #expect(try scratch.readBytes(place(catalog) + ".bad-1") == damaged)
        #expect(throws: PackStoreError.self) { _ = try cache.open(catalog.digest) }
        // It can be made again.
        #expect(try cache.store(bytes) == catalog)
        #expect(try cache.verify(catalog.digest) == .intact)
    }

    @Test func `storing over a damaged one replaces it`() throws {
        let bytes = try catalogBytes(language: "ru")
        let catalog = try cache.store(bytes)
        scratch.remove(place(catalog))
        try scratch.write([1, 2, 3], to: place(catalog))
        #expect(try cache.store(bytes) == catalog)
        #expect(try cache.verify(catalog.digest) == .intact)
    }

    @Test func `an empty, truncated or linked object is not served`() throws {
        let bytes = try catalogBytes(language: "ru")
        let catalog = try cache.store(bytes)
        scratch.remove(place(catalog))
        try scratch.write([UInt8](), to: place(catalog))
        #expect(!cache.contains(catalog))
        #expect(try cache.verify(catalog.digest) == .damaged)
        try scratch.write(bytes, to: "elsewhere")
        try scratch.makeLink(place(catalog), to: scratch.path("elsewhere"))
        #expect(!cache.contains(catalog))
        #expect(throws: PackStoreError.self) { _ = try cache.open(catalog.digest) }
    }

    @Test func `a vendor's own catalog is verified where it lies`() throws {
        try scratch.makeDirectory("v/app")
        let bytes = try catalogBytes(language: "ru")
        try scratch.write(bytes, to: "v/app/ru.lcat")
        let source = try #require(VendorScan(directories: [scratch.path("v")]).sources.first)
        let digest = ContentDigest(of: bytes.span)
        #expect(try CatalogCache.verify(digest, of: source) == .intact)
        try scratch.write("other", to: "v/app/ru.lcat")
        #expect(try CatalogCache.verify(digest, of: source) == .damaged)
        #expect(try scratch.read("v/app/ru.lcat") == "other")
        scratch.remove("v/app/ru.lcat")
        #expect(try CatalogCache.verify(digest, of: source) == .missing)
    }

    // MARK: The directory

    @Test func `clients may read it, and nobody else may write it`() throws {
        let catalog = try cache.store(try catalogBytes(language: "ru"))
        for name in ["cache", "cache/objects", "cache/objects/sha256", "cache/index"] {
            let parent = try Directory(path: scratch.path(name))
            #expect(try parent.descriptor.status(detail: name).permissions == 0o755)
        }
        #expect(cache.contains(catalog))
        try scratch.setMode("cache", 0o777)
        let error = #expect(throws: PackStoreError.self) { _ = try reopened() }
        #expect(error?.code == .untrusted)
    }

    @Test func `a purge leaves open files alone, is noticed, and a new cache takes its place`() throws {
        let bytes = try catalogBytes(language: "ru")
        let catalog = try cache.store(bytes)
        let file = try cache.open(catalog.digest)
        let mapping = try Mapping(file, limit: 1 << 20, detail: "catalog")
        scratch.remove("cache")
        #expect(!cache.isInPlace)
        #expect(!cache.contains(catalog))
        #expect(mapping.withBytes { ContentDigest(of: $0) } == catalog.digest)
        let again = try reopened()
        #expect(again.isInPlace)
        #expect(try again.store(bytes) == catalog)
    }

    @Test func `a purge of the objects alone is survived`() throws {
        let bytes = try catalogBytes(language: "ru")
        let catalog = try cache.store(bytes)
        scratch.remove("cache/objects/sha256/\(catalog.digest.hexadecimal.prefix(2))")
        #expect(try cache.verify(catalog.digest) == .missing)
        #expect(try cache.store(bytes) == catalog)
    }
}

@Suite struct CatalogCacheSourceTests {
    let scratch: ScratchDirectory
    let cache: CatalogCache

    init() throws {
        scratch = try ScratchDirectory()
        cache = try CatalogCache(path: scratch.path("cache"), builder: "test 1")
        try scratch.makeDirectory("v/app")
        try scratch.write("{\"hello\": \"x\"}", to: "v/app/ru.json")
        // An hour old, as installed files are.
        try scratch.setModified("v/app/ru.json", WallClock.nanosecondsSince1970 - 3_600_000_000_000)
    }

    func reopened(builder: String = "test 1") throws -> CatalogCache {
        try CatalogCache(path: scratch.path("cache"), builder: builder)
    }

    func sources() -> [VendorFile] { VendorScan(directories: [scratch.path("v")]).sources }
    func source() throws -> VendorFile { try #require(sources().first) }

    @Test func `a source is built once, over restarts too`() throws {
        #expect(cache.result(for: try source()) == nil)
        #expect(try cache.resultAfterReading(try source()) == nil)
        #expect(try cache.build(try source(), language: "ru"))
        let result = try #require(cache.result(for: try source()))
        #expect(result.catalogs.map(\.language) == ["ru"])
        #expect(result.problems == ["line 1: odd"])
        try cache.save(keepingOnly: sources())
        #expect(try reopened().result(for: try source()) == result)
    }

    @Test func `a source that changed is built again`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        try scratch.write("{\"hello\": \"y\"}", to: "v/app/ru.json")
        #expect(cache.result(for: try source()) == nil)
        #expect(try cache.resultAfterReading(try source()) == nil)
    }

    @Test func `a source that was only touched is read but not built`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        try scratch.setModified("v/app/ru.json", WallClock.nanosecondsSince1970 - 60_000_000_000)
        #expect(cache.result(for: try source()) == nil)
        let result = try #require(try cache.resultAfterReading(try source()))
        #expect(cache.result(for: try source()) == result)
    }

    @Test func `a copy in another vendor directory is not built again`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        try scratch.makeDirectory("w/app")
        try scratch.write("{\"hello\": \"x\"}", to: "w/app/ru.json")
        let copy = try #require(VendorScan(directories: [scratch.path("w")]).sources.first)
        #expect(try cache.resultAfterReading(copy) != nil)
        // The same bytes for another domain are another catalog.
        try scratch.makeDirectory("w/other")
        try scratch.write("{\"hello\": \"x\"}", to: "w/other/ru.json")
        let other = try #require(VendorScan(directories: [scratch.path("w")]).sources.last)
        #expect(try cache.resultAfterReading(other) == nil)
    }

    @Test func `the stamp of a file that was written just now, or in the future, is not believed`() throws {
        for offset in [0, 3_600_000_000_000] as [Int64] {
            try scratch.setModified("v/app/ru.json", WallClock.nanosecondsSince1970 + offset)
            #expect(try cache.build(try source(), language: "ru"))
            #expect(cache.result(for: try source()) == nil)
            #expect(try cache.resultAfterReading(try source()) != nil)
        }
    }

    @Test func `what was built while the source changed is not remembered`() throws {
        let reading = try SourceReading(try source())
        try scratch.write("{\"hello\": \"changed\"}", to: "v/app/ru.json")
        let catalog = try cache.store(try catalogBytes(language: "ru"))
        #expect(try cache.record(SourceResult(catalogs: [catalog]), for: reading) == false)
        #expect(cache.result(for: try source()) == nil)
    }

    @Test func `a result whose catalog is gone is no result`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        scratch.remove("cache/objects")
        #expect(cache.result(for: try source()) == nil)
        #expect(try cache.resultAfterReading(try source()) == nil)
    }

    @Test func `another builder builds again`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        try cache.save(keepingOnly: sources())
        #expect(try reopened(builder: "test 2").result(for: try source()) == nil)
    }

    @Test(arguments: ["", "{", "{\"format\": 1}", "{\"format\": 2}"])
    func `a damaged list of sources costs building again, nothing more`(text: String) throws {
        #expect(try cache.build(try source(), language: "ru"))
        try cache.save(keepingOnly: sources())
        try scratch.write(text, to: "cache/sources.json")
        let cache = try reopened()
        #expect(cache.result(for: try source()) == nil)
        #expect(try cache.build(try source(), language: "ru"))
        try cache.save(keepingOnly: sources())
        #expect(try reopened().result(for: try source()) != nil)
    }

    @Test func `sources that are gone are forgotten`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        try cache.save(keepingOnly: [])
        #expect(try reopened().result(for: try source()) == nil)
    }

    @Test func `saving the same writes nothing`() throws {
        #expect(try cache.build(try source(), language: "ru"))
        try cache.save(keepingOnly: sources())
        let directory = try Directory(path: scratch.path("cache"))
        let before = try directory.status(of: "sources.json")
        try cache.save(keepingOnly: sources())
        #expect(try directory.status(of: "sources.json") == before)
    }

    @Test func `a source that cannot be read says why`() throws {
        let source = try source()
        scratch.remove("v/app/ru.json")
        let gone = #expect(throws: PackStoreError.self) { _ = try cache.resultAfterReading(source) }
        #expect(gone?.errno == ENOENT)
        try scratch.makeLink("v/app/ru.json", to: "/etc/passwd")
        let link = #expect(throws: PackStoreError.self) { _ = try cache.resultAfterReading(source) }
        #expect(link?.errno == ELOOP)
    }
}
