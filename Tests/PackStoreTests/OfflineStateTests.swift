import Glibc
import LinuxIO
import PackStore
import TestSupport
import Testing

@Suite struct OfflineStateTests {
    private let scratch: ScratchDirectory
    private let record = SettingsRecord(own: StoredPreference(languages: ["hi-IN"]))

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.makeDirectory("state", mode: 0o700)
    }

    private func open(_ owner: FileOwner = .current) throws -> OfflineState {
        try OfflineState(Directory(path: scratch.path("state")), owner: owner)
    }

    @Test func `what is stored is what the daemon finds`() throws {
        try open().settings.store(record, for: .system)
        let state = try StateDirectory(path: scratch.path("state"), generationFloor: 0)
        #expect(state.settings.load(.system) == SettingsStore.Loaded(record: record))
    }

    @Test func `a daemon keeps it out`() throws {
        let state = try StateDirectory(path: scratch.path("state"), generationFloor: 0)
        let error = #expect(throws: PackStoreError.self) { _ = try open() }
        #expect(error?.code == .inUse)
        withExtendedLifetime(state) {}
    }

    @Test func `it keeps a daemon out`() throws {
        let offline = try open()
        let error = #expect(throws: PackStoreError.self) {
            _ = try StateDirectory(path: scratch.path("state"), generationFloor: 0)
        }
        #expect(error?.code == .inUse)
        #expect(!offline.settings.exists(.system))
    }

    @Test func `what a crash left behind is swept, and a lock that is a file from elsewhere is not given away`() throws
    {
        try scratch.write("half", to: "state/.locd-tmp-1234")
        _ = try open().settings.load(.system)
        #expect(try scratch.names(in: "state") == ["lock"])
        try scratch.write("secret", to: "elsewhere")
        scratch.remove("state/lock")
        let linked = unsafe link(scratch.path("elsewhere"), scratch.path("state/lock"))
        #expect(linked == 0)
        let error = #expect(throws: PackStoreError.self) { _ = try open() }
        #expect(error?.errno == EMLINK)
    }

    @Test func `a directory in which others may write is not trusted`() throws {
        try scratch.setMode("state", 0o770)
        #expect(throws: PackStoreError.self) { _ = try open() }
    }

    @Test(.enabled(if: getuid() == 0, "giving files away needs root"))
    func `what root has put there is given to the daemon's user, a stranger's directory is not`() throws {
        try open(.current).settings.store(record, for: .system)
        let user = FileOwner(uid: 54_321, gid: 54_322)
        let state = try open(user)
        // And what belongs to them is trusted.
        #expect(state.settings.load(.system) == SettingsStore.Loaded(record: record))
        try state.settings.store(SettingsRecord(), for: .user(1000))
        let directory = try Directory(path: scratch.path("state"))
        for name in ["system.json", "user-1000.json", "lock"] {
            #expect(try directory.status(of: name)?.uid == user.uid)
            #expect(try directory.status(of: name)?.gid == user.gid)
            #expect(try directory.status(of: name)?.permissions == 0o600)
        }
        #expect(try directory.descriptor.status(detail: "").uid == user.uid)
        try scratch.setOwner("state", 12_345)
        let error = #expect(throws: PackStoreError.self) { _ = try open(user) }
        #expect(error?.code == .untrusted)
    }
}
