import LinuxIO
import LocdInterface
import Testing

@testable import Locd

/// Texts that make a catalog larger than what is copied.
private func manyTexts(_ greeting: String) -> [String: String] {
    var texts = ["hello": greeting]
    for number in 0..<4000 { texts["key.\(number)"] = String(repeating: "text \(number) ", count: 10) }
    return texts
}

@Suite struct `A catalog of the daemon` {
    @Test func `is taken as a sealed memory file when it is large`() throws {
        let scratch = try Scratch()
        let bytes = try catalogBytes("app", "en", manyTexts("Hello"), isBase: true)
        #expect(bytes.count > CatalogStore.largestCopy)
        let file = CatalogFile(
            language: "en", digest: "sealed \(scratch.path)", size: bytes.count, path: "/nonexistent")
        let memory = SharedFileDescriptor(try Memfd.sealed(name: "catalog", contents: bytes.span))
        let daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try daemon.apply { service in
            service.catalogs["app"] = ["en": file]
            service.memoryFiles[file.digest] = memory
        }
        let localizer = scratch.localizer()
        #expect(localizer["hello"] == "Hello")
        try daemon.apply { #expect($0.calls.contains("Open")) }
        try daemon.end()
    }

    @Test func `comes with the change that needs it, never later`() throws {
        let scratch = try Scratch()
        let small = try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)
        let bytes = try catalogBytes("app", "hi", manyTexts("नमस्ते"))
        let file = CatalogFile(language: "hi", digest: "late \(scratch.path)", size: bytes.count, path: "/nonexistent")
        let memory = SharedFileDescriptor(try Memfd.sealed(name: "catalog", contents: bytes.span))
        let daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try daemon.apply { service in
            service.catalogs["app"] = ["en": small, "hi": file]
            service.memoryFiles[file.digest] = memory
        }
        let localizer = scratch.localizer()
        let loop = try FileDescriptor.duplicate(of: localizer.descriptor())
        #expect(localizer["hello"] == "Hello")
        try daemon.apply { $0.publish(["hi"]) }
        var change: Localizer.Change?
        while change == nil, try loop.wait(for: .readable, timeout: .seconds(10)) {
            change = localizer.process()
            #expect(localizer["hello"] == (change == nil ? "Hello" : "नमस्ते"))
        }
        #expect(change?.locale.tag == "hi")
        try daemon.end()
    }

    @Test func `is not waited for any more when another language is set meanwhile`() throws {
        let scratch = try Scratch()
        let small = try scratch.catalog("app", "en", ["hello": "Hello"], isBase: true)
        let file = CatalogFile(
            language: "hi", digest: "never \(scratch.path)", size: 1 << 20, path: "/nonexistent")
        let daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try daemon.apply { service in
            service.catalogs["app"] = ["en": small, "hi": file]
            service.ignoresOpen = true
        }
        let localizer = scratch.localizer()
        let loop = try FileDescriptor.duplicate(of: localizer.descriptor())
        #expect(localizer["hello"] == "Hello")
        try daemon.apply { $0.publish(["hi"]) }
        #expect(try loop.wait(for: .readable, timeout: .seconds(10)))
        #expect(localizer.process() == nil)
        try daemon.apply { $0.publish(["en"]) }
        #expect(try loop.wait(for: .readable, timeout: .seconds(10)))
        #expect(localizer.process()?.generation == 3)
        #expect(localizer.locale.tag == "en")
        #expect(try !loop.wait(for: .readable, timeout: .zero))
        try daemon.end()
    }

    @Test func `is copied from its path when the daemon cannot hand it out`() throws {
        let scratch = try Scratch()
        let file = try scratch.catalog("app", "en", manyTexts("Hello"), isBase: true)
        #expect(file.size > CatalogStore.largestCopy)
        let daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try daemon.apply { $0.catalogs["app"] = ["en": file] }
        #expect(scratch.localizer()["hello"] == "Hello")
        try daemon.end()
    }

    @Test func `is not taken from a file that could still change`() throws {
        let scratch = try Scratch()
        let bytes = try catalogBytes("app", "en", ["hello": "Hello"])
        try scratch.write(bytes, to: "plain")
        let plain = try Directory(path: scratch.path).openFile("plain")
        #expect(throws: LocdError.self) { try CatalogStore.map(plain, digest: "plain \(scratch.path)") }
        #expect(CatalogStore.catalog(digest: "plain \(scratch.path)") == nil)
    }
}

@Suite struct `Compiled texts of a program's own` {
    @Test func `are read from a directory, each language from its file`() throws {
        let scratch = try Scratch()
        try scratch.makeDirectory("texts")
        try scratch.write(catalogBytes("app", "en", ["a": "A", "b": "B"]), to: "texts/en.lcat")
        try scratch.write(catalogBytes("app", "de", ["a": "Ä", "c": "C"], isBase: true), to: "texts/de.lcat")
        try scratch.write([1, 2, 3], to: "texts/README")
        let own = try OwnTexts(directory: scratch.path + "/texts")
        let localizer = scratch.localizer(own: own)
        #expect(own.base == "de")
        #expect(localizer["a", in: "en"] == "A")
        #expect(localizer["c", in: "en"] == "C")
        #expect(localizer.texts(in: "en").origin(of: "c") == TextOrigin(domain: "app", language: "de", isBase: true))
    }

    @Test func `stand behind those of the daemon, in the same languages`() throws {
        let scratch = try Scratch()
        let english = try scratch.catalog("app", "en", ["a": "daemon's a"], isBase: true)
        let daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path, languages: ["hi", "en"])
        try daemon.apply { $0.catalogs["app"] = ["en": english] }
        let own = OwnTexts(
            domain: "app", texts: ["en": ["a": "own a", "b": "own b"], "hi": ["b": "अपना", "c": "भी"]], base: nil)
        let localizer = scratch.localizer(own: own)
        #expect(localizer["a"] == "daemon's a")
        #expect(localizer["b"] == "अपना")
        #expect(localizer["c"] == "भी")
        try daemon.apply { $0.publish(["en"]) }
        #expect(eventually { localizer["b"] == "own b" })
        #expect(localizer["c"] == "c")
        try daemon.end()
    }

    @Test func `are refused as a whole when one is damaged or there is none`() throws {
        let scratch = try Scratch()
        #expect(throws: LocdError.self) { try OwnTexts(directory: scratch.path + "/absent") }
        #expect(throws: LocdError.self) { try OwnTexts(directory: scratch.path) }
        try scratch.write(catalogBytes("app", "en", ["a": "A"]), to: "en.lcat")
        try scratch.write([1, 2, 3], to: "de.lcat")
        do {
            _ = try OwnTexts(directory: scratch.path)
            Issue.record("a damaged catalog was taken")
        } catch {
            #expect(error.code == .unreadableTexts)
            #expect(error.message.contains("de.lcat"))
        }
    }
}
