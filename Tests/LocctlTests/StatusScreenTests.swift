import LocdInterface
import Testing

@testable import locctl

@Suite struct StatusScreenTests {
    private let plain = Style(isTerminal: false, noColor: nil, terminalType: nil)
    private let colourful = Style(isTerminal: true, noColor: nil, terminalType: "xterm")

    private static let state = State(
        generation: 42, scope: .user, requested: ["de-AT", "en"], languages: ["de", "en"], region: "AT",
        locale: "de-u-rg-atzzzz", direction: .leftToRight,
        keyboard: Keyboard(layout: "de", variant: "nodeadkeys", inputMethod: nil), environment: [:], dynamic: false,
        until: 1100, reason: .set, domains: [])

    private static func scope(
        _ scope: Scope, _ application: String? = nil, _ languages: [String] = [], until: Int64? = nil,
        inForce: [String] = ["de", "en"], decidedBy: Origin = .user
    ) -> ScopeStatus {
        ScopeStatus(
            setting: Setting(
                scope: scope, application: application, languages: languages, region: nil, runtime: until != nil,
                until: until), languages: inForce, decidedBy: decidedBy)
    }

    private static func domain(_ name: String) -> DomainStatus {
        DomainStatus(
            name: name, baseLanguage: "en", keys: 120,
            chain: [
                ChainLink(domain: name, language: "de", completeness: 0.335),
                ChainLink(domain: name, language: "en", completeness: 1),
                ChainLink(domain: "common", language: "en", completeness: 1),
            ])
    }

    private static func problem(_ number: Int) -> Problem {
        Problem(file: "/x/\(number).json", line: number, column: 7, message: "a comma is missing")
    }

    private static let scopes = [
        scope(.system, decidedBy: .automatic), scope(.user, nil, ["de-AT", "en"], until: 1100),
        scope(.application, "tv", ["fr"]),
    ]

    private func status(
        scopes: [ScopeStatus] = Self.scopes, texts: [DomainStatus] = [Self.domain("kiosk")], domains: Int? = nil,
        connections: Int? = 12,
        users: [UserConnections] = [.init(uid: 0, connections: 3), .init(uid: 1000, connections: 9)],
        problems: [Problem] = [Self.problem(3)]
    ) -> LocaleInterface.Status.Reply {
        LocaleInterface.Status.Reply(
            version: "0.1.0", user: 990, scopes: scopes, machineLanguages: ["de-DE"],
            domains: (0..<(domains ?? texts.count)).map { "d\($0)" }, texts: texts, administrator: connections != nil,
            administratorGroup: "locd", systemLocked: false,
            cache: CacheStatus(directory: "/var/cache/locd", catalogs: 8, bytes: 123_456),
            directories: Directories(state: "/s", runtime: "/r", vendor: ["/v"]), connections: connections,
            users: users, problems: problems)
    }

    private func lines(
        _ status: LocaleInterface.Status.Reply, state: State = Self.state, style: Style? = nil
    ) -> [String] {
        StatusScreen(report: .init(state: state, status: status), now: 1000, style: style ?? plain).lines
    }

