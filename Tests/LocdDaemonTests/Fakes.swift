import Catalog
import JSON
import LanguageTags
import LocdInterface
import Testing
import Varlink

@testable import LocdDaemon

/// Settings kept in a table; a test decides when, and whether, a write succeeds.
final class FakeSettings: SettingsStorage {
    var stored: [Owner: OwnerSettings] = [:]
    var generation: Int64 = 100
    /// Nil: writes end at once. Otherwise they wait here.
    var held: [() -> Void]?
    var failure: StorageFailure?
    private(set) var writes = 0

    func store(_ settings: OwnerSettings, of owner: Owner, completion: @escaping (StorageFailure?) -> Void) {
        let write = {
            self.writes += 1
            if self.failure == nil { self.stored[owner] = settings }
            completion(self.failure)
        }
        if held == nil { write() } else { held?.append(write) }
    }

    func isStored(_ owner: Owner) -> Bool { stored[owner] != nil }

    func nextGeneration() -> Int64 {
        generation += 1
        return generation
    }

    /// Lets the oldest held write end.
    func releaseOne() throws {
        let write = try #require(held?.first)
        held?.removeFirst()
        write()
    }
}

/// An operating system that notes what it is told.
final class FakeMachine: MachineLocale {
    private(set) var locales: [[String: String]] = []
    private(set) var keyboards: [KeyboardHint] = []

    func setLocale(_ variables: [String: String]) { locales.append(variables) }
    func setKeyboard(_ hint: KeyboardHint) { keyboards.append(hint) }
}

/// Catalogs that verify unless a test says otherwise.
final class FakeCatalogs: CatalogStorage {
    var damaged: Set<String> = []
    /// What is damaged stays so, however often it is made again.
    var cannotBeReplaced = false
    var catalogs: [String: MessageCatalog] = [:]
    /// Called before the completion with what was found damaged, as the real store does.
    var setAside: ([String]) -> Void = { _ in }
    /// Nil: verifications end at once. Otherwise they wait here.
    var waiting: [() -> Void]?
    private(set) var verified: [[String]] = []

    func verify(_ digests: [String], completion: @escaping ([String]) -> Void) {
        verified.append(digests)
        let verification = {
            let found = digests.filter(self.damaged.contains)
            if !self.cannotBeReplaced { self.damaged.subtract(found) }
            if !found.isEmpty { self.setAside(found) }
            completion(found)
        }
        if waiting == nil { verification() } else { waiting?.append(verification) }
    }

    /// Lets the oldest waiting verification end.
    func releaseOne() throws {
        let verification = try #require(waiting?.first)
        waiting?.removeFirst()
        verification()
    }

    private(set) var held: Set<String> = []

    func hold(_ digests: Set<String>) { held = digests }

    func catalog(digest: String) -> MessageCatalog? { catalogs[digest] }
}

/// Generation words kept in a table.
final class FakeWords: GenerationWords {
    var words: [UInt32: Int64] = [:]
    var users: Set<UInt32> { Set(words.keys) }

    func prepare(uid: UInt32, generation: Int64) -> StorageFailure? {
        if words[uid] == nil { words[uid] = generation }
        return nil
    }

    func raise(uid: UInt32, to generation: Int64) { words[uid] = generation }
}

/// An authority that answers when a test says so.
final class FakeAuthority: Authority {
    /// A question and what becomes of it.
    final class Question: PendingQuestion {
        let asked: AuthorityQuestion
        private let completion: (AuthorityAnswer) -> Void
        private(set) var isWithdrawn = false

        init(_ asked: AuthorityQuestion, _ completion: @escaping (AuthorityAnswer) -> Void) {
            self.asked = asked
            self.completion = completion
        }

        func withdraw() { isWithdrawn = true }
        func answer(_ answer: AuthorityAnswer) { completion(answer) }
    }

