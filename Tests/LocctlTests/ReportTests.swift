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
