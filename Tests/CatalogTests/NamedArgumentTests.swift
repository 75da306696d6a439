import Catalog
import Testing

@Suite struct NamedArgumentTests {
    private static let arguments = MessageArguments(named: [
        NamedArgument("app", "Kiosk"), NamedArgument("user.name", "Ada"), NamedArgument("_n1", 3),
    ])

    @Test(arguments: [
        ("{app}", "Kiosk"),
        ("{{app}}", "Kiosk"),
        ("l'{app}", "l'Kiosk"),
        ("'{app}'", "'Kiosk'"),
        ("{user.name}: {_n1}", "Ada: 3"),
        ("{{{app}}}", "{Kiosk}"),
        ("{{app}", "{Kiosk"),
        ("{app}}", "Kiosk}"),
        ("{", "{"),
        ("{{", "{{"),
        ("{}", "{}"),
        ("{ app }", "{ app }"),
        ("{1a}", "{1a}"),
        ("{.a}", "{.a}"),
        ("{app", "{app"),
        ("{äpp}", "{äpp}"),
        ("{other} {app}", "{other} Kiosk"),
        ("%@ 100%% {app}", "%@ 100%% Kiosk"),
    ])
    func `names in braces take named arguments, other braces are literal`(text: String, result: String) throws {
        #expect(try formatted(text, Self.arguments) == result)
    }

    @Test func `a name without its argument is an error when asked for`() {
        let template = MessageTemplate(parsing: "{app} {other}")
        let error = #expect(throws: CatalogError.self) { try template.formatted(checking: Self.arguments) }
        #expect(error?.code == .missingArgument)
        #expect(error?.message == "no argument was given for {other}")
    }

    @Test func `positional and named arguments work side by side`() throws {
        let arguments = MessageArguments([3], named: [NamedArgument("app", "%d")])
        #expect(try formatted("{app}: %d%%", arguments) == "%d: 3%")
    }
}

@Suite struct PlaceholderTests {
    private static let abc = [Placeholder("%a%", "A"), Placeholder("{{b}}", "B"), Placeholder("[c]", "C")]

    @Test(arguments: [
        ("%a% {{b}} [c]", abc, "A B C"),
        ("[c][c]%a%", abc, "CCA"),
        ("nothing", abc, "nothing"),
        ("%b% {b} [c", abc, "%b% {b} [c"),
        ("a", [Placeholder("a", "b"), Placeholder("b", "c")], "b"),
        ("abc", [Placeholder("a", "1"), Placeholder("abc", "3"), Placeholder("ab", "2")], "3"),
        ("aaa", [Placeholder("aa", "x")], "xa"),
        ("text", [Placeholder("", "x")], "text"),
        ("text", [Placeholder("", "x"), Placeholder("ex", "-")], "t-t"),
        ("tt", [Placeholder("t", "1"), Placeholder("t", "2")], "11"),
        ("größe", [Placeholder("ö", "o"), Placeholder("ß", "ss")], "grosse"),
        ("n: #", [Placeholder("#", 42)], "n: 42"),
        ("100%%", abc, "100%%"),
    ])
    func `tokens are replaced in one pass, the longest first`(
        text: String, placeholders: [Placeholder], result: String
    ) throws {
        #expect(try formatted(text, MessageArguments(placeholders: placeholders)) == result)
    }

    @Test(arguments: [
        ("{name} {{name}}", [Placeholder("{name}", "token")], "token {token}"),
        ("{name} {{name}}", [Placeholder("{{name}}", "token")], "named token"),
        ("{name}", [Placeholder("name", "token")], "{token}"),
        ("%@ {name}", [Placeholder("%@", "token")], "token named"),
        ("x%@", [Placeholder("x%", "token")], "token@"),
        ("%@|%@", [Placeholder("@|%", "-")], "%-@"),
        ("[%@]", [Placeholder("]", ")")], "[positional)"),
        ("%1$@x", [Placeholder("@x", "!")], "%1$!"),
    ])
    func `a token takes precedence over specifiers that it touches`(
        text: String, placeholders: [Placeholder], result: String
    ) throws {
        let arguments = MessageArguments(
            ["positional"], named: [NamedArgument("name", "named")], placeholders: placeholders)
        #expect(try formatted(text, arguments) == result)
    }

    @Test(arguments: [
        ("[No '{key}' in '{language}']", "x", "[No 'x' in 'ru']"),
        ("[No '{key}' in '{language}']", "a{language}", "[No 'a{language}' in 'ru']"),
        ("{key}{key}", "{key}", "{key}{key}"),
        ("%@ {other}", "x", "%@ {other}"),
        ("", "x", ""),
    ])
    func `the text for a missing message is made in one pass`(format: String, key: String, result: String) {
        #expect(MissingTextFormat(format).text(key: key, language: "ru") == result)
    }

    @Test func `placeholders of the call apply to a missing text, not to the key in it`() {
        let format = MissingTextFormat("{key} [c]")
        #expect(format.text(key: "no [c]", language: "ru", placeholders: Self.abc) == "no [c] C")
    }

    @Test func `arguments are plain text in a message with markup`() throws {
        let arguments = MessageArguments(["<color=255,0,0>{x}"], named: [NamedArgument("x", "y")])
        #expect(try formatted("<traits=b>{(%@)}", arguments) == "<traits=b>{(<color=255,0,0>{x})}")
    }
}
