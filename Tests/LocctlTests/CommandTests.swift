import LocdInterface
import Testing

@testable import locctl

@Suite struct CommandTests {
    @Test func `set asks for what its options say`() throws {
        let asked = try setParameters(
            "set de-AT en --user --region AT --if-missing=fallback --runtime --if-generation 9")
        #expect(asked.languages == ["de-AT", "en"])
        #expect(asked.scope == .user)
        #expect(asked.application == nil)
        #expect(asked.region == "AT")
        #expect(asked.ifMissing == .fallback)
        #expect(asked.runtime == true)
        #expect(asked.ifGeneration == 9)
        #expect(asked.temporarySeconds == nil)
    }

    @Test func `set leaves to the daemon what is not given`() throws {
        let asked = try setParameters("set hi")
        #expect(asked.languages == ["hi"])
        #expect(asked.scope == .system)
        #expect(asked.region == nil)
        #expect(asked.ifMissing == nil)
        #expect(asked.runtime == nil)
        #expect(asked.ifGeneration == nil)
    }

    @Test("auto clears, and so does its other name", arguments: ["set auto --app tv", "set system --app tv"])
    func automatic(line: String) throws {
        let asked = try setParameters(line)
        #expect(asked.languages == [])
        #expect(asked.scope == .application)
        #expect(asked.application == "tv")
    }

    @Test(
        "A region alone keeps the languages",
        arguments: [("set --region DE --for 2m", "DE"), ("set --region=auto --for 2m", "")])
    func region(line: String, region: String) throws {
        let asked = try setParameters(line)
        #expect(asked.languages == nil)
        #expect(asked.region == region)
        #expect(asked.temporarySeconds == 120)
    }

    @Test(
        "set refuses what makes no sense",
        arguments: [
            "set", "set --user", "set auto de", "set de --for soon", "set de --if-generation x",
            "set de --if-missing=wait",
            "set de --user --system",
        ])
    func refusals(line: String) {
        #expect(throws: Failure.self) { try setParameters(line) }
        do throws(Failure) { _ = try setParameters(line) } catch { #expect(error.status == .usage) }
    }

    @Test func `text asks with numbers, names and tokens`() throws {
        let arguments = try arguments("text kiosk files.left 3 -1.50 who=Zoé --token %a%=1 --language fr --token b=x=y")
        let asked = try TextCommand.parameters(arguments, application: "tv")
        #expect(asked.domain == "kiosk")
        #expect(asked.key == "files.left")
        #expect(
            asked.arguments == [
                Argument(name: nil, value: "3", kind: .integer), Argument(name: nil, value: "-1.50", kind: .decimal),
                Argument(name: "who", value: "Zoé", kind: .text),
            ])
        #expect(asked.tokens == ["%a%": "1", "b": "x=y"])
        #expect(asked.language == "fr")
        #expect(asked.application == "tv")
    }

    @Test func `text without values asks for the text as it stands`() throws {
        let asked = try TextCommand.parameters(arguments("text kiosk greeting"), application: nil)
        #expect(asked.arguments == nil)
        #expect(asked.tokens == nil)
    }

    @Test(
        "JSON takes the form asked for, and alone that of the place it goes to",
        arguments: [
            ("get", true, nil), ("get --json=off", true, nil), ("get --json", true, .pretty),
            ("get --json", false, .short),
            ("get --json=short", true, .short), ("get --json=pretty", false, .pretty),
            ("--json=short get", true, .short),
        ] as [(String, Bool, JSONForm?)])
    func jsonForms(line: String, isTerminal: Bool, form: JSONForm?) throws {
        #expect(try arguments(line).jsonForm(isTerminal: isTerminal) == form)
    }

    private func arguments(_ line: String) throws(Failure) -> Arguments {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(_, let arguments) = try ArgumentParser.parse(words, verbs: VerbTable.verbs) else {
            throw Failure(.other, "nothing to run")
        }
        return arguments
    }

    private func setParameters(_ line: String) throws(Failure) -> LocaleInterface.Set.Parameters {
        let arguments = try arguments(line)
        let (scope, application) = ScopeOptions.chosen(in: arguments)
        return try SetCommand.parameters(arguments, scope: scope, application: application)
    }
}
