import TestSupport
import Testing

/// What `locctl` does where no daemon is needed, or none is there.
@Suite struct LocctlWithoutDaemonTests {
    private let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func locctl(_ arguments: String..., environment: [String: String] = [:]) throws -> Program.Result {
        try Program.locctl.run(arguments, environment: environment, in: scratch)
    }

    @Test func `help goes to standard output and tells the exit statuses`() throws {
        let result = try locctl("--help")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.contains("\n  5   daemon not reachable\n"))
        #expect(try locctl("help", "set").output == locctl("set", "--help").output)
    }

    @Test func `wrong usage ends with status 2 and names the nearest verb`() throws {
        let result = try locctl("sett", "hi")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors == "locctl: there is no verb \"sett\"; did you mean set? (see `locctl --help`)\n")
    }

    @Test(
        "Each verb that asks the daemon ends with status 5 and names the address",
        arguments: [
            ["status"], ["list"], ["get"], ["set", "hi"], ["reset"], ["watch"], ["text", "kiosk", "key"],
            ["explain", "kiosk", "key"], ["export", "kiosk"], ["reload"], ["run", "--", "true"],
        ])
    func unreachable(words: [String]) throws {
        let address = scratch.path("nobody")
        let result = try Program.locctl.run(words, environment: ["LOCD_ADDRESS": address], in: scratch)
        #expect(result.status == 5)
        #expect(result.output == "")
        #expect(result.errors.contains(address))
        let given = try Program.locctl.run(["--address", address] + words, in: scratch)
        #expect(given.status == 5)
        #expect(given.errors == result.errors)
    }

    @Test func `a full disk is status 11`() throws {
        let result = try Command.shell("exec \"$1\" --help >/dev/full", [Program.locctl.path]).run(in: scratch)
        #expect(result.status == 11)
        #expect(result.errors.contains("standard output"))
    }

    @Test func `a reader that goes away is no error to speak of`() throws {
        let result = try Command.shell("\"$1\" --help | head -n 1", [Program.locctl.path]).run(in: scratch)
        #expect(result.status == 0)
        #expect(result.output == "Usage: locctl [OPTION…] VERB …\n")
        #expect(result.errors == "")
    }

    @Test("The completion scripts are read by their shells", arguments: ["bash"])
    func completions(shell: String) throws {
        let script = try locctl("completion", shell)
        #expect(script.status == 0)
        let check = try Command.shell("eval \"$1\"; complete -p locctl", [script.output]).run(in: scratch)
        #expect(check.status == 0)
        #expect(check.output == "complete -F _locctl locctl\n")
        #expect(check.errors == "")
    }
}
