import JSON
import LinuxIO
import LocdInterface
import Testing

@testable import Locd

@Suite struct `Without the daemon` {
    @Test func `goes on with what was shown, and follows again when it is back`() throws {
        let scratch = try Scratch()
        let catalogs = [
            "en": try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true),
            "hi": try scratch.catalog("app", "hi", ["hello": "नमस्ते"]),
        ]
        let first = try FakeDaemon(address: scratch.address, scratch: scratch.path, languages: ["hi"])
        try first.apply { $0.catalogs["app"] = catalogs }
        let localizer = scratch.localizer()
        #expect(localizer["hello"] == "नमस्ते")
        try first.end()
        localizer.process()
        #expect(localizer.problem?.code == .unreachable)
        #expect(localizer["hello"] == "नमस्ते")
        let second = try FakeDaemon(address: scratch.address, scratch: scratch.path, generation: 5)
        try second.apply { $0.catalogs["app"] = catalogs }
        #expect(eventually { localizer["hello"] == "Hello" })
        #expect(localizer.problem == nil)
        #expect(localizer.process()?.generation == 5)
        try second.end()
    }

    @Test func `wakes an event loop when the daemon goes and when it is time to look for it again`() throws {
        let scratch = try Scratch()
        let catalogs = ["en": try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)]
        let first = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try first.apply { $0.catalogs["app"] = catalogs }
        let localizer = scratch.localizer()
        #expect(localizer["hello"] == "Hello")
        let loop = try FileDescriptor.duplicate(of: localizer.descriptor())
        try first.end()
        #expect(try loop.wait(for: .readable, timeout: .seconds(10)))
        #expect(localizer.process() == nil)
        #expect(localizer.problem != nil)
        let second = try FakeDaemon(address: scratch.address, scratch: scratch.path, generation: 9)
        try second.apply { $0.catalogs["app"] = catalogs }
        var change: Localizer.Change?
        while change == nil, try loop.wait(for: .readable, timeout: .seconds(10)) { change = localizer.process() }
        #expect(change?.generation == 9)
        try second.end()
    }

    @Test func `says nothing of a daemon that comes back with the same state`() throws {
        let scratch = try Scratch()
        let catalogs = ["en": try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)]
        let localizer = scratch.localizer()
        for _ in 0..<2 {
            let daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path, generation: 3)
            try daemon.apply { $0.catalogs["app"] = catalogs }
            #expect(
                eventually {
                    _ = localizer["hello"]
                    return localizer.process() == nil && localizer.problem == nil && localizer.locale.tag == "en"
                })
            try daemon.end()
            localizer.process()
            #expect(localizer.problem != nil)
        }
        #expect(localizer.process() == nil)
    }

    @Test func `starts with the catalogs on the disk, in the language of the environment or the base`() throws {
        let scratch = try Scratch()
        let english = try scratch.catalog("app", "en", ["hello": "Hello", "only": "Only"], isBase: true)
        let hindi = try scratch.catalog("app", "hi", ["hello": "नमस्ते"])
        try scratch.writeIndex("app", base: "en", [english, hindi])
        let localizer = scratch.localizer()
        #expect(localizer["only"] == "Only")
        #expect(localizer["hello", in: "hi-IN"] == "नमस्ते")
        #expect(localizer["only", in: "hi-IN"] == "Only")
        #expect(localizer.preferring("ru, hi;q=0.5").locale.tag == "hi")
        #expect(localizer.preferring("ru")["hello"] == "Hello")
        #expect(try localizer.locales.map(\.tag) == ["en", "hi"])
        #expect(localizer.isAvailable("hi"))
        #expect(!localizer.isAvailable("ru"))
        #expect(!localizer.isDownloaded("hi"))
    }

    @Test(arguments: [
        (["hi-IN"], "नमस्ते", "hi"), (["ru", "hi"], "नमस्ते", "hi"), (["ru"], "Hello", "en"), ([], "Hello", "en"),
    ])
    func `takes the first language asked for that is on the disk`(wanted: [String], text: String, tag: String) throws {
        let scratch = try Scratch()
        let english = try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)
        let hindi = try scratch.catalog("app", "hi", ["hello": "नमस्ते"])
        try scratch.writeIndex("app", base: "en", [english, hindi])
        let view = View(domain: "app", own: nil)
        view.showOffline(languages: wanted, index: CatalogIndex.read(domain: "app", caches: [scratch.path]))
        #expect(view.snapshot?.lend { $0.lookup("hello")?.text.string } == text)
        #expect(view.snapshot?.lend { $0.locale.tag } == tag)
    }

    @Test(arguments: [
        "", "{", "[]", #"{"format": 2, "catalogs": {}}"#, #"{"format": 1}"#, #"{"format": 1, "catalogs": {"en": 3}}"#,
        #"{"format": 1, "catalogs": {"en": {"digest": "x", "size": 1, "path": "/nonexistent"}}, "baseLanguage": "en"}"#,
    ])
    func `shows keys where the index says nothing of use`(index: String) throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("index")
        try scratch.write(Array(index.utf8), to: "index/app")
        let localizer = scratch.localizer()
        #expect(localizer["hello"] == "hello")
        #expect(localizer.utf8("hello") == nil)
    }

    @Test func `never leaves the index's directory, whatever the domain is called`() throws {
        let scratch = try Scratch()
        let english = try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)
        try scratch.writeIndex("app", base: "en", [english])
        #expect(scratch.localizer("../index/app")["hello"] == "hello")
        #expect(scratch.localizer("app")["hello"] == "Hello")
    }

    @Test func `shows no catalog that is damaged`() throws {
        let scratch = try Scratch()
        let english = try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)
        var bytes = try catalogBytes("app", "en", ["hello": "Hello"], isBase: true)
        bytes[bytes.count / 2] ^= 1
        try scratch.write(bytes, to: "app.en.lcat")
        try scratch.writeIndex("app", base: "en", [english])
        #expect(scratch.localizer()["hello"] == "hello")
    }

    @Test func `does not wait for a daemon that does not answer longer than it may`() throws {
        let scratch = try Scratch()
        // Connections are accepted by the kernel, and by nobody else.
        let listener = try UnixListener.bind(to: scratch.address, mode: 0o600)
        var options = Localizer.Options()
        options.patience = .milliseconds(50)
        options.onMissing = { _ in }
        let localizer = Localizer(domain: "app", own: nil, options: options, connection: scratch.connection())
        let start = BoottimeClock.now
        #expect(localizer["hello"] == "hello")
        for _ in 0..<1000 { #expect(localizer["hello"] == "hello") }
        #expect(start.duration(to: BoottimeClock.now) < .seconds(5))
        _ = listener.descriptor.rawValue
    }
}

extension Scratch {
    /// Writes an index as the daemon does.
    func writeIndex(_ domain: String, base: String, _ files: [CatalogFile]) throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("format")
        writer.integer(1)
        writer.name("baseLanguage")
        writer.string(base)
        writer.name("catalogs")
        writer.beginObject()
        for file in files {
            writer.name(file.language)
            writer.beginObject()
            writer.name("digest")
            writer.string(file.digest)
            writer.name("size")
            writer.integer(file.size)
            writer.name("path")
            writer.string(file.path)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        try makeDirectory("index")
        try write(writer.finish(), to: "index/\(domain)")
    }
}
