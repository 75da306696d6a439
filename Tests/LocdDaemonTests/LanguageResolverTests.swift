import Catalog
import LanguageTags
import LocdDaemon
import Testing

/// Preferences of scopes, narrowest first, as tables write them: `["", "hi en"]`, the first of them automatic.
private func preferences(_ scopes: [String]) throws -> [Preference] {
    try scopes.map { try Preference(languages: tags($0)) }
}

private func tags(_ text: String) throws -> [LanguageTag] {
    try text.split(separator: " ").map { try LanguageTag(parsing: String($0)) }
}

/// A catalog of ten messages, shipped, unless said otherwise.
private func record(
    _ language: LanguageTag, domain: String, keyCount: Int = 10, isBundled: Bool = true
) -> CatalogRecord {
    CatalogRecord(
        language: language, digest: "\(domain)/\(language)", size: 100, path: "/catalogs/\(domain)/\(language)",
        keyCount: keyCount, isBundled: isBundled)
}

/// Domains by name with their languages: `["shop": "en hi"]`.
private func inventory(_ domains: [String: String]) throws -> Inventory {
    var inventory = Inventory()
    for (name, languages) in domains {
        let records = try tags(languages).map { ($0, record($0, domain: name)) }
        inventory.domains[name] = DomainInventory(catalogs: Dictionary(uniqueKeysWithValues: records))
    }
    return inventory
}

private let installedLocales: Set = ["en_US.UTF-8", "en_GB.UTF-8", "hi_IN.UTF-8", "de_DE.UTF-8", "ru_RU.UTF-8"]

private func resolver(
    _ domains: [String: String], machine: String = "", configure: (inout Configuration) throws -> Void = { _ in }
) throws -> LanguageResolver {
    var configuration = Configuration()
    try configure(&configuration)
    return LanguageResolver(
        configuration: configuration, inventory: try inventory(domains), machineLanguages: try tags(machine),
        hasLocale: installedLocales.contains)
}

@Suite struct `The languages in force` {
    struct Row: Sendable, CustomTestStringConvertible {
        var scopes: [String]
        var productDefault = ""
        var machine = ""
        var available = "en hi ru"
        var decider: Int?
        var isDefault = false
        var requested: String
        var languages: String
        var testDescription: String { "\(scopes) default \(productDefault) machine \(machine) of \(available)" }
    }

    @Test(arguments: [
        // Semantics L2: application, user, system, default, machine, base.
        Row(scopes: ["hi", "ru", "en"], decider: 0, requested: "hi", languages: "hi en"),
        Row(scopes: ["", "ru", "en"], decider: 1, requested: "ru", languages: "ru en"),
        Row(scopes: ["", "", "hi"], productDefault: "ru", decider: 2, requested: "hi", languages: "hi en"),
        Row(
            scopes: ["", "", ""], productDefault: "ru", machine: "hi", isDefault: true, requested: "",
            languages: "ru en"),
        Row(scopes: ["", ""], machine: "hi-IN", requested: "", languages: "hi en"),
        Row(scopes: ["", ""], requested: "", languages: "en"),
        Row(scopes: [], machine: "ru", requested: "", languages: "ru en"),
        // L4: the first with any match, in the scopes or beyond them; else the base language.
        Row(scopes: ["fr"], machine: "ru-RU", requested: "", languages: "ru en"),
        Row(scopes: ["fr", "", "hi"], machine: "ru", decider: 2, requested: "hi", languages: "hi en"),
        Row(scopes: ["fr"], productDefault: "ru", isDefault: true, requested: "", languages: "ru en"),
        Row(scopes: ["fr", "it"], machine: "de", requested: "", languages: "en"),
        Row(scopes: ["fr ru hi"], decider: 0, requested: "fr ru hi", languages: "ru hi en"),
        Row(scopes: ["uk-UA ru-UA"], decider: 0, requested: "uk-UA ru-UA", languages: "ru en"),
        Row(scopes: ["en"], decider: 0, requested: "en", languages: "en"),
        Row(scopes: ["hi"], available: "", requested: "", languages: ""),
        Row(scopes: ["hi"], available: "de fr", requested: "", languages: "de"),
        // L3: within the language, parents after the match.
        Row(scopes: ["pt-AO"], available: "en pt pt-PT", decider: 0, requested: "pt-AO", languages: "pt-PT pt en"),
        Row(scopes: ["zh-TW"], available: "en zh-Hans", requested: "", languages: "en"),
    ])
    func `are those of the narrowest scope that is set and can be shown`(row: Row) throws {
        let resolver = try resolver(["shop": row.available], machine: row.machine) {
            $0.defaultLanguages = try tags(row.productDefault)
        }
        let resolution = resolver.resolve(try preferences(row.scopes))
        #expect(resolution.languageDecider == row.decider)
        #expect(resolution.isDefault == row.isDefault)
        #expect(resolution.requested == (try tags(row.requested)))
        #expect(resolution.languages == (try tags(row.languages)))
    }

