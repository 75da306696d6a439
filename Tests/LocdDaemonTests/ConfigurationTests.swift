import LanguageTags
import Testing

@testable import LocdDaemon
import LocdInterface

@Suite struct ConfigurationTests {
    @Test("A configuration file is read whole, and a drop-in over it")
    func reading() {
        var configuration = Configuration()
        let problems = configuration.read(
            """
            # The product.
            [Locale]
            Languages=en hi \\
              ar
            RequiredDomains=shop
            BaseLanguage=en
            Default = hi
            CrossLanguages=yes

            [Catalogs]
            VendorDirectories=/usr/share/shop/domains
            [Domain shop]
            BaseLanguage=de
            Uses=common
            [Access]
            Group=wheel
            LockSystem=on
            [Limits]
            ConnectionsPerUser=64
            ApplicationsPerUser=8
            """, file: "locd.conf")
        #expect(problems == [])
        #expect(configuration.languages.map(\.identifier) == ["en", "hi", "ar"])
        #expect(configuration.requiredDomains == ["shop"])
        #expect(configuration.baseLanguage?.identifier == "en")
        #expect(configuration.defaultLanguages.map(\.identifier) == ["hi"])
        #expect(configuration.crossLanguages)
        #expect(configuration.vendorDirectories == ["/usr/share/shop/domains"])
        #expect(configuration.baseLanguageByDomain.mapValues(\.identifier) == ["shop": "de"])
        #expect(configuration.usesByDomain == ["shop": ["common"]])
        #expect(configuration.administratorGroup == "wheel")
        #expect(configuration.systemLocked)
        #expect(configuration.connectionsPerUser == 64)
        #expect(configuration.limits.applicationsPerUser == 8)

        #expect(configuration.read("[Locale]\nLanguages=\nLanguages=de\nDefault=\n", file: "10.conf") == [])
        #expect(configuration.languages.map(\.identifier) == ["de"])
        #expect(configuration.defaultLanguages == [])
    }

    @Test(
        "What is not understood is ignored and named with its line",
        arguments: [
            ("[Locale]\nBase=en\nBaseLanguage=en", 2, "[Locale] has no key Base="),
            ("BaseLanguage=de\n[Locale]\nBaseLanguage=en", 1, "before any [section]"),
            ("[Nowhere]\nX=1\n[Locale]\nBaseLanguage=en", 2, "no section [Nowhere]"),
            ("[Locale\n[Locale]\nBaseLanguage=en", 1, "not closed"),
            ("[Locale]\nnonsense\nBaseLanguage=en", 2, "neither"),
            ("[Locale]\nCrossLanguages=perhaps\nBaseLanguage=en", 2, "yes or no"),
            ("[Limits]\nConnections=-1\n[Locale]\nBaseLanguage=en", 2, "above 0"),
            ("[Locale]\nBaseLanguage=hindi\nBaseLanguage=en", 2, "\"hindi\" is not a language tag"),
            ("[Locale]\nLanguages=en ../x hi\nBaseLanguage=en", 2, "\"../x\" is not a language tag"),
            ("[Domain ../x]\nUses=y\n[Locale]\nBaseLanguage=en", 2, "not a domain's name"),
        ])
    func problems(text: String, line: Int, message: String) throws {
        var configuration = Configuration()
        let problems = configuration.read(text, file: "locd.conf")
        let problem = try #require(problems.first)
        #expect(problems.count == 1)
        #expect(problem.line == line)
        #expect(problem.message.contains(message), "\(problem.message)")
        #expect(configuration.baseLanguage?.identifier == "en")
    }

    @Test(
        "A name is one path component that no tool takes for an option",
        arguments: [
            ("shop", true), ("org.example.App", true), ("_x", true), ("a+b-c.d", true), ("", false), (".", false),
            ("..", false), (".x", false), ("-x", false), ("a/b", false), ("a b", false), ("a\0b", false), ("ä", false),
            (String(repeating: "x", count: 127), true), (String(repeating: "x", count: 128), false),
        ])
    func identifiers(name: String, isValid: Bool) {
        #expect(Identifier.isValid(name) == isValid)
    }
}
