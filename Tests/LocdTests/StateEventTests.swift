import JSON
import LocdInterface
import Testing

@testable import Locd

/// A state with everything in it.
private let full = State(
    generation: 7, scope: .user, requested: ["hi-IN"], languages: ["hi-IN", "en"], region: "DE",
    locale: "hi-IN-u-rg-dezzzz", direction: .leftToRight,
    keyboard: Keyboard(layout: "in", variant: "hin-wx", inputMethod: nil),
    environment: ["LANG": "hi_IN.UTF-8", "LANGUAGE": "hi_IN:en"], dynamic: true, until: 1_800_000_000, reason: .set,
    domains: [
        Chain(
            domain: "app",
            catalogs: [
                CatalogFile(language: "hi", digest: "aa", size: 1, path: "/a"),
                CatalogFile(language: "en", digest: "bb", size: 2, path: "/b"),
            ]), Chain(domain: "lib", catalogs: []),
    ])

/// A state as it goes over the wire.
private func element(_ state: State) throws -> JSONElement {
    try JSONDocument(parsing: JSONEncoder().encode(state), limits: .reply).root
}

/// The full state with a change.
private func changed(_ change: (inout State) -> Void) -> State {
    var state = full
    change(&state)
    return state
}

@Suite struct `A state compared with one on the wire` {
    @Test func `is said by its own text`() throws {
        #expect(StateEvent(full).isSaid(by: try element(full)))
        let bare = changed { state in
            state.region = nil
            state.keyboard = nil
        }
        #expect(StateEvent(bare).isSaid(by: try element(bare)))
    }

    @Test func `is said by one that came about in another way`() throws {
        let other = changed { state in
            state.generation = 8
            state.scope = .system
            state.requested = []
            state.dynamic = false
            state.until = nil
            state.reason = .expired
            state.domains[0].catalogs[0].path = "/elsewhere"
        }
        #expect(StateEvent(full).isSaid(by: try element(other)))
    }

    static let differences: [@Sendable (inout State) -> Void] = [
        { $0.languages = ["hi-IN"] }, { $0.languages = ["en", "hi-IN"] }, { $0.region = "IN" }, { $0.region = nil },
        { $0.locale = "hi-IN" }, { $0.direction = .rightToLeft }, { $0.keyboard = nil },
        { $0.keyboard?.layout = "us" }, { $0.keyboard?.variant = nil }, { $0.keyboard?.inputMethod = "m17n" },
        { $0.environment["LANG"] = "C" }, { $0.environment["LANG"] = nil }, { $0.environment["LC_TIME"] = "de_DE" },
        { $0.domains[0].catalogs[1].digest = "cc" }, { $0.domains[0].catalogs.removeLast() },
        { $0.domains[0].catalogs.swapAt(0, 1) }, { $0.domains[1].domain = "other" }, { $0.domains.removeLast() },
    ]

    @Test(arguments: differences.indices)
    func `is not said by one that differs in what is shown`(index: Int) throws {
        let other = changed(Self.differences[index])
        #expect(!StateEvent(full).isSaid(by: try element(other)))
        #expect(!StateEvent(other).isSaid(by: try element(full)))
    }

    @Test func `is not said by a text that lacks a part of it`() throws {
        for name in ["languages", "locale", "direction", "environment", "domains", "region", "keyboard"] {
            var object = try #require(JSONValue(element(full)).object)
            object[name] = nil
            let text = JSONValue.object(object).serialized()
            #expect(!StateEvent(full).isSaid(by: try JSONDocument(parsing: text, limits: .reply).root))
        }
    }
}
