import JSON
import LocdInterface
import Testing
import Varlink

@Suite struct InterfaceTests {
    @Test("Our own descriptions parse as Varlink's IDL and are named as we name them")
    func parses() throws {
        #expect(try InterfaceDescription(parsing: LocaleInterface.idl).name == LocaleInterface.name)
        #expect(try InterfaceDescription(parsing: CatalogInterface.idl).name == CatalogInterface.name)
    }

    static let state = State(
        generation: 7, scope: .system, requested: ["hi-IN"], languages: ["hi", "en"], region: "DE",
        locale: "hi-u-rg-dezzzz", direction: .leftToRight,
        keyboard: Keyboard(layout: "in", variant: "hin-wx", inputMethod: nil),
        environment: ["LANG": "hi_IN.UTF-8"], dynamic: false, until: 1_800_000_000, reason: .set,
        domains: [
            Chain(
                domain: "shop",
                catalogs: [CatalogFile(language: "hi", digest: "00ff", size: 12, path: "/cache/00ff")])
        ])

    @Test("What we send fits our own description and reads back the same")
    func replies() throws {
        try check(LocaleInterface.Get.self, .init(state: Self.state), in: LocaleInterface.description)
        try check(LocaleInterface.Subscribe.self, .init(state: nil), in: LocaleInterface.description)
        try check(LocaleInterface.Subscribe.self, .init(state: Self.state), in: LocaleInterface.description)
        let setting = Setting(
            scope: .application, application: "app", languages: [], region: nil, runtime: true, until: nil)
        try check(
            LocaleInterface.Set.self,
            .init(
                state: Self.state, requested: ["hi"], stored: ["hi"], inForce: "hi", reason: .set, masks: [setting]),
            in: LocaleInterface.description)
        let language = Language(
            tag: "ar", automatic: false, current: true, languageCode: "ar", scriptCode: nil, countryCode: nil,
            name: "العربية", localizedName: "Arabic", direction: .rightToLeft, bundled: true, downloaded: false,
            size: 1, completeness: 0.5)
        try check(LocaleInterface.List.self, .init(language: language), in: LocaleInterface.description)
        try check(
            LocaleInterface.Status.self,
            .init(
                version: "1", user: 0,
                scopes: [ScopeStatus(setting: setting, languages: ["hi"], decidedBy: .application)],
                machineLanguages: ["de-AT"], domains: ["shop"],
                texts: [
                    DomainStatus(
                        name: "shop", baseLanguage: "en", keys: 4,
                        chain: [ChainLink(domain: "shop", language: "hi", completeness: 0.25)])
                ], administrator: false, administratorGroup: nil, systemLocked: false,
                cache: CacheStatus(directory: "/cache", catalogs: 1, bytes: 2),
                directories: Directories(state: "/state", runtime: "/run", vendor: ["/vendor"]), connections: nil,
                users: [UserConnections(uid: 1000, connections: 1)],
                problems: [Problem(file: "/x.json", line: 1, column: 2, message: "no")]),
            in: LocaleInterface.description)
        try check(
            CatalogInterface.Export.self, .init(language: "hi", messages: ["a": "b"], descriptor: nil, size: nil),
            in: CatalogInterface.description)
    }

    private func check<Method: VarlinkMethod>(
        _ method: Method.Type, _ reply: Method.Reply, in description: InterfaceDescription
    ) throws {
        let bytes = try JSONEncoder().encode(reply)
        let element = try JSONDocument(parsing: bytes, limits: .reply).root
        try description.validate(reply: element, of: lastPart(of: Method.name))
        let read = try JSONDecoder().decode(Method.Reply.self, from: element)
        #expect(try JSONEncoder().encode(read) == bytes)
    }

    private static let samplesOfLocale: [LocaleInterface.Failure] = [
        .invalidLanguageTag(tag: "..", message: "no"),
        .noSuchLanguage(language: "hindi", nearest: [Suggestion(tag: "hi", name: "हिन्दी")]),
        .invalidRegion(region: "X"), .conflict(generation: 1 << 40), .superseded,
        .limitExceeded(limit: "domains", maximum: 64), .storageFailed(message: "full", outOfSpace: true),
    ]

    private static let samplesOfCatalog: [CatalogInterface.Failure] = [
        .noSuchCatalog(digest: "00"), .noSuchDomain(domain: "x"),
        .noSuchMessage(domain: "x", key: "k", languages: ["hi"]), .invalidArgument(argument: "1", message: "no"),
        .invalidLanguageTag(tag: "..", message: "no"), .openFailed(message: "full", outOfSpace: true),
        .limitExceeded(limit: "reports", maximum: 1),
    ]

    @Test("Every error that an interface declares can be made, and no other")
    func allErrors() {
        for (description, errors) in [
            (LocaleInterface.description, Self.samplesOfLocale.map(\.varlinkError)),
            (CatalogInterface.description, Self.samplesOfCatalog.map(\.varlinkError)),
        ] {
            let declared = description.members.compactMap { member in
                if case .error = member.definition { "\(description.name).\(member.name)" } else { nil }
            }
            #expect(Set(errors.map(\.name)) == Set(declared))
        }
    }

    @Test("Errors go over the wire and back", arguments: samplesOfLocale)
    func localeErrors(error: LocaleInterface.Failure) throws {
        #expect(LocaleInterface.Failure(error.varlinkError) == error)
        let element = try JSONDocument(parsing: error.varlinkError.parameters.serialized(), limits: .reply).root
        try LocaleInterface.description.validate(error: element, named: lastPart(of: error.varlinkError.name))
    }

    @Test("Errors of catalogs go over the wire and back", arguments: samplesOfCatalog)
    func catalogErrors(error: CatalogInterface.Failure) throws {
        #expect(CatalogInterface.Failure(error.varlinkError) == error)
        let element = try JSONDocument(parsing: error.varlinkError.parameters.serialized(), limits: .reply).root
        try CatalogInterface.description.validate(error: element, named: lastPart(of: error.varlinkError.name))
    }

    private func lastPart(of name: String) -> String {
        String(name.split(separator: ".").last ?? "")
    }
}
