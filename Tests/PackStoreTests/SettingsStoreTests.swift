import Glibc
import LinuxIO
import PackStore
import TestSupport
import Testing

@Suite struct SettingsStoreTests {
    let scratch: ScratchDirectory
    let store: SettingsStore

    static let record = SettingsRecord(
        own: StoredPreference(languages: ["hi-IN", "en"], region: "DE"),
        applications: ["org.example.Kiosk": StoredPreference(languages: ["ru"])])
    static let other = SettingsRecord(own: StoredPreference(languages: ["fr"]))

    init() throws {
        scratch = try ScratchDirectory()
        store = SettingsStore(try scratch.open())
    }

    /// A store as the next start sees it.
    func reopened() throws -> SettingsStore { SettingsStore(try scratch.open()) }

    // MARK: Keeping

    @Test(arguments: [SettingsOwner.system, .user(0), .user(1000), .user(4_000_000_000)])
    func `what is stored is there after a restart`(owner: SettingsOwner) throws {
        try store.store(SettingsStoreTests.record, for: owner)
        let loaded = try reopened().load(owner)
        #expect(loaded == SettingsStore.Loaded(record: SettingsStoreTests.record))
        #expect(try scratch.names() == [owner.fileName])
    }

    @Test func `owners do not touch each other`() throws {
        try store.store(SettingsStoreTests.record, for: .system)
        try store.store(SettingsStoreTests.other, for: .user(7))
        let all = try reopened().loadAll()
        #expect(all.records == [.system: SettingsStoreTests.record, .user(7): SettingsStoreTests.other])
        #expect(all.problems == [])
    }

    @Test func `nothing stored is no settings and no problem`() throws {
        #expect(store.load(.user(5)) == SettingsStore.Loaded())
        let all = try store.loadAll()
        #expect(all.records == [:])
        #expect(all.problems == [])
    }

    @Test func `a file is for people too`() throws {
        try store.store(SettingsStoreTests.record, for: .system)
        let lines = try scratch.read("system.json").split(separator: "\n")
        #expect(lines[0] == "{")
        #expect(lines[1].hasPrefix("  \"checksum\": \""))
        #expect(lines[2] == "  \"format\": 1,")
        #expect(try scratch.read("system.json").contains("\"org.example.Kiosk\": {"))
        let status = try #require(try scratch.open().status(of: "system.json"))
        #expect(status.permissions == 0o600)
    }

    @Test func `only names that the store itself gives are owners`() throws {
        for name in ["user-007.json", "user-.json", "user-4294967295.json", "user-x.json", "user--1.json"] {
            try scratch.write("{}", to: name)
            #expect(SettingsOwner(fileName: name) == nil)
        }
        try scratch.write("mine", to: "notes.txt")
        let all = try store.loadAll()
        #expect(all.records == [:])
        #expect(all.problems.count == 5)
        #expect(try scratch.read("notes.txt") == "mine")
    }

    // MARK: Bounds

    @Test func `what is too large is refused and changes nothing`() throws {
        try store.store(SettingsStoreTests.record, for: .system)
        var large: [SettingsRecord] = []
        large.append(SettingsRecord(own: StoredPreference(languages: (0..<17).map { "en-x-\($0)" })))
        let many = (0..<65).map { ("app\($0)", StoredPreference(languages: ["en"])) }
        large.append(SettingsRecord(applications: Dictionary(uniqueKeysWithValues: many)))
        let long = String(repeating: "a", count: 120)
        let wide = (0..<64).map { ("\(long)\($0)", StoredPreference(languages: ["en"])) }
        large.append(SettingsRecord(applications: Dictionary(uniqueKeysWithValues: wide)))
        for record in large {
            let error = #expect(throws: PackStoreError.self) { try store.store(record, for: .system) }
            #expect(error?.code == .tooLarge)
        }
        #expect(try reopened().load(.system).record == SettingsStoreTests.record)
    }

