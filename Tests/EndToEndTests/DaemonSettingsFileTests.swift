import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// What becomes of stored settings that are damaged, strange, edited or gone: the daemon starts, says so, goes on with something
/// defined, and never overwrites what it could not read.
@Suite struct DaemonSettingsFileTests {
    /// A way to spoil the machine's file.
    struct Damage: Sendable, CustomTestStringConvertible {
        let name: String
        /// Puts it there; the file is gone before.
        let put: @Sendable (ScratchDirectory) throws -> Void

        var testDescription: String { name }
    }

    private static let file = "state/system.json"

    private static func content(_ name: String, _ text: String) -> Damage {
        Damage(name: name) { try $0.write(text, to: file) }
    }

    private static let good = #"{"format":1,"languages":["hi"]}"#

    private static let damages: [Damage] = [
        content("empty", ""), content("all NUL", String(repeating: "\0", count: 512)),
        content("cut", String(good.dropLast(9))), content("no JSON", "language=hi"),
        content("a byte order mark", "\u{FEFF}" + good), content("a member twice", #"{"format":1,"format":1}"#),
        content("a newer form", #"{"format":2,"languages":["hi"]}"#), content("no form", #"{"languages":["hi"]}"#),
        content("another checksum", #"{"checksum":"\#(String(repeating: "0", count: 64))","format":1}"#),
        content("too large", good + String(repeating: " ", count: 9000)),
        Damage(name: "not UTF-8") { try $0.write(Array(good.utf8.dropLast(4)) + [0xFF, 0x22, 0x5D, 0x7D], to: file) },
        Damage(name: "open to all") {
            try $0.write(good, to: file)
            try $0.setMode(file, 0o666)
        },
        Damage(name: "a link to an endless device") { try $0.makeLink(file, to: "/dev/zero") },
        Damage(name: "a link to a good file") {
            try $0.write(good, to: "elsewhere.json")
            try $0.makeLink(file, to: $0.path("elsewhere.json"))
        },
        Damage(name: "a FIFO") { try $0.makeFIFO(file) },
        Damage(name: "a directory") { try $0.makeDirectory("state/system.json/inside") },
        Damage(name: "100 MB") { scratch in
            try scratch.write("", to: file)
            let result = unsafe truncate(scratch.path(file), 100_000_000)
            try #require(result == 0)
        },
    ]

    private static let foreign = Damage(name: "a stranger's") {
        try $0.write(good, to: file)
        try $0.setOwner(file, 12_345)
    }

    @Test func `a file that cannot be used is set aside and reported, and the language is automatic`() throws {
        let daemon = try DaemonFixture()
        for damage in Self.damages + (Stranger.canBePlayed ? [Self.foreign] : []) {
            try daemon.stop()
            for name in try daemon.scratch.names(in: "state") where name.hasPrefix("system.json") {
                daemon.scratch.remove("state/\(name)")
            }
            try damage.put(daemon.scratch)
            let before = try daemon.scratch.identity(of: Self.file)
            try daemon.start()
            let state = try daemon.state()
            #expect(state.requested == [], "\(damage.name)")
            #expect(state.scope == .automatic, "\(damage.name)")
            #expect(state.languages.first == "en", "\(damage.name)")
            #expect(
                try daemon.problems().contains {
                    $0.file == daemon.scratch.path(Self.file) && $0.message.contains("system.json.bad-1")
                },
                "\(damage.name)")
            #expect(try daemon.scratch.identity(of: "\(Self.file).bad-1") == before, "\(damage.name)")
            #expect(try daemon.set("de").inForce == "de", "\(damage.name)")
            #expect(try daemon.scratch.read(Self.file).contains(#""de""#), "\(damage.name)")
            #expect(try daemon.scratch.identity(of: "\(Self.file).bad-1") == before, "\(damage.name)")
        }
    }

    @Test func `the previous version stands in for a damaged file`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        try daemon.set("de")
        try daemon.stop()
        try daemon.scratch.write("damaged", to: Self.file)
        try daemon.start()
        #expect(try daemon.state().requested == ["hi"])
        #expect(try daemon.scratch.read("\(Self.file).bad-1") == "damaged")
        #expect(try daemon.problems().filter { $0.file.hasSuffix("system.json") }.count == 2)
    }

    @Test func `what is unknown in a file is kept, and what is wrong in it does not spoil the rest`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        let text = #"{"format":1,"languages":5,"region":"IN","org.example":{"kept":[1.50,null]}}"#
        try daemon.scratch.write(text, to: Self.file)
        try daemon.start()
        #expect(try daemon.state().region == "IN")
        #expect(try daemon.state().requested == [])
        #expect(try daemon.problems().contains { $0.message.contains("languages") })
        try daemon.set("hi")
        #expect(try daemon.state().region == "IN")
        let stored = try JSONValue(parsing: daemon.scratch.readBytes(Self.file), limits: .sourceFile)
        #expect(stored["languages"] == ["hi"])
        #expect(
            String(decoding: try #require(stored["org.example"]).serialized(), as: UTF8.self)
                == #"{"kept":[1.50,null]}"#)
        // The wrong member would be gone otherwise.
        #expect(try daemon.scratch.read("\(Self.file).bad-1") == text)
    }

    @Test func `settings of others are none the worse for one damaged file`() throws {
        let daemon = try DaemonFixture()
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["de"], scope: .user))
        try daemon.stop()
        try daemon.scratch.write("damaged", to: Self.file)
        try daemon.scratch.write("damaged", to: "state/user-12345.json")
        try daemon.start()
        let state = try daemon.state()
        #expect(state.requested == ["de"])
        #expect(state.scope == .user)
        #expect(try daemon.problems().count == 2)
    }

    @Test func `a damaged generation is set aside, and the numbers go on above`() throws {
        let daemon = try DaemonFixture()
        let last = try daemon.set("hi").state.generation
        try daemon.stop()
        try daemon.scratch.write("damaged", to: "state/generation.json")
        try daemon.start()
        #expect(try daemon.state().generation > last)
        #expect(try daemon.scratch.read("state/generation.json.bad-1") == "damaged")
        #expect(try daemon.problems().contains { $0.file.hasSuffix("generation.json") })
    }

    @Test func `what a crash left behind is swept, what is not the daemon's stays`() throws {
        let daemon = try DaemonFixture()
        try daemon.stop()
        try daemon.scratch.write("half", to: "state/.locd-tmp-0123")
        try daemon.scratch.write("mine", to: "state/notes.txt")
        try daemon.start()
        let names = try daemon.scratch.names(in: "state")
        #expect(!names.contains { $0.hasPrefix(".locd-tmp-") })
        #expect(names.contains("notes.txt"))
    }

    // MARK: While it runs

    @Test func `a valid edit by hand is a change like any other`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let follower = try Follower(daemon)
        try daemon.scratch.replace(Self.file, with: #"{"format":1,"languages":["de","hi"],"region":"AT"}"#)
        let state = try follower.next()
        #expect(state.requested == ["de", "hi"])
        #expect(state.region == "AT")
        #expect(state.reason == .edit)
        #expect(state.generation > follower.first.generation)
        #expect(try daemon.state() == state)
    }

    @Test func `an edit by hand that is not valid is set aside and reported, and changes nothing`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        try daemon.set("de")
        let watch = try DaemonWatch(daemon)
        try daemon.scratch.replace(Self.file, with: #"{"format":1,"languages":["hi",]}"#)
        #expect(try daemon.wait { try !daemon.problems().isEmpty })
        #expect(try daemon.scratch.read("\(Self.file).bad-1") == #"{"format":1,"languages":["hi",]}"#)
        try watch.expectUnchanged("an edit that is not valid")
        // A restart must find what is in force.
        try daemon.stop()
        try daemon.start()
        #expect(try daemon.state().requested == ["de"])
    }

    @Test func `a setting that was confirmed is stored, also when its file was removed just before`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        for _ in 0..<10 {
            daemon.scratch.remove(Self.file)
            #expect(try daemon.set("hi").stored == ["hi"])
            try daemon.kill()
            try daemon.start()
            #expect(try daemon.state().requested == ["hi"])
        }
    }

    @Test func `a state directory that was removed is made again from memory`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let watch = try DaemonWatch(daemon)
        daemon.scratch.remove("state")
        #expect(
            try daemon.wait {
                _ = try daemon.state()
                return (try? daemon.scratch.read(Self.file))?.contains(#""hi""#) == true
            })
        try watch.expectUnchanged("the state directory's removal")
        try daemon.stop()
        try daemon.start()
        #expect(try daemon.state().requested == ["hi"])
    }
}

extension ScratchDirectory {
    /// Replaces a file in one step, as editors do.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: "\(name).new")
        let result = unsafe rename(path("\(name).new"), path(name))
        try #require(result == 0)
    }

    /// What tells a file from every other one, whatever its name.
    func identity(of name: String) throws -> UInt64 {
        var status = stat()
        let result = unsafe lstat(path(name), &status)
        try #require(result == 0, "\(name)")
        return UInt64(status.st_ino)
    }
}
