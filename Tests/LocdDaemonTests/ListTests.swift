import LanguageTags
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// The languages on offer as clients are told (semantics L10).
@Suite struct ListTests {
    let user = FakeConnection(uid: 1000)

    private func list(_ bench: Bench) throws -> [Language] {
        try bench.call(LocaleInterface.List.self, .init(), from: user, more: true)
            .allAnswers(LocaleInterface.List.self).compactMap(\.language)
    }

    @Test("The automatic entry comes first, with what it resolves to; the current language is marked")
    func order() throws {
        let bench = try Bench(machine: ["ru-RU"])
        let languages = try list(bench)
        #expect(languages.map(\.tag) == ["ru", "ar", "en", "hi", "ru"])
        #expect(languages.map(\.automatic) == [true, false, false, false, false])
        #expect(languages.map(\.current) == [true, false, false, false, true])
        _ = try bench.set("hi", scope: .user, from: user)
        #expect(try list(bench).map(\.current) == [false, false, false, true, false])
    }

    @Test("The automatic entry is what the scope asked about follows, and is current while the scope is set to none")
    func scopes() throws {
        let bench = try Bench(machine: ["ru-RU"])
        _ = try bench.set("hi", scope: .system, from: FakeConnection(uid: 0))
        func firstAndCurrent(_ scope: Scope?, _ application: String? = nil) throws -> [String] {
            let languages = try bench.call(
                LocaleInterface.List.self, .init(scope: scope, application: application), from: user, more: true
            ).allAnswers(LocaleInterface.List.self).compactMap(\.language)
            return try [#require(languages.first).tag]
                + languages.filter(\.current).map { $0.automatic ? "auto" : $0.tag }
        }
        #expect(try firstAndCurrent(.system) == ["ru", "hi"])
        #expect(try firstAndCurrent(nil) == ["hi", "auto", "hi"])
        _ = try bench.set("ar", scope: .user, from: user)
        #expect(try firstAndCurrent(.system) == ["ru", "hi"])
        #expect(try firstAndCurrent(.user) == ["hi", "ar"])
        #expect(try firstAndCurrent(.application, "shop") == ["ar", "auto", "ar"])
        let nameless = try bench.call(LocaleInterface.List.self, .init(scope: .application), from: user, more: true)
        #expect(nameless.error?.name == "org.varlink.service.InvalidParameter")
    }

    @Test("A language is told with its names, codes, direction and what there is of it")
    func entry() throws {
        let bench = try Bench(["en", "ru", "ar", "zh-Hant-TW"])
        _ = try bench.set("ru", scope: .user, from: user)
        let languages = try list(bench).dropFirst()
        let arabic = try #require(languages.first { $0.tag == "ar" })
        #expect(arabic.direction == .rightToLeft)
        #expect(arabic.name == "العربية")
        #expect(arabic.localizedName == "Арабский")
        let russian = try #require(languages.first { $0.tag == "ru" })
        #expect(russian.name == "Русский")
        #expect(russian.direction == .leftToRight)
        #expect(russian.bundled && !russian.downloaded && russian.size == 100 && russian.completeness == 1)
        let chinese = try #require(languages.first { $0.tag == "zh-Hant-TW" })
        #expect(chinese.languageCode == "zh" && chinese.scriptCode == "Hant" && chinese.countryCode == "TW")
    }

    @Test("A language is described under any of its spellings; one that is not there is named with its nearest")
    func describe() throws {
        let bench = try Bench()
        for spelling in ["hi", "hi-IN", "hi_IN.UTF-8", " HI "] {
            let call = try bench.call(LocaleInterface.Describe.self, .init(language: spelling), from: user)
            #expect(try call.answer(LocaleInterface.Describe.self).language.tag == "hi", "\(spelling)")
        }
        let absent = try bench.call(LocaleInterface.Describe.self, .init(language: "hindi"), from: user)
        guard case .noSuchLanguage("hindi", let nearest) = try absent.localeError() else { Issue.record(); return }
        #expect(nearest.first?.tag == "hi")
        let invalid = try bench.call(LocaleInterface.Describe.self, .init(language: "../hi"), from: user)
        guard case .invalidLanguageTag("../hi", _) = try invalid.localeError() else { Issue.record(); return }
    }

    @Test("Without texts the list ends at once, and of an unknown domain there is none")
    func nothing() throws {
        let bench = try Bench([])
        let call = try bench.call(LocaleInterface.List.self, .init(), from: user, more: true)
        #expect(try call.answer(LocaleInterface.List.self).language == nil)
        let unknown = try bench.call(LocaleInterface.List.self, .init(domain: "absent"), from: user, more: true)
        #expect(unknown.error?.name == "org.varlink.service.InvalidParameter")
        let single = try bench.call(LocaleInterface.List.self, .init(), from: user)
        #expect(single.error?.name == "org.varlink.service.ExpectedMore")
        #expect(single.endings == 1)
    }
}