    @Test(arguments: ["", "../x", "/etc/passwd", ".hidden", "a b", "a/b", "a\nb", String(repeating: "a", count: 128)])
    func `what is no name is refused`(name: String) throws {
        let record = SettingsRecord(applications: [name: StoredPreference(languages: ["en"])])
        let error = #expect(throws: PackStoreError.self) { try store.store(record, for: .system) }
        #expect(error?.code == .invalid)
    }

    @Test(arguments: ["", "../en", "en\nLANG=x", "en;id", "-en", "1", String(repeating: "a", count: 128)])
    func `what is no tag is refused`(tag: String) throws {
        let record = SettingsRecord(own: StoredPreference(languages: [tag]))
        let error = #expect(throws: PackStoreError.self) { try store.store(record, for: .system) }
        #expect(error?.code == .invalid)
        #expect(try scratch.names() == [])
    }

    // MARK: Bad files

    @Test(arguments: [
        "", "\0\0\0\0\0\0\0\0", "{\"format\": 1, \"languages\": [\"e", "\u{feff}{\"format\": 1}", "[]", "{}",
        "{\"format\": 0}", "{\"format\": 2, \"languages\": [\"en\"]}", "{\"format\": \"1\"}",
        "{\"format\": 1, \"format\": 1}", "{\"format\": 1, \"\\u0066ormat\": 1}", "{\"format\": 1,}",
        "{\"format\": 1, \"checksum\": \"\"}", "{\"format\": 1, \"checksum\": 5}",
    ])
    func `a file that cannot be read is set aside, and the previous version counts`(text: String) throws {
        try store.store(SettingsStoreTests.other, for: .system)
        try store.store(SettingsStoreTests.record, for: .system)
        try scratch.write(text, to: "system.json")

        let loaded = try reopened().load(.system)
        #expect(loaded.record == SettingsStoreTests.other)
        #expect(loaded.problems.count == 2)
        #expect(loaded.problems.allSatisfy { $0.path == scratch.path("system.json") })
        #expect(try scratch.read("system.json.bad-1") == text)
        #expect(try scratch.names() == ["system.json", "system.json.bad-1", "system.json.prev"])
        // The start after that finds nothing to complain of.
        #expect(try reopened().load(.system) == SettingsStore.Loaded(record: SettingsStoreTests.other))
    }

    @Test func `without a previous version nothing is set`() throws {
        try scratch.write("broken", to: "system.json")
        let loaded = store.load(.system)
        #expect(loaded.record == nil)
        #expect(loaded.problems.count == 1)
        try store.store(SettingsStoreTests.record, for: .system)
        #expect(try scratch.read("system.json.bad-1") == "broken")
    }

    @Test func `a previous version that is bad too is set aside`() throws {
        try scratch.write("broken", to: "system.json")
        try scratch.write("broken too", to: "system.json.prev")
        let loaded = store.load(.system)
        #expect(loaded.record == nil)
        #expect(loaded.problems.count == 2)
        #expect(try scratch.names() == ["system.json.bad-1", "system.json.prev.bad-1"])
    }

