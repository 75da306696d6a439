import LocdInterface

/// The daemon's status for people: facts, then settings, domains and faults, on one screen.
///
/// A screen has 80 columns and 24 lines, the last of which is the shell's. What is left of it below the facts is shared
/// out: the first rows of each list are safe, the rest goes to whoever has more. A list that is cut says by how much and
/// where all of it is.
struct StatusScreen {
    private static let width = 80
    private static let height = 23

    let report: StatusCommand.Report
    /// Unix time in seconds.
    let now: Int64
    let style: Style

    private var state: State { report.state }
    private var status: LocaleInterface.Status.Reply { report.status }

    var lines: [String] {
        let lists = [scopes, domains, problems].filter { !$0.rows.isEmpty }
        let facts = factLines(facts).map { cut($0, to: Self.width) }
        let rows = RowBudget.share(
            Self.height - facts.count - lists.count - lists.reduce(0) { $0 + $1.heading.count },
            among: lists.map { (safe: $0.safeRows, wanted: $0.rows.count) })
        return zip(lists, rows).reduce(facts) { lines, entry in
            let (list, count) = entry
            return lines + [""] + list.heading + list.firstRows(count)
        }
    }

    // MARK: Facts

    private var facts: [(name: String, value: String)] {
        [
            ("Languages", state.languages.isEmpty ? "none" : state.languages.joined(separator: ", ")),
            ("Decided by", reason),
            ("Formats", formats),
            ("Keyboard", keyboard),
            ("Daemon", "locd \(status.version), generation \(state.generation) (\(state.reason.rawValue))"),
            ("Connections", connections),
            ("Cache", cache),
            ("Changed by", SystemRights.holders(group: status.administratorGroup, isLocked: status.systemLocked)),
        ]
    }

    private var reason: String {
        let asked = state.scope == .automatic ? status.machineLanguages : state.requested
        let languages = asked.isEmpty ? "" : " (\(asked.joined(separator: ", ")))"
        return state.scope.text + languages + (state.until.map { ", for another \(secondsText($0 - now))" } ?? "")
    }

    private var formats: String {
        [state.locale, state.region.map { "region \($0)" }, state.direction.text].compactMap(\.self)
            .joined(separator: ", ")
    }

    private var keyboard: String {
        guard let keyboard = state.keyboard else { return "" }
        let method = keyboard.inputMethod.map { ", input method \($0)" } ?? ""
        return keyboard.layout + (keyboard.variant.map { " (\($0))" } ?? "") + method
    }

    private var connections: String {
        let shown = status.users.prefix(4).map { "\($0.connections) of uid \($0.uid)" }
        let more = status.users.count > shown.count ? ["… \(status.users.count - shown.count) more users"] : []
        let users = (shown + more).joined(separator: ", ")
        return status.connections.map { "\($0): \(users)" } ?? users
    }

    private var cache: String {
        let cache = status.cache
        return "\(cache.directory), \(counted(cache.catalogs, "catalog")), \(sizeText(cache.bytes))"
    }

    // MARK: Lists

    private var scopes: CutList {
        // Few set a region apart, and the room is needed.
        let hasRegions = status.scopes.contains { $0.setting.region != nil }
        let region: [(title: String, alignment: Table.Alignment)] = hasRegions ? [("REGION", .left)] : []
        var table = Table(
            [("SCOPE", .left), ("SET TO", .left)] + region
                + [("IN FORCE", .left), ("DECIDED BY", .left), ("LASTS", .left)])
        for scope in status.scopes {
            let setting = scope.setting
            table.add(
                [setting.application ?? setting.scope.rawValue, setting.languagesText]
                    + (hasRegions ? [setting.region ?? ""] : [])
                    + [
                        scope.languages.joined(separator: ", "), scope.decidedBy.shortText,
                        setting.durationText(now: now),
                    ])
        }
        return CutList(table: table, style: style, width: Self.width, safeRows: 2, all: "locctl status --json")
    }

    private var domains: CutList {
        var table = Table([("DOMAIN", .left), ("KEYS", .right), ("FALLBACKS, AND THEIR SHARE OF THE KEYS", .left)])
        for domain in status.texts { table.add([domain.name, "\(domain.keys)", domain.chainText]) }
        // Those that the daemon did not tell in detail count too.
        return CutList(
            table: table, style: style, width: Self.width, safeRows: 5, all: "locctl list --domains",
            untold: status.domains.count - status.texts.count)
    }

    private var problems: CutList {
        // The newest last, as in a log: the first to go is the oldest, so the order is turned round.
        let rows = status.problems.reversed().map { "\($0.place): \(printable($0.message))" }
        return CutList(
            heading: [style.warning("PROBLEMS")], rows: Array(rows), safeRows: 2, all: "locctl status --json")
    }
}

/// A list of which a screen may show the first rows only.
private struct CutList {
    let heading: [String]
    let rows: [String]
    /// How many rows are shown whatever else there is.
    let safeRows: Int
    /// The command that prints all rows.
    let all: String
    /// How many there are beyond the rows.
    var untold = 0

    func firstRows(_ count: Int) -> [String] {
        guard rows.count > count || untold > 0 else { return rows }
        let shown = rows.prefix(min(count, rows.count + 1) - 1)
        return shown + ["… and \(rows.count + untold - shown.count) more (\(all))"]
    }
}

extension CutList {
    init(table: Table, style: Style, width: Int, safeRows: Int, all: String, untold: Int = 0) {
        let lines = table.lines(style: style, width: width)
        self.init(
            heading: Array(lines.prefix(1)), rows: Array(lines.dropFirst()), safeRows: safeRows, all: all,
            untold: untold)
    }
}

/// Shares lines of a screen out among lists.
enum RowBudget {
    /// Each list gets its safe rows, or fewer where it wants fewer, and what is left goes to the first that want more.
    static func share(_ rows: Int, among lists: [(safe: Int, wanted: Int)]) -> [Int] {
        var given = lists.map { min($0.safe, $0.wanted) }
        var left = rows - given.reduce(0, +)
        for index in lists.indices where left > 0 {
            let more = min(left, lists[index].wanted - given[index])
            given[index] += more
            left -= more
        }
        return given
    }
}

extension Problem {
    /// `file:line:column`, as far as it is known.
    var place: String {
        printable(file) + (line.map { ":\($0)" } ?? "") + (line == nil ? "" : column.map { ":\($0)" } ?? "")
    }
}

extension DomainStatus {
    /// Such as `hi 33 %, en 100 %`; catalogs of other domains with their names.
    fileprivate var chainText: String {
        chain.map { link in
            (link.domain == name ? "" : "\(link.domain): ") + "\(link.language) \(percentText(link.completeness))"
        }.joined(separator: ", ")
    }
}

extension Origin {
    /// What decided the languages, in a table.
    fileprivate var shortText: String {
        switch self {
        case .application: "application setting"
        case .user: "own setting"
        case .system: "system setting"
        case .default: "product's default"
        case .automatic: "operating system"
        }
    }
}
