import LanguageTags
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// The daemon at a glance, and who is told what of it.
@Suite struct StatusTests {
    private let user = FakeConnection(uid: 1000)
    private let root = FakeConnection(uid: 0)

    private func status(
        _ bench: Bench, of connection: FakeConnection, application: String? = nil
    ) throws -> LocaleInterface.Status.Reply {
        try bench.call(LocaleInterface.Status.self, .init(application: application), from: connection)
            .answer(LocaleInterface.Status.self)
    }

    @Test func `each scope is told with what it is set to, what is in force in it and what decided that`() throws {
        let bench = try Bench(machine: ["ru-RU"])
        _ = try bench.set("hi", scope: .user, from: user)
        try bench.call(
            LocaleInterface.Set.self, .init(region: "DE", scope: .application, application: "tv"), from: user)
        try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ar"], scope: .application, application: "tw"), from: user)
        let scopes = try status(bench, of: user).scopes
        #expect(scopes.map(\.setting.scope) == [.system, .user, .application, .application])
        #expect(scopes.map(\.setting.languages) == [[], ["hi"], [], ["ar"]])
        #expect(scopes.map(\.setting.application) == [nil, nil, "tv", "tw"])
        #expect(scopes.map(\.languages) == [["ru", "en"], ["hi", "en"], ["hi", "en"], ["ar", "en"]])
        #expect(scopes.map(\.decidedBy) == [.automatic, .user, .user, .application])
        #expect(try status(bench, of: user).machineLanguages == ["ru-RU"])
    }

    @Test func `nobody is told of another user's settings`() throws {
        let bench = try Bench()
        _ = try bench.set("hi", scope: .user, from: user)
        for connection in [root, FakeConnection(uid: 1001)] {
            #expect(try status(bench, of: connection).scopes.map(\.setting.languages) == [[], []])
        }
    }

    @Test(
        "Only administrators are told of others' connections and of stored settings that are at fault",
        arguments: [
            (0, 5, true), (999, 5, true), (1000, 5, false), (1000, 42, true), (1001, 5, false), (65_534, 42, false),
        ] as [(UInt32, UInt32, Bool)])
    func privacy(uid: UInt32, group: UInt32, isAdministrator: Bool) throws {
        let bench = try Bench(group: 42)
        bench.daemon.connections = { [0: 1, 1000: 3, 4711: 5] }
        let stored = Problem(file: "/state/user-4711.json", line: nil, column: nil, message: "damaged")
        let texts = Problem(file: "/vendor/shop/hi.json", line: 3, column: 1, message: "no comma")
        bench.daemon.report([stored], of: .settings)
        bench.daemon.report([texts], of: .texts)
        let status = try status(bench, of: FakeConnection(uid: uid, gid: group))
        #expect(status.administrator == isAdministrator)
        if isAdministrator {
            #expect(status.connections == 9)
            #expect(status.users.map(\.uid) == [0, 1000, 4711])
            #expect(Set(status.problems) == [stored, texts])
        } else {
            #expect(status.connections == nil)
            #expect(status.users == (uid == 1000 ? [UserConnections(uid: 1000, connections: 3)] : []))
            #expect(status.problems == [texts])
        }
    }

    @Test func `each domain is told with its chain, the domains it uses, and their shares of the keys`() throws {
        let bench = try Bench(configure: { $0.usesByDomain["kiosk"] = ["shop"] })
        var inventory = try Bench.inventory(["shop": ["en", "hi"], "kiosk": ["en", "hi", "ar"], "alone": ["ar"]])
        let hindi = try LanguageTag(parsing: "hi")
        inventory.domains["kiosk"]?.catalogs[hindi]?.keyCount = 4
        inventory.domains["shop"]?.catalogs[hindi]?.keyCount = 11
        bench.daemon.inventoryChanged(inventory)
        _ = try bench.set("hi", scope: .user, from: user)
        let status = try status(bench, of: user)
        #expect(status.domains == ["alone", "kiosk", "shop"])
        #expect(status.texts.map(\.baseLanguage) == ["ar", "en", "en"])
        #expect(status.texts.map(\.keys) == [10, 10, 10])
        #expect(
            status.texts[1].chain == [
                ChainLink(domain: "kiosk", language: "hi", completeness: 0.4),
                ChainLink(domain: "kiosk", language: "en", completeness: 1),
                ChainLink(domain: "shop", language: "hi", completeness: 1),
                ChainLink(domain: "shop", language: "en", completeness: 1),
            ])
    }

    @Test func `an application's chains are told to who asks for them`() throws {
        let bench = try Bench()
        try bench.call(
            LocaleInterface.Set.self, .init(languages: ["ar"], scope: .application, application: "tv"), from: user)
        #expect(try status(bench, of: user).texts.first?.chain.map(\.language) == ["en"])
        #expect(try status(bench, of: user, application: "tv").texts.first?.chain.map(\.language) == ["ar", "en"])
        let call = try bench.call(LocaleInterface.Status.self, .init(application: "../x"), from: user)
        #expect(call.error?.name == "org.varlink.service.InvalidParameter")
    }

    @Test func `of many domains all names are told, and the first in detail`() throws {
        let bench = try Bench()
        let names = (0..<100).map { "domain\($0)" }
        bench.daemon.inventoryChanged(
            try Bench.inventory(Dictionary(uniqueKeysWithValues: names.map { ($0, ["en"]) })))
        let status = try status(bench, of: user)
        #expect(status.domains == names.sorted())
        #expect(status.texts.map(\.name) == Array(names.sorted().prefix(64)))
    }
}