    /// Nil: questions wait for the test. Otherwise the answer to all, at once.
    var standing: AuthorityAnswer? = .denied("nobody is authorised")
    private(set) var questions: [Question] = []

    func ask(
        _ question: AuthorityQuestion, completion: @escaping (AuthorityAnswer) -> Void
    ) -> any PendingQuestion {
        let pending = Question(question, completion)
        questions.append(pending)
        if let standing { completion(standing) }
        return pending
    }
}

/// Clocks that a test moves.
final class FakeClock: DaemonClock {
    var boottime: Int64 = 1_000_000_000_000
    var unix: Int64 = 1_800_000_000

    func advance(seconds: Int64) {
        boottime += seconds * 1_000_000_000
        unix += seconds
    }
}

/// Log lines kept for a test to read.
final class FakeLog: DaemonLog {
    private(set) var entries: [LogEntry] = []
    var lines: [String] { entries.map { "<\($0.priority.rawValue)>\($0.message)" } }
    func write(_ entry: LogEntry) { entries.append(entry) }
}

/// A connection that keeps what it was sent.
final class FakeConnection: ClientConnection {
    let peer: Peer
    var frames: [SharedFrame] = []
    var isDrained = true
    var isPeerGone = false

    init(uid: UInt32, gid: UInt32 = 1000, groups: [UInt32] = []) {
        peer = Peer(uid: uid, gid: gid, pid: 4711, startTime: 815, groups: groups)
    }

    func setPending(_ frame: SharedFrame) { frames.append(frame) }

    /// The states it was sent, oldest first; nil for a heartbeat.
    func states() throws -> [State?] {
        try frames.map { frame in
            let reply = try JSONDocument(parsing: Array(frame.bytes.dropLast()), limits: .reply).root
            guard let parameters = reply["parameters"] else { return nil }
            return try JSONDecoder().decode(LocaleInterface.Subscribe.Reply.self, from: parameters).state
        }
    }
}

/// A call that keeps its ending.
final class FakeCall: PendingCall {
    let method: String
    let document: JSONDocument
    let wantsMore: Bool
    let connection: any ClientConnection
    private(set) var replies: [[UInt8]] = []
    private(set) var attachment: LocdDaemon.Attachment?
    private(set) var error: VarlinkError?
    private(set) var endings = 0

    init<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, from connection: FakeConnection, more: Bool = false
    ) throws {
        self.method = Method.name
        document = try JSONDocument(parsing: JSONEncoder().encode(parameters), limits: .request)
        wantsMore = more
        self.connection = connection
    }

    var parameters: JSONElement { document.root }

    func reply(_ parameters: [UInt8], continues: Bool, attachment: LocdDaemon.Attachment?) {
        replies.append(parameters)
        self.attachment = attachment
        if !continues { endings += 1 }
    }

    func fail(_ error: VarlinkError) {
        #expect(isDeclared(error), "\(method) does not declare \(error)")
        self.error = error
        endings += 1
    }

    func beginStream(_ first: SharedFrame) {
        connection.setPending(first)
        endings += 1
    }

    /// Whether an error is Varlink's own, or one that the interface of this method declares in this form.
    private func isDeclared(_ error: VarlinkError) -> Bool {
        if error.name.hasPrefix("org.varlink.service.") { return true }
        let descriptions = [LocaleInterface.description, CatalogInterface.description]
        guard let description = descriptions.first(where: { method.hasPrefix("\($0.name).") }),
            error.name.hasPrefix("\(description.name).")
        else { return false }
        let name = String(error.name.dropFirst(description.name.count + 1))
        do {
            let members = try JSONDocument(parsing: error.parameters.serialized(), limits: .reply).root
            try description.validate(error: members, named: name)
            return true
        } catch {
            return false
        }
    }

    /// The only reply, which the call must have ended with.
    func answer<Method: VarlinkMethod>(_ method: Method.Type) throws -> Method.Reply {
        try #require(endings == 1 && replies.count == 1, "\(String(describing: error))")
        return try JSONDecoder().decode(Method.Reply.self, from: replies[0], limits: .reply)
    }

    /// All replies, which the call must have ended with.
    func allAnswers<Method: VarlinkMethod>(_ method: Method.Type) throws -> [Method.Reply] {
        try #require(endings == 1 && error == nil, "\(String(describing: error))")
        return try replies.map { try JSONDecoder().decode(Method.Reply.self, from: $0, limits: .reply) }
    }

    /// The error of `org.locd.Locale`, which the call must have ended with.
    func localeError() throws -> LocaleInterface.Failure {
        try #require(endings == 1)
        let error = try #require(error)
        return try #require(LocaleInterface.Failure(error))
    }
}