    @Test func `cross to other languages only where configured`() throws {
        let strict = try resolver(["shop": "en ru"])
        let crossing = try resolver(["shop": "en ru"]) { $0.crossLanguages = true }
        let wanted = try preferences(["uk"])
        #expect(strict.resolve(wanted).languages == (try tags("en")))
        #expect(crossing.resolve(wanted).languages == (try tags("ru en")))
    }

    @Test func `fall back to the configured base language, else to the one all domains share, else to English`() throws
    {
        let none = try preferences([""])
        let configured = try resolver(["shop": "de en ru"]) { $0.baseLanguage = try tags("ru").first }
        #expect(configured.resolve(none).languages == (try tags("ru")))

        let shared = try resolver(["shop": "de en", "menu": "de en"]) {
            $0.baseLanguageByDomain = ["shop": try tags("de")[0], "menu": try tags("de")[0]]
        }
        #expect(shared.resolve(none).languages == (try tags("de")))

        let divided = try resolver(["shop": "de en", "menu": "en fr"]) {
            $0.baseLanguageByDomain = ["shop": try tags("de")[0]]
        }
        #expect(divided.resolve(none).languages == (try tags("en")))
    }

    @Test func `are none where there are no catalogs, and the machine's languages still reach children`() throws {
        let resolution = try resolver([:], machine: "hi-IN").resolve(try preferences(["", ""]))
        #expect(resolution.languages.isEmpty)
        #expect(resolution.localeIdentifier == "hi-IN")
        #expect(resolution.environment["LANG"] == "hi_IN.UTF-8")
        #expect(try resolver([:]).resolve([]).localeIdentifier == "und")
    }
}

@Suite struct `What goes with the language` {
    @Test func `is its direction and keyboard`() throws {
        let resolver = try resolver(["shop": "ar de en"])
        let arabic = resolver.resolve(try preferences(["ar"]))
        #expect(arabic.direction == .rightToLeft)
        #expect(arabic.keyboard?.layout == "ara")
        let swiss = resolver.resolve(try preferences(["de-CH"]))
        #expect(swiss.direction == .leftToRight)
        #expect(swiss.keyboard?.layout == "ch")
    }

    @Test func `is the region of the narrowest scope that has one, whatever decides the language`() throws {
        let resolver = try resolver(["shop": "de en"])
        let germany = try RegionCode(parsing: "DE")
        let kiosk = resolver.resolve([
            Preference(languages: try tags("en")), Preference(languages: try tags("de"), region: germany),
        ])
        #expect(kiosk.languageDecider == 0)
        #expect(kiosk.regionDecider == 1)
        #expect(kiosk.region == germany)
        #expect(kiosk.localeIdentifier == "en-u-rg-dezzzz")
        #expect(kiosk.environment["LANG"] == "en_US.UTF-8")
        #expect(kiosk.environment["LANGUAGE"] == "en")
        #expect(kiosk.environment["LC_TIME"] == "de_DE.UTF-8")

        let plain = resolver.resolve([Preference(languages: try tags("en")), Preference()])
        #expect(plain.regionDecider == nil)
        #expect(plain.localeIdentifier == "en")
        #expect(plain.environment["LC_TIME"] == nil)
    }

    @Test func `keeps the country that was asked for in formats, though texts lack it`() throws {
        let resolution = try resolver(["shop": "en hi"]).resolve(try preferences(["en-GB hi"]))
        #expect(resolution.languages == (try tags("en hi")))
        #expect(resolution.localeIdentifier == "en-GB")
        #expect(resolution.environment["LANG"] == "en_GB.UTF-8")
        #expect(resolution.environment["LANGUAGE"] == "en_GB:en_001:en:hi")
    }

