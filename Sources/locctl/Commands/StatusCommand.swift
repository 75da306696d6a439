import LinuxIO
import LocdInterface
import Varlink

/// `locctl status`: the language in force, and all that bears on it.
enum StatusCommand {
    static let verb = Verb(
        "status", "show the languages in force, why, and how the daemon is",
        discussion: [
            "Shows what decided the languages, the settings of the machine, of you and of your applications and how long they "
                + "last, the fallbacks of each domain and how complete they are, the cache, the connections, and faults "
                + "in files, on one screen of 80 columns and 24 lines. Of other users' connections only administrators are "
                + "told. With --json all of it, as an object of the members state and status."
        ],
        examples: [
            .init(command: "locctl status", meaning: "the daemon at a glance"),
            .init(command: "locctl status --json", meaning: "all of it, for programs"),
        ],
        run: run)

    /// Both answers, as `--json` prints them.
    struct Report: Encodable {
        let state: State
        let status: LocaleInterface.Status.Reply
    }

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let daemon = try Daemon(invocation)
        let application = invocation.application
        let status = try daemon.call(LocaleInterface.Status.self, .init(application: application))
        let state = try daemon.call(
            LocaleInterface.Get.self, .init(application: application, domains: status.texts.map(\.name))
        ).state
        let report = Report(state: state, status: status)
        if let json = invocation.console.json {
            try invocation.console.print(encoded: report, json)
        } else {
            let now = WallClock.nanosecondsSince1970 / 1_000_000_000
            let screen = StatusScreen(report: report, now: now, style: invocation.console.style)
            try invocation.console.print(lines: screen.lines)
        }
    }
}
