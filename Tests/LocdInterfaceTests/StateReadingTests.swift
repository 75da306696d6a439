import JSON
import LocdInterface
import Testing

struct StateReadingTests {
    private let state = State(
        generation: 4711, scope: .user, requested: ["de-AT"], languages: ["de-AT", "de"], region: "AT", locale: "de_AT",
        direction: .leftToRight, keyboard: Keyboard(layout: "at", variant: nil, inputMethod: "ibus"),
        environment: ["LANG": "de_AT.UTF-8", "LANGUAGE": "de_AT:de"], dynamic: true, until: 17, reason: .set,
        domains: [
            Chain(
                domain: "kiosk", catalogs: [CatalogFile(language: "de", digest: "ab", size: 9, path: "/var/cache/de")])
        ])

    private func read(_ value: JSONValue) throws -> State {
        try JSONDecoder().decode(State.self, from: value.serialized(), limits: .reply)
    }

    private func encoded() throws -> JSONValue {
        try JSONValue(parsing: JSONEncoder().encode(state), limits: .reply)
    }

    @Test("A state survives the wire, whatever the order of its members and whatever else is there")
    func roundTrip() throws {
        let object = try #require(try encoded().object)
        #expect(try read(.object(object)) == state)
        var reordered: JSONObject = ["future": ["x": 1]]
        for member in object.members.reversed() { reordered[member.name] = member.value }
        #expect(try read(.object(reordered)) == state)
    }

    @Test("What may be absent may be, and nothing else", arguments: State.memberNames)
    func absence(_ name: String) throws {
        var object = try #require(try encoded().object)
        object[name] = nil
        let value = JSONValue.object(object)
        if ["region", "keyboard", "until"].contains(name) {
            #expect(try read(value) != state)
        } else {
            #expect(throws: DecodingError.self) { try read(value) }
        }
    }

    @Test("A member of another type is refused", arguments: State.memberNames)
    func wrongType(_ name: String) throws {
        var object = try #require(try encoded().object)
        object[name] = .array([true])
        let value = JSONValue.object(object)
        #expect(throws: DecodingError.self) { try read(value) }
    }
}

extension State {
    fileprivate static let memberNames = [
        "generation", "scope", "requested", "languages", "region", "locale", "direction", "keyboard", "environment",
        "dynamic", "until", "reason", "domains",
    ]
}