    @Test func `asks libc for a name once`() throws {
        var asked: [String] = []
        let resolver = LanguageResolver(
            configuration: Configuration(), inventory: try inventory(["shop": "en hi"]), machineLanguages: [],
            hasLocale: {
                asked.append($0)
                return $0 == "en_US.UTF-8"
            })
        for wanted in ["hi", "hi", "en hi"] {
            let resolution = resolver.resolve(try preferences([wanted]))
            #expect(resolution.environment["LANG"] == "en_US.UTF-8")
        }
        #expect(asked == ["hi_IN.UTF-8", "en_US.UTF-8"])
    }

    @Test func `does not keep a country whose script the texts are not in`() throws {
        let resolution = try resolver(["shop": "en sr-Latn"]).resolve(try preferences(["sr-RS"]))
        #expect(resolution.languages == (try tags("sr-Latn en")))
        #expect(resolution.localeIdentifier == "sr-Latn")
    }
}

@Suite struct `The chain of catalogs` {
    struct Row: Sendable, CustomTestStringConvertible {
        var wanted: String
        var domain: String
        var chain: [String]
        var testDescription: String { "\(domain) in \(wanted)" }
    }

    @Test(arguments: [
        Row(wanted: "hi", domain: "shop", chain: ["shop/hi", "shop/en", "common/hi", "common/de"]),
        Row(wanted: "de", domain: "shop", chain: ["shop/en", "common/de"]),
        Row(wanted: "pt-AO hi", domain: "shop", chain: ["shop/pt", "shop/hi", "shop/en", "common/hi", "common/de"]),
        Row(wanted: "hi", domain: "menu", chain: ["menu/en", "shop/hi", "shop/en", "common/hi", "common/de"]),
        Row(wanted: "hi", domain: "common", chain: ["common/hi", "common/de"]),
        Row(wanted: "fr", domain: "loop", chain: ["loop/fr", "ring/fr"]),
        Row(wanted: "hi", domain: "absent", chain: []),
        Row(wanted: "kk", domain: "common", chain: ["common/de"]),
    ])
    func `goes through the domain's own, then through those it uses, each once`(row: Row) throws {
        let resolver = try resolver([
            "shop": "en hi pt", "common": "de hi", "menu": "en", "loop": "fr", "ring": "fr",
        ]) {
            $0.usesByDomain = [
                "shop": ["common"], "menu": ["shop", "common"], "loop": ["ring"], "ring": ["loop", "absent"],
                "common": ["common"],
            ]
        }
        let chain = resolver.chain(of: row.domain, for: resolver.resolve(try preferences([row.wanted])))
        #expect(chain.map(\.catalog.digest) == row.chain)
    }

    @Test func `ends in the domain's own base language`() throws {
        var inventory = try inventory([
            "declared": "de en fr", "folder": "de en fr", "product": "de en ru", "plain": "en hi",
        ])
        inventory.domains["folder"]?.basePackage = try tags("fr")[0]
        var configuration = Configuration()
        configuration.baseLanguage = try tags("ru")[0]
        configuration.baseLanguageByDomain["declared"] = try tags("de")[0]
        let resolver = LanguageResolver(
            configuration: configuration, inventory: inventory, machineLanguages: [], hasLocale: { _ in false })
        let resolution = resolver.resolve(try preferences(["kk"]))
        let last = { resolver.chain(of: $0, for: resolution).last?.catalog.digest }
        #expect(last("declared") == "declared/de")
        #expect(last("folder") == "folder/fr")
        #expect(last("product") == "product/ru")
        #expect(last("plain") == "plain/en")
    }

    @Test func `speaks no language that a required domain lacks`() throws {
        let resolver = try resolver(["shop": "en hi", "help": "en hi ru"]) { $0.requiredDomains = ["shop"] }
        let resolution = resolver.resolve(try preferences(["ru hi"]))
        #expect(resolution.languages == (try tags("hi en")))
        #expect(resolver.chain(of: "help", for: resolution).map(\.catalog.digest) == ["help/hi", "help/en"])
    }

    @Test func `knows its catalogs by digest`() throws {
        let resolver = try resolver(["shop": "en hi"])
        #expect(resolver.record(digest: "shop/hi")?.language.identifier == "hi")
        #expect(resolver.record(digest: "shop/ru") == nil)
    }
}

@Suite struct `The languages on offer` {
    private func offered(_ resolver: LanguageResolver) -> [String] {
        resolver.availableLanguages(domain: nil).filter { !$0.isAutomatic }.map(\.tag.identifier)
    }

    @Test func `are those of the catalogs, sorted`() throws {
        #expect(offered(try resolver(["shop": "ru en", "menu": "hi en"])) == ["en", "hi", "ru"])
    }

