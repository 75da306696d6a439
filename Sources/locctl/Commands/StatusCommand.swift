import LinuxIO
import LocdInterface
import Varlink

/// `locctl status`: the language in force, and all that bears on it.
enum StatusCommand {
    static let verb = Verb(
        "status", "show the language in force, why, and what the daemon met",
        discussion: [
            "Shows what decided the language, the settings and how long they last, the fallbacks of each domain, and faults in "
                + "files. With --json, an object of the members state and status."
        ],
        run: run)

    /// Both answers, as `--json` prints them.
    struct Report: Encodable {
        let state: State
        let status: LocaleInterface.Status.Reply
    }

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let daemon = try Daemon(invocation)
        let status = try daemon.call(LocaleInterface.Status.self, .init())
        let state = try daemon.call(
            LocaleInterface.Get.self, .init(application: invocation.application, domains: status.domains)
        ).state
        let report = Report(state: state, status: status)
        if let json = invocation.console.json {
            try invocation.console.print(encoded: report, json)
        } else {
            let now = WallClock.nanosecondsSince1970 / 1_000_000_000
            try invocation.console.print(lines: lines(of: report, now: now, style: invocation.console.style))
        }
    }

    /// The report for people, at a moment of Unix time.
    static func lines(of report: Report, now: Int64, style: Style) -> [String] {
        let sections = [
            summary(report, now: now), settings(report.status.settings, now: now, style: style),
            domains(report.state.domains, style: style), problems(report.status.problems, style: style),
        ]
        return Array(sections.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    private static func summary(_ report: Report, now: Int64) -> [String] {
        let (state, status) = (report.state, report.status)
        let requested = state.requested.isEmpty ? "" : " (\(state.requested.joined(separator: ", ")))"
        var rows = [
            ("Languages", state.languages.isEmpty ? "none" : state.languages.joined(separator: ", ")),
            ("Decided by", state.scope.text + requested),
        ]
        if let until = state.until { rows.append(("Lasts", "another \(secondsText(until - now))")) }
        if let region = state.region { rows.append(("Region", region)) }
        rows += [("Locale", state.locale), ("Direction", state.direction.text)]
        if let keyboard = state.keyboard {
            let method = keyboard.inputMethod.map { ", input method \($0)" } ?? ""
            rows.append(("Keyboard", keyboard.layout + (keyboard.variant.map { " (\($0))" } ?? "") + method))
        }
        rows += [
            ("Generation", "\(state.generation) (\(state.reason.rawValue))"),
            ("Daemon", "locd \(status.version), \(counted(status.connections, "connection"))"),
            ("Changed by", status.administratorGroup.map { "root and the group \($0)" } ?? "root"),
        ]
        return factLines(rows)
    }

    private static func settings(_ settings: [Setting], now: Int64, style: Style) -> [String] {
        guard !settings.isEmpty else { return [] }
        var table = Table([("SETTING", .left), ("LANGUAGES", .left), ("REGION", .left), ("LASTS", .left)])
        for setting in settings {
            table.add([
                setting.application ?? setting.scope.rawValue, setting.languagesText, setting.region ?? "",
                setting.durationText(now: now),
            ])
        }
        return table.lines(style: style)
    }

    private static func domains(_ chains: [Chain], style: Style) -> [String] {
        guard !chains.isEmpty else { return [] }
        var table = Table([("DOMAIN", .left), ("FALLBACKS", .left)])
        for chain in chains {
            table.add([chain.domain, chain.catalogs.map(\.language).joined(separator: ", ")])
        }
        return table.lines(style: style)
    }

    private static func problems(_ problems: [Problem], style: Style) -> [String] {
        guard !problems.isEmpty else { return [] }
        return [style.warning("PROBLEMS")] + problems.map { "\($0.place): \(printable($0.message))" }
    }
}

extension Problem {
    /// `file:line:column`, as far as it is known.
    fileprivate var place: String {
        printable(file) + (line.map { ":\($0)" } ?? "") + (line == nil ? "" : column.map { ":\($0)" } ?? "")
    }
}
