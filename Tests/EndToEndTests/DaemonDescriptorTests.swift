import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// The descriptors that the daemon hands out: catalogs that nobody can change, and the generation word.
@Suite struct DaemonDescriptorTests {
    @Test func `a catalog comes as a sealed file of the bytes that its path has`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let catalogs = try #require(try daemon.state().domains.first).catalogs
        #expect(catalogs.map(\.language) == ["hi", "en"])
        for catalog in catalogs {
            let client = try daemon.connect()
            let answer = try client.call(CatalogInterface.Open.name, #"{"digest":"\#(catalog.digest)"}"#)
            #expect(answer["descriptor"] == 0)
            #expect(answer["size"]?.int == catalog.size)
            let file = try client.takeDescriptor()
            #expect(try Memfd.seals(of: file).isSuperset(of: [.unchangeable, .noFutureWriting, .sealed]))
            let bytes = try FileContents(of: file, limit: 1 << 20, detail: "catalog").bytes
            #expect(bytes.count == catalog.size)
            #expect(try bytes == FileContents(ofPath: catalog.path, limit: 1 << 20, followingLinks: false).bytes)
            #expect(throws: SystemError.self) { try file.writeAll([0].span, detail: "catalog") }
        }
    }

    @Test func `a purge of the cache takes nothing away that is in force`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let catalog = try #require(try daemon.state().domains.first?.catalogs.first)
        let open = #"{"digest":"\#(catalog.digest)"}"#
        let client = try daemon.connect()
        #expect(try client.call(CatalogInterface.Open.name, open).error == nil)
        _ = try client.takeDescriptor()
        daemon.scratch.remove("cache")
        #expect(try client.call(CatalogInterface.Open.name, open).error == nil)
        _ = try client.takeDescriptor()
        #expect(try daemon.state().languages.first == "hi")
        #expect(try daemon.text("hello") == "नमस्ते")
        // Made from the shipped texts again.
        try daemon.call(LocaleInterface.Reload.self, .init())
        let again = try #require(try daemon.state().domains.first?.catalogs.first)
        #expect(again.digest == catalog.digest)
        #expect(try daemon.scratch.bytes(at: again.path).count == catalog.size)
    }

    @Test func `a damaged catalog is set aside and made again before it comes into force`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let catalog = try #require(try daemon.state().domains.first?.catalogs.first)
        let good = try daemon.scratch.bytes(at: catalog.path)
        try daemon.set("de")
        try daemon.stop()
        var bad = good
        bad[bad.count / 2] ^= 1
        let isChanged = unsafe chmod(catalog.path, 0o644)
        try #require(isChanged == 0)
        try daemon.scratch.write(bad, to: String(catalog.path.dropFirst(daemon.scratch.path.utf8.count + 1)))
        try daemon.start()
        #expect(try daemon.set("hi").inForce == "hi")
        let again = try #require(try daemon.state().domains.first?.catalogs.first)
        #expect(again.digest == catalog.digest)
        #expect(try daemon.scratch.bytes(at: again.path) == good)
        #expect(try daemon.scratch.bytes(at: "\(catalog.path).bad-1") == bad)
        #expect(try daemon.text("hello") == "नमस्ते")
        #expect(daemon.log.contains(catalog.digest))
    }

    @Test func `a catalog that is in force and was damaged while the daemon was away is made again`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let catalog = try #require(try daemon.state().domains.first?.catalogs.first)
        let good = try daemon.scratch.bytes(at: catalog.path)
        try daemon.stop()
        var bad = good
        bad[bad.count / 2] ^= 1
        let isChanged = unsafe chmod(catalog.path, 0o644)
        try #require(isChanged == 0)
        try daemon.scratch.write(bad, to: String(catalog.path.dropFirst(daemon.scratch.path.utf8.count + 1)))
        try daemon.start()
        // While it is made again there is none.
        #expect(try daemon.wait { (try? daemon.scratch.bytes(at: catalog.path)) == good })
        #expect(try daemon.text("hello") == "नमस्ते")
    }

    @Test func `words of many users cost no descriptors, and one that is damaged keeps nobody from starting`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        for uid in 200_000..<200_300 {
            try daemon.scratch.write([UInt8](repeating: 0, count: SharedWord.fileSize), to: "run/generation/\(uid)")
        }
        try daemon.scratch.makeDirectory("run/generation/200300")
        try daemon.start()
        #expect(daemon.log.contains("1 generation words cannot be used"))
        #expect(try DaemonWatch.descriptorCount(daemon.connect().socket.peerCredentials().pid) < 100)
        #expect(try openWord(daemon).load() == UInt64(daemon.state().generation))
    }

    @Test func `the generation word is the state's generation, and cannot be written`() throws {
        let daemon = try DaemonFixture()
        let word = try openWord(daemon)
        #expect(word.load() == UInt64(try daemon.state().generation))
        for language in ["hi", "de"] {
            let generation = try daemon.set(language).state.generation
            #expect(word.load() == UInt64(generation))
        }
        // What changes nothing does not raise it.
        let before = word.load()
        try daemon.set("de")
        #expect(word.load() == before)
    }

    @Test func `a word that was mapped goes on over a restart`() throws {
        let daemon = try DaemonFixture()
        let word = try openWord(daemon)
        let before = word.load()
        try daemon.stop()
        try daemon.start()
        #expect(word.load() > before)
        #expect(word.load() == UInt64(try daemon.state().generation))
        let generation = try daemon.set("hi").state.generation
        #expect(word.load() == UInt64(generation))
    }

    @Test(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
    func `each user has a word of its own`() throws {
        let daemon = try DaemonFixture()
        let mine = try openWord(daemon)
        let stranger = try Stranger(uid: 12_345).connect(to: daemon)
        #expect(try stranger.call(LocaleInterface.OpenGeneration.name).error == nil)
        let other = try SharedWord.Reader(try stranger.takeDescriptor())
        let before = (mine.load(), other.load())
        #expect(try stranger.call(LocaleInterface.Set.name, #"{"languages":["hi"],"scope":"user"}"#).error == nil)
        #expect(mine.load() == before.0)
        #expect(other.load() > before.1)
        try daemon.set("de")
        #expect(mine.load() > before.0)
    }

    private func openWord(_ daemon: DaemonFixture) throws -> SharedWord.Reader {
        let client = try daemon.connect()
        #expect(try client.call(LocaleInterface.OpenGeneration.name)["descriptor"] == 0)
        let file = try client.takeDescriptor()
        // The mode of opening is what keeps a program from mapping it for writing.
        let flags = fcntl(file.rawValue, F_GETFL)
        #expect(flags & O_ACCMODE == O_RDONLY)
        return try SharedWord.Reader(file)
    }
}

extension ScratchDirectory {
    /// What a file in it holds that is named by its whole path.
    fileprivate func bytes(at path: String) throws -> [UInt8] {
        try #require(path.hasPrefix(self.path + "/"))
        return try readBytes(String(path.dropFirst(self.path.utf8.count + 1)))
    }
}