    @Test func `The status tells languages, reasons, scopes, domains, cache, connections and faults`() {
        #expect(
            lines(status()).joined(separator: "\n") == """
                Languages:   de, en
                Decided by:  your own setting (de-AT, en), for another 1 min 40 s
                Formats:     de-u-rg-atzzzz, region AT, left to right
                Keyboard:    de (nodeadkeys)
                Daemon:      locd 0.1.0, generation 42 (set)
                Connections: 12: 3 of uid 0, 9 of uid 1000
                Cache:       /var/cache/locd, 8 catalogs, 123.4 kB
                Changed by:  root, members of the group locd and whom polkit lets

                SCOPE   SET TO     IN FORCE  DECIDED BY        LASTS
                system  automatic  de, en    operating system
                user    de-AT, en  de, en    own setting       another 1 min 40 s
                tv      fr         de, en    own setting

                DOMAIN  KEYS  FALLBACKS, AND THEIR SHARE OF THE KEYS
                kiosk    120  de 33 %, en 100 %, common: en 100 %

                PROBLEMS
                /x/3.json:3:7: a comma is missing
                """)
    }

    @Test func `What there is nothing of has no line and no section`() {
        var state = Self.state
        (state.scope, state.requested, state.until, state.keyboard, state.region) = (.automatic, [], nil, nil, nil)
        var status = status(
            scopes: [], texts: [], connections: nil, users: [.init(uid: 1000, connections: 1)], problems: [])
        status.administratorGroup = nil
        #expect(
            lines(status, state: state).joined(separator: "\n") == """
                Languages:   de, en
                Decided by:  the languages of the operating system (de-DE)
                Formats:     de-u-rg-atzzzz, left to right
                Daemon:      locd 0.1.0, generation 42 (set)
                Connections: 1 of uid 1000
                Cache:       /var/cache/locd, 8 catalogs, 123.4 kB
                Changed by:  root and whom polkit lets
                """)
    }

    @Test(
        "With five domains, and however much of everything else, a screen of 80 columns and 24 lines holds it",
        arguments: [0, 2, 40], [0, 2, 64])
    func fits(applications: Int, problems: Int) {
        let long = String(repeating: "長い名前", count: 20)
        let scopes = Self.scopes.prefix(2) + (0..<applications).map { Self.scope(.application, "\(long)\($0)", ["fr"]) }
        let names = ["kiosk", "settings", "help", "日本語", long]
        let lines = lines(
            status(scopes: Array(scopes), texts: names.map(Self.domain), problems: (0..<problems).map(Self.problem)))
        #expect(lines.count <= 23)
        #expect(lines.allSatisfy { displayWidth($0) <= 80 })
        for name in names.dropLast() { #expect(lines.contains { $0.hasPrefix("\(name) ") }, "\(name)") }
        #expect(lines.contains { $0.hasPrefix("長い名前") && $0.hasSuffix("…") })
        if applications == 40 { #expect(lines.contains { $0.hasSuffix("more (locctl status --json)") }) }
        if problems > 0 { #expect(lines.contains { $0.hasPrefix("/x/\(problems - 1).json") }) }
    }

    @Test func `Wide characters take two columns in a table`() {
        let rows = lines(status(scopes: [], texts: ["日本語", "kiosk"].map(Self.domain), problems: [])).suffix(2)
        #expect(
            Array(rows) == [
                "日本語   120  de 33 %, en 100 %, common: en 100 %", "kiosk    120  de 33 %, en 100 %, common: en 100 %",
            ])
    }

    @Test func `A list that is cut says by how much and where all of it is`() {
        let rows = lines(status(texts: (0..<64).map { Self.domain("d\($0)") }, domains: 70, problems: []))
        #expect(rows.count == 23)
        #expect(rows.last == "… and 63 more (locctl list --domains)")
        #expect(rows.filter { $0.hasPrefix("d") }.count == 7)
    }

    @Test func `Regions have a column where somebody has set one`() {
        var scopes = Array(Self.scopes.prefix(2))
        scopes[0].setting.region = "AT"
        let rows = lines(status(scopes: scopes, texts: [], problems: [])).suffix(3)
        #expect(
            Array(rows) == [
                "SCOPE   SET TO     REGION  IN FORCE  DECIDED BY        LASTS",
                "system  automatic  AT      de, en    operating system",
                "user    de-AT, en          de, en    own setting       another 1 min 40 s",
            ])
    }

    @Test func `Many users are cut too`() {
        let users = (1...9).map { UserConnections(uid: $0, connections: 1) }
        #expect(
            lines(status(connections: 9, users: users)).contains(
                "Connections: 9: 1 of uid 1, 1 of uid 2, 1 of uid 3, 1 of uid 4, … 5 more users"))
    }

    @Test func `Headings are set off on a terminal only`() {
        #expect(lines(status(), style: colourful).contains("\u{1B}[1;33mPROBLEMS\u{1B}[0m"))
        #expect(!lines(status()).joined().contains("\u{1B}"))
    }

    @Test(
        "Lines are shared out: first what is safe, then whoever wants more",
        arguments: [
            (9, [(2, 2), (5, 5), (2, 2)], [2, 5, 2]), (12, [(2, 9), (5, 5), (2, 9)], [5, 5, 2]),
            (12, [(2, 3), (5, 5), (2, 9)], [3, 5, 4]), (3, [(2, 2), (5, 5)], [2, 5]), (9, [], []),
        ] as [(Int, [(Int, Int)], [Int])])
    func budget(rows: Int, lists: [(Int, Int)], shares: [Int]) {
        #expect(RowBudget.share(rows, among: lists.map { (safe: $0.0, wanted: $0.1) }) == shares)
    }

    @Test(
        "A line that is too long ends in dots, by columns and never inside a character",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("日本語x", 6, "日本…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ])
    func cutting(line: String, width: Int, expected: String) {
        #expect(cut(line, to: width) == expected)
    }
}
