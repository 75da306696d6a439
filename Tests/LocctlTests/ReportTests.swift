import LocdInterface
import Testing

@testable import locctl

@Suite struct ReportTests {
    private let plain = Style(isTerminal: false, noColor: nil, terminalType: nil)

    @Test func `The list lines up and marks what is in force`() {
        let languages = [
            language(
                "hi", automatic: true, current: true, name: "हिन्दी", localized: "हिन्दी", completeness: 0.999, size: 1500),
            language("en", name: "English", localized: "अंग्रेज़ी", completeness: 1, size: 20_480, downloaded: true),
        ]
        #expect(
            ListCommand.table(of: languages, style: plain) == [
                "   TAG        NAME     IN YOUR LANGUAGE  DIRECTION      COMPLETE     SIZE  FROM",
                "*  auto (hi)  हिन्दी    हिन्दी             left to right      99 %   1.5 kB  product",
                "   en         English  अंग्रेज़ी             left to right     100 %  20.4 kB  product and download",
            ])
    }

    @Test func `The status tells language, reasons, settings, fallbacks and faults`() {
        let state = State(
            generation: 42, scope: .user, requested: ["de-AT", "en"], languages: ["de", "en"], region: "AT",
            locale: "de-u-rg-atzzzz", direction: .leftToRight,
            keyboard: Keyboard(layout: "de", variant: "nodeadkeys", inputMethod: nil),
            environment: [:], dynamic: false, until: 1100, reason: .set,
            domains: [Chain(domain: "kiosk", catalogs: [file("de"), file("en")])])
        let status = LocaleInterface.Status.Reply(
            version: "0.1.0",
            settings: [
                Setting(scope: .system, application: nil, languages: [], region: "AT", runtime: true, until: nil),
                Setting(
                    scope: .user, application: nil, languages: ["de-AT", "en"], region: nil, runtime: false, until: 1100
                ),
                Setting(
                    scope: .application, application: "tv", languages: ["fr"], region: nil, runtime: false, until: nil),
            ],
            domains: ["kiosk"], administratorGroup: "locd", connections: 1,
            problems: [
                Problem(file: "/x/de.json", line: 3, column: 7, message: "a comma is missing"),
                Problem(file: "/x/fr.lcat", line: nil, column: nil, message: "damaged"),
            ])
        let lines = StatusCommand.lines(of: .init(state: state, status: status), now: 1000, style: plain)
        #expect(
            lines.joined(separator: "\n") == """
                Languages:  de, en
                Decided by: your own setting (de-AT, en)
                Lasts:      another 1 min 40 s
                Region:     AT
                Locale:     de-u-rg-atzzzz
                Direction:  left to right
                Keyboard:   de (nodeadkeys)
                Generation: 42 (set)
                Daemon:     locd 0.1.0, 1 connection
                Changed by: root and the group locd

                SETTING  LANGUAGES  REGION  LASTS
                system   automatic  AT      until the daemon ends
                user     de-AT, en          another 1 min 40 s
                tv       fr

                DOMAIN  FALLBACKS
                kiosk   de, en

                PROBLEMS
                /x/de.json:3:7: a comma is missing
                /x/fr.lcat: damaged
                """)
    }

    @Test func `What there is nothing of has no section in the status`() {
        let state = State(
            generation: 1, scope: .automatic, requested: [], languages: [], region: nil, locale: "und",
            direction: .rightToLeft, keyboard: nil, environment: [:], dynamic: false, until: nil, reason: .start,
            domains: [])
        let status = LocaleInterface.Status.Reply(
            version: "0.1.0", settings: [], domains: [], administratorGroup: nil, connections: 2, problems: [])
        let lines = StatusCommand.lines(of: .init(state: state, status: status), now: 0, style: plain)
        #expect(
            lines.joined(separator: "\n") == """
                Languages:  none
                Decided by: the languages of the operating system
                Locale:     und
                Direction:  right to left
                Generation: 1 (start)
                Daemon:     locd 0.1.0, 2 connections
                Changed by: root
                """)
    }

    @Test func `An explanation shows each place where the key was looked for`() {
        let reply = CatalogInterface.Explain.Reply(
            scope: "system", requested: ["de"], languages: ["de", "en"],
            steps: [step("de", hasKey: false), step("en", hasKey: true)], text: "two\nlines")
        #expect(
            ExplainCommand.report(reply, style: plain).joined(separator: "\n") == #"""
                Text:       two\nlines
                Decided by: the system setting (de)
                Languages:  de, en

                DOMAIN  LANGUAGE  KEY      CATALOG
                kiosk   de        missing  /x/de.lcat
                kiosk   en        found    /x/en.lcat
                """#)
    }

    @Test func `Exported texts are sorted by key, byte for byte`() {
        let texts = ["b": "2", "a": "\"1\"", "é": "4", "B": "0"]
        #expect(
            String(decoding: ExportCommand.json(texts, .short), as: UTF8.self)
                == #"{"B":"0","a":"\"1\"","b":"2","é":"4"}"# + "\n")
        #expect(
            String(decoding: ExportCommand.json(["a": "1"], .pretty), as: UTF8.self) == "{\n  \"a\": \"1\"\n}\n")
        #expect(String(decoding: ExportCommand.json([:], .short), as: UTF8.self) == "{}\n")
    }

    private func step(_ language: String, hasKey: Bool) -> Step {
        Step(domain: "kiosk", language: language, digest: "", path: "/x/\(language).lcat", hasKey: hasKey)
    }

    private func file(_ language: String) -> CatalogFile {
        CatalogFile(language: language, digest: "", size: 1, path: "/x/\(language).lcat")
    }

    private func language(
        _ tag: String, automatic: Bool = false, current: Bool = false, name: String, localized: String,
        completeness: Double, size: Int, downloaded: Bool = false
    ) -> Language {
        Language(
            tag: tag, automatic: automatic, current: current, languageCode: tag, scriptCode: nil, countryCode: nil,
            name: name, localizedName: localized, direction: .leftToRight, bundled: true, downloaded: downloaded,
            size: size, completeness: completeness)
    }
}