    @Test func `files set aside do not replace each other, and at some point no more are taken`() throws {
        for number in 1...64 {
            try scratch.write("broken \(number)", to: "system.json")
            _ = store.load(.system)
            #expect(try scratch.read("system.json.bad-\(number)") == "broken \(number)")
        }
        try scratch.write("broken 65", to: "system.json")
        #expect(store.load(.system).problems.count == 1)
        let error = #expect(throws: PackStoreError.self) {
            try store.store(SettingsStoreTests.record, for: .system)
        }
        #expect(error?.code == .unreadable)
        #expect(try scratch.read("system.json") == "broken 65")
    }

    @Test(arguments: [1, 20, 100, 200])
    func `one flipped bit is noticed`(distanceFromEnd: Int) throws {
        try store.store(SettingsStoreTests.record, for: .system)
        var bytes = try scratch.readBytes("system.json")
        bytes[bytes.count - distanceFromEnd] ^= 1
        try scratch.write(bytes, to: "system.json")
        let loaded = try reopened().load(.system)
        #expect(loaded.record == nil)
        #expect(try scratch.readBytes("system.json.bad-1") == bytes)
    }

    enum Oddity: CaseIterable, Sendable {
        case directory, fifo, link, device, huge, writableByAll, writableByGroup
    }

    @Test(arguments: Oddity.allCases)
    func `what is no file of ours is set aside without being opened`(oddity: Oddity) throws {
        switch oddity {
        case .directory: try scratch.makeDirectory("system.json")
        case .fifo: try scratch.makeFIFO("system.json")
        case .link:
            try scratch.write("{\"format\": 1}", to: "target")
            try scratch.makeLink("system.json", to: "target")
        case .device: try scratch.makeLink("system.json", to: "/dev/zero")
        case .huge: try scratch.write([UInt8](repeating: 32, count: 100 << 20), to: "system.json")
        case .writableByAll, .writableByGroup:
            try scratch.write("{\"format\": 1}", to: "system.json")
            try scratch.setMode("system.json", oddity == .writableByAll ? 0o666 : 0o620)
        }
        let loaded = store.load(.system)
        #expect(loaded.record == nil)
        #expect(loaded.problems.count == 1)
        #expect(try scratch.names().contains("system.json.bad-1"))
        try store.store(SettingsStoreTests.record, for: .system)
        #expect(store.load(.system) == SettingsStore.Loaded(record: SettingsStoreTests.record))
    }

    @Test(.enabled(if: getuid() == 0, "giving files away needs root"))
    func `a stranger's file is set aside`() throws {
        try scratch.write("{\"format\": 1, \"languages\": [\"ru\"]}", to: "system.json")
        try scratch.setOwner("system.json", 12345)
        let loaded = store.load(.system)
        #expect(loaded.record == nil)
        #expect(loaded.problems.map(\.message).first?.contains("12345") == true)
        #expect(try scratch.names() == ["system.json.bad-1"])
    }

    @Test func `a file that cannot be moved is not replaced, and the previous version counts`() throws {
        try store.store(SettingsStoreTests.other, for: .system)
        try store.store(SettingsStoreTests.record, for: .system)
        try scratch.write("broken", to: "system.json")
        for number in 1...64 { try scratch.write("", to: "system.json.bad-\(number)") }
        #expect(store.load(.system).record == SettingsStoreTests.other)
        let error = #expect(throws: PackStoreError.self) {
            try store.store(SettingsStoreTests.record, for: .system)
        }
        #expect(error?.code == .unreadable)
        // Once somebody has taken it away, all is well.
        scratch.remove("system.json")
        #expect(store.load(.system).record == nil)
        try store.store(SettingsStoreTests.record, for: .system)
    }

    // MARK: Editing by hand

    @Test(arguments: ["\n", "\r\n"])
    func `an edit without the checksum counts`(lineEnd: String) throws {
        try store.store(SettingsStoreTests.record, for: .user(1))
        let lines = try scratch.read("user-1.json").split(separator: "\n").filter { !$0.contains("checksum") }
        let edited = lines.joined(separator: lineEnd).replacing("\"hi-IN\"", with: "\"ta\"")
        try scratch.write(edited, to: "user-1.json")
        let loaded = store.load(.user(1))
        #expect(loaded.record?.own == StoredPreference(languages: ["ta", "en"], region: "DE"))
        #expect(loaded.problems == [])
    }

    @Test func `an edit that leaves the checksum is taken for damage, and the report says what to do`() throws {
        try store.store(SettingsStoreTests.record, for: .user(1))
        let text = try scratch.read("user-1.json")
        try scratch.write(text.replacing("\"hi-IN\"", with: "\"ta\""), to: "user-1.json")
        let loaded = store.load(.user(1))
        #expect(loaded.record == nil)
        #expect(loaded.problems.first?.message.contains("remove the line with the checksum") == true)
    }

    @Test func `a file that is deleted while the daemon runs is no settings`() throws {
        try store.store(SettingsStoreTests.other, for: .user(1))
        try store.store(SettingsStoreTests.record, for: .user(1))
        scratch.remove("user-1.json")
        #expect(store.load(.user(1)) == SettingsStore.Loaded())
        try store.store(SettingsStoreTests.record, for: .user(1))
        #expect(store.load(.user(1)).record == SettingsStoreTests.record)
    }

    @Test func `members of a newer version are kept`() throws {
        let text = """
            {"format": 1, "languages": ["en"], "theme": {"dark": true, "size": 1.50},
             "applications": {"app": {"languages": ["ru"], "icon": "x"}}}
            """
        try scratch.write(text, to: "system.json")
        var record = try #require(store.load(.system).record)
        record.own.region = "FR"
        try store.store(record, for: .system)
        let written = try scratch.read("system.json")
        #expect(written.contains("\"theme\": {") && written.contains("1.50") && written.contains("\"icon\": \"x\""))
        #expect(store.load(.system) == SettingsStore.Loaded(record: record))
    }

    @Test(arguments: [
        ("\"languages\": \"en\"", "languages"), ("\"languages\": [\"en\", 5]", "languages"),
        ("\"languages\": [\"../en\"]", "languages"), ("\"region\": \"Europe\"", "region"),
        ("\"applications\": []", "applications"), ("\"applications\": {\"../x\": {}}", "applications.../x"),
        ("\"applications\": {\"a\": 1}", "applications.a"),
        ("\"applications\": {\"a\": {\"region\": 1}}", "applications.a.region"),
    ])
    func `one bad member is left out and reported, the others count, and nothing is lost`(
        member: String, place: String
    ) throws {
        let text =
            member.contains("languages")
            ? "{\"format\": 1, \"region\": \"DE\", \(member)}" : "{\"format\": 1, \"languages\": [\"en\"], \(member)}"
        try scratch.write(text, to: "system.json")
        let loaded = store.load(.system)
        let record = try #require(loaded.record)
        #expect(
            record.own
                == (member.contains("languages")
                    ? StoredPreference(region: "DE") : StoredPreference(languages: ["en"])))
        #expect(loaded.problems.map(\.message).count == 1)
        #expect(loaded.problems.first?.message.contains(place) == true)
        // The file is used, so it stays; the change that would lose the bad member keeps it aside.
        #expect(try scratch.names() == ["system.json"])
        try store.store(SettingsStoreTests.record, for: .system)
        try store.store(SettingsStoreTests.other, for: .system)
        #expect(try scratch.read("system.json.bad-1") == text)
        #expect(try scratch.names() == ["system.json", "system.json.bad-1", "system.json.prev"])
    }

    // MARK: Failing

    @Test func `a directory that is gone is an error, and it says so`() throws {
        scratch.remove(".")
        let error = #expect(throws: PackStoreError.self) {
            try store.store(SettingsStoreTests.record, for: .system)
        }
        #expect(error?.code == .system)
        #expect(error?.errno == ENOENT)
    }

    @Test(.enabled(if: getuid() == 0, "mounting needs root"))
    func `a full disk is an error that changes nothing`() throws {
        try scratch.makeDirectory("disk")
        let path = scratch.path("disk")
        let mounted = unsafe mount("tmpfs", path, "tmpfs", 0, "size=32k")
        try #require(mounted == 0)
        defer { unsafe umount(path) }
        let store = SettingsStore(try Directory(path: path))
        try store.store(SettingsStoreTests.other, for: .system)
        try scratch.write([UInt8](repeating: 1, count: 16_384), to: "disk/filler")
        try scratch.write([UInt8](repeating: 1, count: 4096), to: "disk/filler2")
        try scratch.write([UInt8](repeating: 1, count: 4096), to: "disk/filler3")
        let before = try scratch.names(in: "disk")
        var error: PackStoreError?
        for uid in 0..<10 {
            do throws(PackStoreError) {
                try store.store(SettingsStoreTests.record, for: .user(UInt32(uid)))
            } catch let failure {
                error = failure
                break
            }
        }
        #expect(error?.errno == ENOSPC)
        #expect(store.load(.system).record == SettingsStoreTests.other)
        #expect(try scratch.names(in: "disk").filter { $0.hasPrefix(".") } == [])
        #expect(try scratch.names(in: "disk").count >= before.count)
    }
}
