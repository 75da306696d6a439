import LanguageTags
import Testing

@Suite struct `The machine's languages` {
    struct Row: Sendable, CustomTestStringConvertible {
        var locale1: [String]?
        var environment: [String: String] = [:]
        var localeConf: String?
        var defaultLocale: String?
        var languages: [String]
        var source: MachineLanguages.Source?
        var testDescription: String { "\(locale1 ?? []) \(environment) \(localeConf ?? "") \(defaultLocale ?? "")" }
    }

    @Test(arguments: [
        Row(languages: [], source: nil),
        Row(
            locale1: ["LANG=hi_IN.UTF-8"], environment: ["LANG": "de_DE.UTF-8"], languages: ["hi-IN"], source: .locale1),
        Row(
            locale1: ["LANG=en_US.UTF-8", "LANGUAGE=hi:en"], languages: ["hi", "en"], source: .locale1),
        Row(locale1: [], environment: ["LANG": "de_DE.UTF-8"], languages: ["de-DE"], source: .environment),
        Row(
            locale1: ["LC_TIME=de_DE.UTF-8"], localeConf: "LANG=hi_IN.UTF-8", languages: ["hi-IN"], source: .localeConf),
        Row(locale1: ["LANG=C.UTF-8"], environment: ["LANG": "de_DE.UTF-8"], languages: [], source: .locale1),
        Row(environment: ["LANG": "C"], localeConf: "LANG=hi_IN.UTF-8", languages: [], source: .environment),
        Row(environment: ["LANG": "POSIX"], languages: [], source: .environment),
        Row(environment: ["LANG": ""], localeConf: "LANG=hi_IN.UTF-8", languages: ["hi-IN"], source: .localeConf),
        Row(
            environment: ["LANGUAGE": "hi:en", "LC_ALL": "fr_FR", "LC_MESSAGES": "it_IT", "LANG": "de_DE"],
            languages: ["hi", "en"], source: .environment),
        Row(
            environment: ["LC_ALL": "fr_FR", "LC_MESSAGES": "it_IT", "LANG": "de_DE"], languages: ["fr-FR"],
            source: .environment),
        Row(environment: ["LC_MESSAGES": "it_IT", "LANG": "de_DE"], languages: ["it-IT"], source: .environment),
        Row(environment: ["LANGUAGE": "", "LANG": "de_DE@euro"], languages: ["de-DE"], source: .environment),
        Row(environment: ["LANGUAGE": "sr@latin:../x::de:de"], languages: ["sr-Latn", "de"], source: .environment),
        Row(environment: ["LANGUAGE": "hi:C:en"], languages: ["hi"], source: .environment),
        Row(environment: ["LANG": "de:en"], languages: [], source: .environment),
        Row(localeConf: "", defaultLocale: "LANG=\"pt_BR.UTF-8\"\n", languages: ["pt-BR"], source: .defaultLocale),
        Row(localeConf: "LANG=hi_IN", defaultLocale: "LANG=de_DE", languages: ["hi-IN"], source: .localeConf),
    ])
    func `are those of the first place that is set`(row: Row) {
        let machine = MachineLanguages(
            locale1: row.locale1, environment: row.environment, localeConf: row.localeConf,
            defaultLocale: row.defaultLocale)
        #expect(machine.languages.map(\.identifier) == row.languages)
        #expect(machine.source == row.source)
    }

    @Test(arguments: [
        ("LANG=de_DE", ["de-DE"]), ("LANG='de_DE'", ["de-DE"]), ("  LANG = x\n  LANG=de_DE  \r\n", ["de-DE"]),
        ("export LANG=de_DE", ["de-DE"]), ("# LANG=fr\n;LANG=it\nLANG=de_DE", ["de-DE"]),
        ("LANG=fr\nLANG=de_DE", ["de-DE"]), ("LANG=\"de_DE", []), ("LANG", []), ("=de_DE", []), ("L-A=de_DE", []),
        ("LANG=de_DE # comment", []), ("\0LANG=de_DE", []),
        ("LANG=de_DE\n" + String(repeating: "#", count: 70_000) + "\nLANG=fr", ["de-DE"]),
    ])
    func `are read from files of assignments`(text: String, languages: [String]) {
        let machine = MachineLanguages(locale1: nil, environment: [:], localeConf: text, defaultLocale: nil)
        #expect(machine.languages.map(\.identifier) == languages)
    }

    @Test func `are at most sixteen`() {
        let many = (0..<10_000).map { "en-x-a\($0)" }.joined(separator: ":")
        let machine = MachineLanguages(
            locale1: nil, environment: ["LANGUAGE": many], localeConf: nil, defaultLocale: nil)
        #expect(machine.languages.count == 16)
    }
}
