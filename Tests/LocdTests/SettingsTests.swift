import LinuxIO
import LocdInterface
import Testing

@testable import Locd

@Suite struct `Setting a language` {
    private let scratch: Scratch
    private let daemon: FakeDaemon
    private let localizer: Localizer

    init() throws {
        let scratch = try Scratch()
        let catalogs = [
            "en": try scratch.catalog("app", "en", ["hello": "Hello", "only": "Only"], isBase: true),
            "hi": try scratch.catalog("app", "hi", ["hello": "नमस्ते"]),
            "ru": try scratch.catalog("app", "ru", ["hello": "Привет"]),
        ]
        self.scratch = scratch
        daemon = try FakeDaemon(address: scratch.address, scratch: scratch.path)
        try daemon.apply { $0.catalogs["app"] = catalogs }
        localizer = scratch.localizer()
    }

    @Test func `shows it as soon as the call is back`() throws {
        for (language, text) in [("hi", "नमस्ते"), ("ru", "Привет"), ("en", "Hello")] {
            let result = try localizer.setLanguage(language, for: .application)
            #expect(result.requested == [language])
            #expect(result.inForce == language)
            #expect(result.maskedBy == [])
            #expect(localizer["hello"] == text)
        }
        try localizer.useAutomaticLanguage(for: .user)
        #expect(localizer.locale.tag == "en")
        try daemon.end()
    }

    @Test(arguments: [("xx", LocdError.Code.noSuchLanguage, ["hi"]), ("root", .notAllowed, [])])
    func `tells what the daemon refused`(language: String, code: LocdError.Code, nearest: [String]) throws {
        do {
            try localizer.setLanguage(language, for: .system)
            Issue.record("it was not refused")
        } catch {
            #expect(error.code == code)
            #expect(error.nearest.map(\.tag) == nearest)
        }
        try daemon.end()
    }

    @Test func `names the address when nobody answers`() throws {
        try daemon.end()
        do {
            try localizer.setLanguage("hi", for: .user)
            Issue.record("it was set")
        } catch {
            #expect(error.code == .unreachable)
            #expect(error.message.contains(scratch.address))
        }
    }

    @Test func `needs an application for the application's scope`() throws {
        let connection = Connection(address: scratch.address, application: nil, caches: [scratch.path])
        let localizer = scratch.localizer(connection: connection)
        do {
            try localizer.setLanguage("hi", for: .application)
            Issue.record("it was set")
        } catch {
            #expect(error.code == .noApplication)
        }
        try localizer.setLanguage("hi", for: .user)
        try daemon.end()
    }

    @Test func `lists languages for the scope that is to be set`() throws {
        #expect(try localizer.locales.isEmpty)
        _ = try localizer.locales(for: .system)
        _ = try localizer.locales(for: .application)
        let application = try #require(localizer.application)
        try daemon.apply { service in
            #expect(service.listed == ["user none", "system none", "application \(application)"])
        }
        try daemon.end()
    }

    @Test func `leaves texts in other languages and for other people alone`() throws {
        #expect(localizer["hello"] == "Hello")
        #expect(localizer["hello", in: "ru"] == "Привет")
        #expect(localizer["only", in: "ru-RU"] == "Only")
        #expect(localizer["hello", in: "fr"] == "Hello")
        let request = localizer.preferring("fr-FR, hi-IN;q=0.8, ru;q=0.5")
        #expect(request.locale.languages == ["hi", "ru"])
        #expect(request["hello"] == "नमस्ते")
        #expect(request["only"] == "Only")
        #expect(localizer.preferring("")["hello"] == "Hello")
        #expect(localizer["hello"] == "Hello")
        try localizer.setLanguage("ru", for: .user)
        #expect(localizer.preferring("hi")["hello"] == "नमस्ते")
        #expect(request["hello"] == "नमस्ते")
        try daemon.end()
    }

    @Test func `asks the daemon once for each language that people prefer, and for a bounded number`() throws {
        _ = localizer["hello"]
        for _ in 0..<50 { _ = localizer.preferring("hi-IN,en;q=0.8")["hello"] }
        try daemon.apply { service in #expect(service.calls.filter { $0 == "Explain" }.count == 3) }
        for number in 0..<2000 {
            let letters = [number / 400, number / 20 % 20, number % 20].map { String(Unicode.Scalar(UInt8(97 + $0))) }
            _ = localizer.preferring("x" + letters.joined())["hello"]
        }
        #expect(localizer.preferring("hi-x-new")["hello"] == "नमस्ते")
        try daemon.apply { service in #expect(service.calls.filter { $0 == "Explain" }.count <= 256) }
        try daemon.end()
    }
}
