import Testing

@testable import Locd

/// A localizer over texts in memory, at an address where no daemon is.
private func localizer(
    _ texts: [String: [String: String]], base: String? = nil, missing: Localizer.MissingPolicy = .key,
    onMissing: (@Sendable (MissingKey) -> Void)? = nil
) -> Localizer {
    var options = Localizer.Options()
    options.missing = missing
    options.onMissing = onMissing ?? { _ in }
    let connection = Connection(address: "/nonexistent/org.locd", application: nil, caches: [])
    return Localizer(
        domain: "app", own: OwnTexts(domain: "app", texts: texts, base: base), options: options, connection: connection)
}

@Suite struct `Texts that a program brings itself` {
    @Test func `are shown without a daemon, in the base language where nothing else is asked for`() {
        let localizer = localizer(["en": ["greeting": "Hello!"], "ru": ["greeting": "Привет!"]])
        #expect(localizer.texts(in: "en")["greeting"] == "Hello!")
        #expect(localizer.texts(in: "ru")["greeting"] == "Привет!")
        #expect(localizer["greeting", in: "ru-RU"] == "Привет!")
        #expect(localizer["greeting", in: "de"] == "Hello!")
        #expect(localizer.problem?.code == .unreachable)
    }

    @Test func `fall back key by key to the base language`() {
        let localizer = localizer(["en": ["a": "A", "b": "B"], "ru": ["a": "А"]])
        let texts = localizer.texts(in: "ru")
        #expect(texts["a"] == "А")
        #expect(texts["b"] == "B")
        #expect(texts.origin(of: "a")?.language == "ru")
        #expect(texts.origin(of: "b") == TextOrigin(domain: "app", language: "en", isBase: true))
        #expect(texts.origin(of: "c") == nil)
    }

    @Test(arguments: [(nil, "E"), ("de", "D"), ("xx", "E")])
    func `have the declared base language, else English`(declared: String?, text: String) {
        let localizer = localizer(["de": ["k": "D"], "en": ["k": "E"], "fr": [:]], base: declared)
        #expect(localizer["k", in: "fr"] == text)
    }

    @Test func `count an empty text as missing, unless it is empty in the base language too`() {
        let localizer = localizer(["en": ["a": "A", "b": ""], "ru": ["a": "", "b": ""]])
        #expect(localizer["a", in: "ru"] == "A")
        #expect(localizer.texts(in: "ru").textIfPresent("b") == "")
    }

    @Test func `take arguments by position, by name and by token`() {
        let localizer = localizer([
            "en": [
                "order": "%3$@ %1$@ %2$@", "name": "Hello, {name}! {{name}}?", "tokens": "%a% {{b}} [c]",
                "number": "%d of %.2f", "percent": "100%%",
            ]
        ])
        let texts = localizer.texts(in: "en")
        #expect(texts.text("order", 1, 2, 3) == "3 1 2")
        #expect(texts.text("order", "a") == "%3$@ a %2$@")
        #expect(texts.text("name", ["name": "Ada"]) == "Hello, Ada! Ada?")
        #expect(texts.text("tokens", replacing: ["%a%": "A", "{{b}}": "B", "[c]": "C"]) == "A B C")
        #expect(texts.text("number", 3, 2.5) == "3 of 2.50")
        #expect(texts["percent"] == "100%%")
    }

    @Test func `give an error instead of a gap where that is asked for`() throws {
        let localizer = localizer(["en": ["number": "%d files", "name": "{name}!"]])
        #expect(try localizer.checkedText("number", 3) == "3 files")
        #expect(try localizer.checkedText("name", ["name": "Ada"]) == "Ada!")
        let wrong: [(LocdError.Code, () throws(LocdError) -> String)] = [
            (.missingText, { () throws(LocdError) in try localizer.checkedText("absent", 1) }),
            (.missingArgument, { () throws(LocdError) in try localizer.checkedText("name", ["other": 1]) }),
            (.wrongArgumentType, { () throws(LocdError) in try localizer.checkedText("number", "three") }),
        ]
        for (code, body) in wrong {
            let error = #expect(throws: LocdError.self) { try body() }
            #expect(error?.code == code)
        }
    }

    @Test func `are the same bytes each time, and end with NUL`() throws {
        let localizer = localizer(["en": ["k": "नमस्ते", "empty": ""]])
        let first = try #require(localizer.utf8("k"))
        let second = try #require(localizer.utf8("k"))
        #expect(unsafe first.cString == second.cString)
        #expect(unsafe String(cString: first.cString) == "नमस्ते")
        #expect(first.count == "नमस्ते".utf8.count)
        #expect(first.withUTF8 { $0[0] } == 0xE0)
        #expect(localizer.utf8("empty")?.count == 0)
        #expect(localizer.utf8("absent") == nil)
    }
}

@Suite struct `A missing key` {
    @Test(arguments: [
        ("x", nil, "[No 'x' in 'ru']"), ("a{language}", nil, "[No 'a{language}' in 'ru']"), ("x", "given", "given"),
        ("", nil, "[No '' in 'ru']"),
    ])
    func `is shown as the format says, unless the call has a default`(key: String, given: String?, shown: String) {
        let localizer = localizer(["ru": ["k": "v"]], missing: .format("[No '{key}' in '{language}']"))
        #expect(localizer.texts(in: "ru").text(key, default: given) == shown)
    }

    @Test func `is shown as the key, with arguments and tokens in it`() {
        let localizer = localizer(["en": [:]])
        #expect(localizer["Hello"] == "Hello")
        #expect(localizer.text("Hello, %@", "Ada") == "Hello, Ada")
        #expect(localizer.text("Hello, [n]", replacing: ["[n]": "Ada"]) == "Hello, Ada")
        #expect(localizer.text("k", ["n": 1], default: "{n} left") == "1 left")
        #expect(localizer.textIfPresent("Hello") == nil)
    }

    @Test func `is told of once a language, and never when it is empty`() {
        let told = Told()
        let localizer = localizer(["en": ["k": "v"], "ru": [:]], onMissing: { told.append($0) })
        for _ in 0..<3 {
            _ = localizer.texts(in: "en")["x"]
            _ = localizer.texts(in: "ru")["x"]
            _ = localizer.texts(in: "ru")[""]
            _ = localizer.texts(in: "en").textIfPresent("y")
            _ = localizer.texts(in: "en").utf8("z")
        }
        #expect(
            told.keys == [
                MissingKey(domain: "app", key: "x", language: "en"),
                MissingKey(domain: "app", key: "x", language: "ru"),
                MissingKey(domain: "app", key: "y", language: "en"),
            ])
    }
}