    @Test func `are those configured, in their order, there or not`() throws {
        let resolver = try resolver(["shop": "en hi ru"]) { $0.languages = try tags("ru en ar ru") }
        #expect(offered(resolver) == ["ru", "en", "ar"])
        let arabic = try #require(resolver.availableLanguages(domain: nil).last)
        #expect(!arabic.isBundled && !arabic.isDownloaded)
        #expect(arabic.size == 0)
        #expect(!resolver.offers(anyOf: try tags("ar hi")))
        #expect(resolver.resolve(try preferences(["hi"])).languages == (try tags("en")))
    }

    @Test func `are only those that every required domain has, or something that matches`() throws {
        let domains = ["shop": "en hi pt ru", "menu": "en hi-IN pt-PT", "extra": "fr"]
        #expect(
            offered(try resolver(domains) { $0.requiredDomains = ["shop", "menu"] })
                == ["en", "hi", "hi-IN", "pt", "pt-PT"])
        #expect(offered(try resolver(domains) { $0.requiredDomains = ["shop", "absent"] }) == [])
        let configured = try resolver(domains) {
            $0.languages = try tags("ru hi en")
            $0.requiredDomains = ["shop", "menu"]
        }
        #expect(offered(configured) == ["hi", "en"])
    }

    @Test func `begin with the automatic entry and what it resolves to`() throws {
        let resolver = try resolver(["shop": "en hi ru"], machine: "hi-IN")
        let machine = try #require(resolver.availableLanguages(domain: nil).first)
        #expect(machine.isAutomatic)
        #expect(machine.tag.identifier == "hi")
        let system = try #require(
            resolver.availableLanguages(domain: nil, following: try preferences(["ru"])).first)
        #expect(system.isAutomatic)
        #expect(system.tag.identifier == "ru")
        #expect(try LocdDaemonTests.resolver([:]).availableLanguages(domain: nil).isEmpty)
    }

    @Test func `tell what there is of them`() throws {
        var inventory = try inventory(["shop": "en", "menu": "en"])
        let hindi = try tags("hi")[0]
        let russian = try tags("ru")[0]
        inventory.domains["shop"]?.catalogs[hindi] = record(hindi, domain: "shop", keyCount: 5)
        inventory.domains["shop"]?.catalogs[russian] = record(russian, domain: "shop", keyCount: 12)
        inventory.domains["menu"]?.catalogs[russian] = record(russian, domain: "menu", keyCount: 8, isBundled: false)
        let resolver = LanguageResolver(
            configuration: Configuration(), inventory: inventory, machineLanguages: [], hasLocale: { _ in false })

        func entry(_ tag: String, domain: String?) throws -> AvailableLanguage {
            try #require(
                resolver.availableLanguages(domain: domain).first { !$0.isAutomatic && $0.tag.identifier == tag })
        }
        let english = try entry("en", domain: nil)
        #expect(english.isBundled && !english.isDownloaded)
        #expect(english.size == 200)
        #expect(english.completeness == 1)
        // Half of one domain, nothing of the other.
        #expect(try entry("hi", domain: nil).completeness == 0.25)
        #expect(try entry("hi", domain: "shop").completeness == 0.5)
        #expect(try entry("hi", domain: "menu").completeness == 0)
        #expect(try entry("hi", domain: "menu").size == 0)
        // More keys than the base language count as all of them.
        let all = try entry("ru", domain: nil)
        #expect(all.completeness == 0.9)
        #expect(all.isDownloaded && !all.isBundled)
        #expect(try entry("ru", domain: "shop").isBundled)
    }

    @Test(arguments: [("hi", "hi"), ("hi-IN", "hi"), ("ar", "ar"), ("fr", nil), ("uk", nil)])
    func `stand in for others of the same language`(asked: String, offered: String?) throws {
        let resolver = try resolver(["shop": "en hi ru"]) { $0.languages = try tags("en hi ar ru") }
        #expect(resolver.offered(matching: try tags(asked)[0])?.identifier == offered)
    }

    @Test func `are suggested by name for what is none of them`() throws {
        let resolver = try resolver(["shop": "en hi ru"])
        #expect(resolver.nearest(to: "hindi").map(\.language.identifier) == ["hi"])
        #expect(resolver.nearest(to: "hindi").map(\.name) == ["हिन्दी"])
        #expect(resolver.nearest(to: "kn").isEmpty)
    }
}
