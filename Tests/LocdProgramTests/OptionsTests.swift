import Testing

@testable import locd

@Suite struct OptionsTests {
    @Test("Every option is read in both forms")
    func options() throws {
        let expected = Options(
            address: "/run/x/sock", configuration: "/etc/x.conf", vendorDirectories: ["/a", "/b"],
            stateDirectory: "/state", cacheDirectory: "/cache")
        let apart = [
            "--address", "unix:/run/x/sock", "--config", "/etc/x.conf", "--vendor", "/a", "--vendor", "/b", "--state",
            "/state", "--cache", "/cache",
        ]
        let joined = [
            "--address=/run/x/sock;mode=1", "--config=/etc/x.conf", "--vendor=/a", "--vendor=/b", "--state=/state",
            "--cache=/cache",
        ]
        #expect(try Options.parse(apart) == .serve(expected))
        #expect(throws: Never.self) { try Options.parse(joined) }
        #expect(try Options.parse([]) == .serve(Options()))
        #expect(try Options.parse(["--help"]) == .showHelp)
        #expect(try Options.parse(["--state", "/s", "--version"]) == .showVersion)
    }

    @Test(
        "What is not understood is told with its value",
        arguments: [
            (["--frob"], "--frob"), (["serve"], "serve"), (["--state"], "--state"), (["--state="], "--state"),
            (["--address", "tcp:1.2.3.4:5"], "tcp:1.2.3.4:5"), (["--address", "unix:@abstract"], "unix:@abstract"),
            (["--help=yes"], "--help"), (["--version=1"], "--version"),
        ])
    func errors(arguments: [String], named: String) {
        let error = #expect(throws: Options.UsageError.self) { try Options.parse(arguments) }
        #expect(error?.message.contains(named) == true)
    }

    @Test("A relative directory is taken from the working directory")
    func relative() throws {
        guard case .serve(let options) = try Options.parse(["--state", "here"]) else { Issue.record(); return }
        #expect(options.stateDirectory?.hasPrefix("/") == true)
        #expect(options.stateDirectory?.hasSuffix("/here") == true)
    }
}

@Suite struct LocationsTests {
    private func locations(
        _ options: Options = Options(), isRoot: Bool, _ environment: [String: String] = [:]
    ) throws -> Locations {
        try Locations(options, isRoot: isRoot) { environment[$0] }
    }

    @Test("Root's daemon lives in the system's directories, or in those that systemd passes")
    func root() throws {
        let plain = try locations(isRoot: true)
        #expect(plain.socket == "/run/locd/org.locd")
        #expect(plain.runtime == "/run/locd")
        #expect(plain.state == "/var/lib/locd")
        #expect(plain.cache == "/var/cache/locd")
        #expect(!plain.isPersonal)
        let passed = try locations(
            isRoot: true,
            ["STATE_DIRECTORY": "/s:/t", "CACHE_DIRECTORY": "/c", "RUNTIME_DIRECTORY": "/run/locd/daemon"])
        #expect(passed.runtime == "/run/locd/daemon")
        #expect(passed.state == "/s")
        #expect(passed.cache == "/c")
    }

    @Test("Anybody's own daemon lives in the user's directories, and says where")
    func user() throws {
        let user = try locations(isRoot: false, ["XDG_RUNTIME_DIR": "/run/user/1", "HOME": "/users/x"])
        #expect(user.socket == "/run/user/1/locd/org.locd")
        #expect(user.isPersonal)
        #expect(user.state == "/users/x/.local/state/locd")
        #expect(user.cache == "/users/x/.cache/locd")
        let chosen = try locations(
            isRoot: false,
            ["XDG_RUNTIME_DIR": "/r", "XDG_STATE_HOME": "/st", "XDG_CACHE_HOME": "/ca", "LOCD_ADDRESS": "unix:/x/y"])
        #expect(chosen.socket == "/x/y")
        #expect(!chosen.isPersonal)
        #expect(chosen.state == "/st/locd")
        #expect(chosen.cache == "/ca/locd")
    }

    @Test("What cannot be told names the option that helps")
    func errors() {
        #expect(throws: ProgramError.self) { try locations(isRoot: false, ["HOME": "/h"]) }
        #expect(throws: ProgramError.self) { try locations(isRoot: false, ["XDG_RUNTIME_DIR": "/r"]) }
        let error = #expect(throws: ProgramError.self) { try locations(isRoot: true, ["LOCD_ADDRESS": "tcp:x"]) }
        #expect(error?.message.contains("tcp:x") == true)
    }
}