/// A daemon with everything around it in tables.
final class Bench {
    let settings = FakeSettings()
    let catalogs = FakeCatalogs()
    let words = FakeWords()
    let authority = FakeAuthority()
    let machine = FakeMachine()
    let clock = FakeClock()
    let log = FakeLog()
    let daemon: LanguageDaemon

    /// - Parameter languages: the languages of the domain `shop`, whose base language is English.
    init(
        _ languages: [String] = ["en", "hi", "ar", "ru"], machine: [String] = [],
        stored: [Owner: OwnerSettings] = [:], configure: (inout Configuration) -> Void = { _ in },
        group: UInt32? = nil, daemonUser: UInt32 = 999,
        hasLocale: @escaping @Sendable (String) -> Bool = { _ in false }
    ) throws {
        var configuration = Configuration()
        configuration.baseLanguage = try LanguageTag(parsing: "en")
        configure(&configuration)
        settings.stored = stored
        daemon = LanguageDaemon(
            version: "0", configuration: configuration,
            access: Access(
                daemonUser: daemonUser, administratorGroup: group, systemLocked: configuration.systemLocked),
            inventory: try Self.inventory(["shop": languages]),
            machineLanguages: try machine.map { try LanguageTag(parsing: $0) }, stored: stored,
            ports: DaemonPorts(
                settings: settings, catalogs: catalogs, words: words, authority: authority, machine: self.machine,
                clock: clock, log: log),
            hasLocale: hasLocale)
    }

    /// An inventory in which the catalog of `hi` in `shop` has the digest `shop/hi`.
    static func inventory(_ domains: [String: [String]]) throws -> Inventory {
        var inventory = Inventory()
        for (domain, languages) in domains {
            var catalogs: [LanguageTag: CatalogRecord] = [:]
            for language in languages {
                let tag = try LanguageTag(parsing: language)
                catalogs[tag] = CatalogRecord(
                    language: tag, digest: "\(domain)/\(tag)", size: 100, path: "/catalogs/\(domain)/\(tag).lcat",
                    keyCount: 10, isBundled: true)
            }
            inventory.domains[domain] = DomainInventory(catalogs: catalogs)
        }
        return inventory
    }

    /// Makes a call and answers it.
    @discardableResult
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, from connection: FakeConnection, more: Bool = false
    ) throws -> FakeCall {
        let call = try FakeCall(method, parameters, from: connection, more: more)
        daemon.handle(call)
        return call
    }

    func set(_ languages: String..., scope: Scope? = nil, from connection: FakeConnection) throws -> FakeCall {
        try call(LocaleInterface.Set.self, .init(languages: languages, scope: scope), from: connection)
    }

    func state(of connection: FakeConnection, application: String? = nil, domains: [String]? = nil) throws -> State {
        try call(LocaleInterface.Get.self, .init(application: application, domains: domains), from: connection)
            .answer(LocaleInterface.Get.self).state
    }

    func subscribe(
        _ connection: FakeConnection, application: String? = nil, domains: [String]? = nil, heartbeat: Int? = 0
    ) throws {
        try call(
            LocaleInterface.Subscribe.self,
            .init(application: application, domains: domains, heartbeatSeconds: heartbeat), from: connection,
            more: true)
    }
}
