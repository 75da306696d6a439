import BusPeer
import Glibc
import LinuxIO
import LocdInterface
import Systemd
import TestSupport
import Testing

/// `locctl` for people without rights: who is asked what, on a terminal and off it.
@Suite(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
struct LocctlPasswordTests {
    /// Debian's user `daemon`, which every installation has: the bus lets in only whom it knows, and the agent needs it.
    private static let user = 1

    let bus: PrivateBus
    let polkit: FakePolkit
    let daemon: DaemonFixture

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        polkit = try FakePolkit(on: bus)
        daemon = try DaemonFixture(bus: bus)
    }

    /// Starts `locctl` as somebody else, on a terminal of its own.
    private func startOnTerminal(_ words: String...) throws -> RunningProgram {
        let command = ([try daemon.locctlForAll()] + words).joined(separator: " ")
        return try RunningProgram(
            Command(
                executable: "/usr/bin/setpriv",
                arguments: [
                    "setpriv", "--reuid", "\(Self.user)", "--clear-groups", "--", "/usr/bin/script",
                    "--quiet", "--return", "--command", command, "/dev/null",
                ]),
            environment: ["LOCD_ADDRESS": daemon.address, "DBUS_SYSTEM_BUS_ADDRESS": bus.address],
            log: daemon.scratch.path("terminal.log"))
    }

    /// The next question; an agent that wants to be known before that is told that it is.
    private func question() throws -> (question: FakePolkit.Question, agents: [BusValue]) {
        var agents: [BusValue] = []
        while true {
            let call = try polkit.peer.nextCall()
            switch call.member {
            case "CheckAuthorization": return (try FakePolkit.Question(call), agents)
            case "RegisterAuthenticationAgent", "RegisterAuthenticationAgentWithOptions":
                agents.append(call.values[0])
                try polkit.peer.reply(to: call, [])
            default:
                try polkit.peer.fail(call, "org.freedesktop.DBus.Error.UnknownMethod", "\(call.member ?? "")")
            }
        }
    }

    @Test(arguments: [["set", "hi"], ["reset"], ["reload"]])
    func `on a terminal the password may be asked for, by an agent that locctl starts`(words: [String]) throws {
        let locctl = try startOnTerminal(words.joined(separator: " "))
        let (question, agents) = try question()
        #expect(question.flags == 1)
        if try FileStatus(ofPath: "/usr/bin/pkttyagent", followingLinks: true) != nil {
            // The agent asks for the process that polkit is asked about.
            guard case .structure(let parts) = try #require(agents.first), case .array(_, let entries) = parts[1] else {
                Issue.record("no subject: \(agents)")
                return
            }
            let pid = try #require(question.subject["pid"])
            #expect(entries.contains(.entry(.string("pid"), .variant(pid))))
        }
        try polkit.answer(question, isAuthorized: true)
        _ = try locctl.nextLine()
        #expect(try locctl.waitForEnd() == .exited(0))
        #expect(try daemon.state().languages.first == (words[0] == "set" ? "hi" : "en"))
    }

    @Test func `nobody is asked for a password who does not want to be`() throws {
        let locctl = try startOnTerminal("set", "hi", "--no-ask-password")
        let (question, agents) = try question()
        #expect(question.flags == 0)
        #expect(agents.isEmpty)
        try polkit.answer(question, isAuthorized: false, isChallenge: true)
        let sentence = try locctl.nextLine() ?? ""
        #expect(sentence.contains("you are not allowed to set the system language"))
        #expect(try locctl.waitForEnd() == .exited(4))
    }

    @Test func `one's own language needs neither polkit nor an agent, also on a terminal`() throws {
        let locctl = try startOnTerminal("set", "hi", "--user")
        #expect(try locctl.nextLine()?.hasPrefix("hi") == true)
        #expect(try locctl.waitForEnd() == .exited(0))
        try polkit.expectNothingAsked()
    }

    @Test func `off a terminal nobody is asked, and a refusal says who may and what to do instead`() throws {
        let locctl = try RunningProgram(
            Command(executable: "/usr/bin/setpriv", arguments: try daemon.setpriv(12_345, ["set", "hi"])),
            environment: ["LOCD_ADDRESS": daemon.address], log: daemon.scratch.path("refused.log"))
        let (question, agents) = try question()
        #expect(question.flags == 0)
        #expect(agents.isEmpty)
        try polkit.answer(question, isAuthorized: false, isChallenge: true)
        #expect(try locctl.waitForEnd() == .exited(4))
        #expect(
            try daemon.scratch.read("refused.log")
                == "locctl: you are not allowed to set the system language; only root and whom polkit lets are; "
                + "add --user to change your own\n")
    }
}

extension DaemonFixture {
    /// The path of a `locctl` that others can run: where the build lies they may not be able to look.
    func locctlForAll() throws -> String {
        for name in [".", "run"] { try scratch.setMode(name, 0o755) }
        let program = try FileContents(ofPath: Program.locctl.path, limit: 1 << 28, followingLinks: true).bytes
        try scratch.write(program, to: "locctl")
        try scratch.setMode("locctl", 0o755)
        return scratch.path("locctl")
    }

    /// The command line that runs `locctl` as another user.
    func setpriv(_ uid: UInt32, _ words: [String]) throws -> [String] {
        ["setpriv", "--reuid", "\(uid)", "--regid", "\(uid)", "--clear-groups", "--", try locctlForAll()] + words
    }

    /// Runs `locctl` as another user, to its end.
    func locctl(as uid: UInt32, _ words: [String]) throws -> Program.Result {
        try Command(executable: "/usr/bin/setpriv", arguments: try setpriv(uid, words))
            .run(environment: environment, in: scratch)
    }
}
