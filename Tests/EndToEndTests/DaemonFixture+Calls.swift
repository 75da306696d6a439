import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing
import Varlink
import VarlinkTransport

/// Asking the daemon in the types of its interfaces.
extension DaemonFixture {
    /// Calls a method over a connection of its own.
    ///
    /// - Throws: `VarlinkError` when the daemon says so.
    @discardableResult
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws -> Method.Reply {
        try VarlinkClient(path: address, timeout: WireClient.patience)
            .call(method, parameters, timeout: WireClient.patience)
    }

    /// Sets the machine's languages.
    @discardableResult
    func set(_ languages: String...) throws -> LocaleInterface.Set.Reply {
        try call(LocaleInterface.Set.self, .init(languages: languages))
    }

    /// What a program sees that shows the domain `kiosk`.
    func state(application: String? = nil) throws -> State {
        try call(LocaleInterface.Get.self, .init(application: application, domains: ["kiosk"])).state
    }

    /// The text of a key of `kiosk`.
    func text(_ key: String) throws -> String {
        try call(CatalogInterface.Lookup.self, .init(domain: "kiosk", key: key)).text
    }

    /// The faults that the daemon has met in files.
    func problems() throws -> [Problem] {
        try call(LocaleInterface.Status.self, .init()).problems
    }

    /// Asks until it is so; false when that takes too long. Each asking is a call to the daemon, so it does not spin.
    func wait(until isSo: () throws -> Bool) throws -> Bool {
        let deadline = BoottimeClock.now.advanced(by: WireClient.patience)
        while BoottimeClock.now < deadline {
            if try isSo() { return true }
        }
        return false
    }
}

/// A program that follows its language.
final class Follower {
    private let client: WireClient
    /// The state it began with.
    let first: State

    init(_ daemon: DaemonFixture, application: String? = nil) throws {
        client = try daemon.connect()
        let parameters = LocaleInterface.Subscribe.Parameters(
            application: application, domains: ["kiosk"], heartbeatSeconds: 0)
        let text = String(decoding: try JSONEncoder().encode(parameters), as: UTF8.self)
        try client.sendMessage(WireClient.message(LocaleInterface.Subscribe.name, text, more: true))
        first = try Self.state(in: client.answer())
    }

    /// The next state it is told, waiting for it.
    func next() throws -> State {
        try Self.state(in: client.answer())
    }

    /// The first state that is told and fits.
    func next(where fits: (State) -> Bool) throws -> State {
        while true {
            let state = try next()
            if fits(state) { return state }
        }
    }

    /// Expects that the daemon ends the subscription.
    func expectEnd() throws {
        while try client.next() != nil {}
    }

    private static func state(in answer: Answer) throws -> State {
        let reply = try JSONDecoder().decode(
            FollowerReply.self, from: Array(answer.text.utf8), limits: .reply)
        return try #require(reply.parameters.state)
    }
}

private struct FollowerReply: Decodable {
    var parameters: LocaleInterface.Subscribe.Reply
}
