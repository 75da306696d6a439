import Catalog
import CatalogBuilder
import JSON
import LinuxIO
import LocdInterface
import Testing
import Varlink
import VarlinkTransport

/// A daemon for tests: the real wire on a real socket, with tables behind it, on a thread of its own.
///
/// `apply` has that thread do something between two turns, and waits until it is done.
final class FakeDaemon: Sendable {
    /// What the thread is to do.
    private struct Work {
        var jobs: [@Sendable (FakeService) -> Void] = []
        var isEnding = false
    }

    private let work = Lock(Work())
    private let wakeup: EventFD
    private let done: EventFD
    private let ended: EventFD

    /// Starts it at `address`; its files go to `scratch`.
    init(address: String, scratch: String, generation: Int64 = 1, languages: [String] = ["en"]) throws {
        wakeup = try EventFD(.signal)
        done = try EventFD(.semaphore)
        ended = try EventFD(.semaphore)
        let directory = try Directory(path: scratch)
        let word = try SharedWord.Writer("word", in: directory, mode: 0o600)
        try DetachedThread.start(name: "fake-daemon") { [self] in
            do {
                let service = FakeService(word: word, generation: generation, languages: languages)
                let server = try service.makeServer()
                try server.listen(on: UnixListener.bind(to: address, mode: 0o600))
                done.post()
                try run(service, server)
                server.closeAll()
                try UnixListener.remove(path: address)
            } catch {
                Issue.record("the fake daemon failed: \(error)")
                done.post()
            }
            ended.post()
        }
        try done.take()
    }

    private func run(_ service: FakeService, _ server: VarlinkServer) throws {
        let epoll = try Epoll()
        try epoll.add(wakeup.descriptor, for: .readable, token: 0)
        try epoll.add(server.descriptor, for: .readable, token: 1)
        var events: [Epoll.Event] = []
        while true {
            let rest = server.nextDeadline.map { max(.zero, BoottimeClock.now.duration(to: $0)) }
            try epoll.wait(into: &events, timeout: rest)
            try server.process()
            try wakeup.take()
            let (jobs, isEnding) = work.withLock { work in
                defer { work.jobs = [] }
                return (work.jobs, work.isEnding)
            }
            for job in jobs {
                job(service)
                done.post()
            }
            if isEnding { return }
        }
    }

    /// Does something on the daemon's thread and waits for it.
    func apply(_ job: @escaping @Sendable (FakeService) -> Void) throws {
        work.withLock { $0.jobs.append(job) }
        wakeup.post()
        try done.take()
    }

    /// Ends it: connections are closed and the socket is removed.
    func end() throws {
        work.withLock { $0.isEnding = true }
        wakeup.post()
        try ended.take()
    }
}

/// What the fake daemon answers. Belongs to its thread.
final class FakeService {
    private let word: SharedWord.Writer
    var generation: Int64
    var languages: [String]
    var reason = Reason.start
    /// The catalogs of each domain, by language.
    var catalogs: [String: [String: CatalogFile]] = [:]
    /// What `Open` hands out.
    var memoryFiles: [String: SharedFileDescriptor] = [:]
    /// Whether `Open` is never answered.
    var ignoresOpen = false
    /// Whether the generation word is handed out, and raised.
    var hasWord = true
    /// The methods called, in order, without their interface.
    private(set) var calls: [String] = []
    private(set) var subscribedDomains: [String] = []
    private(set) var missing: [String] = []
    /// Which scopes `List` was asked about, with their application.
    private(set) var listed: [String] = []
    private var subscribers: [UInt64: (connection: ServerConnection, domains: [String])] = [:]

    init(word: SharedWord.Writer, generation: Int64, languages: [String]) {
        self.word = word
        self.generation = generation
        self.languages = languages
    }

    func makeServer() throws -> VarlinkServer {
        let table = ServiceTable(
            vendor: "test", product: "fake", version: "1", url: "https://example.org",
            interfaces: [LocaleInterface.description, CatalogInterface.description])
        return try VarlinkServer(table: table, log: { _ in }) { [self] connection, call throws(VarlinkError) in
            calls.append(String(call.method.split(separator: ".").last ?? ""))
            try answer(connection, call)
        }
    }

    /// Makes a language current and tells everybody; the word is raised last, as the daemon does.
    func publish(_ languages: [String], reason: Reason = .set) {
        self.languages = languages
        self.reason = reason
        generation += 1
        for (connection, domains) in subscribers.values { connection.setPending(event(domains)) }
        if hasWord { word.store(UInt64(generation)) }
    }

    private func event(_ domains: [String]) -> SharedFrame {
        // A state has only strings, numbers and flags.
        try! SharedFrame(reply: LocaleInterface.Subscribe.Reply(state: state(domains)), continues: true)
    }

    private func state(_ domains: [String]) -> State {
        State(
            generation: generation, scope: .system, requested: languages, languages: languages, region: nil,
            locale: languages[0], direction: languages[0].hasPrefix("ar") ? .rightToLeft : .leftToRight, keyboard: nil,
            environment: ["LANGUAGE": languages.joined(separator: ":")], dynamic: false, until: nil, reason: reason,
            domains: domains.map { Chain(domain: $0, catalogs: chain(of: $0, for: languages)) })
    }

    private func chain(of domain: String, for languages: [String]) -> [CatalogFile] {
        (languages.filter { $0 != "en" } + ["en"]).compactMap { catalogs[domain]?[$0] }
    }

    private func answer(_ connection: ServerConnection, _ call: ServiceCall) throws(VarlinkError) {
        switch call.method {
        case LocaleInterface.OpenGeneration.name:
            guard hasWord, let file = try? word.readOnlyDescriptor() else { throw .methodNotImplemented(call.method) }
            word.store(UInt64(generation))
            reply(connection, LocaleInterface.OpenGeneration.Reply(descriptor: 0), [SharedFileDescriptor(file)])
        case LocaleInterface.Subscribe.name:
            let parameters = try call.decode(LocaleInterface.Subscribe.Parameters.self)
            subscribedDomains = parameters.domains ?? []
            let id = connection.id
            subscribers[id] = (connection, subscribedDomains)
            connection.onClose = { [self] in subscribers[id] = nil }
            connection.setPending(event(subscribedDomains))
        case LocaleInterface.Set.name: try set(connection, call.decode(LocaleInterface.Set.Parameters.self))
        case LocaleInterface.List.name:
            let parameters = try call.decode(LocaleInterface.List.Parameters.self)
            listed.append("\(parameters.scope?.rawValue ?? "none") \(parameters.application ?? "none")")
            reply(connection, LocaleInterface.List.Reply(language: nil))
        case CatalogInterface.Open.name where ignoresOpen: break
        case CatalogInterface.Open.name:
            let digest = try call.decode(CatalogInterface.Open.Parameters.self).digest
            guard let file = memoryFiles[digest] else {
                throw CatalogInterface.Failure.noSuchCatalog(digest: digest).varlinkError
            }
            reply(connection, CatalogInterface.Open.Reply(descriptor: 0, size: 0), [file])
        case CatalogInterface.Explain.name:
            try explain(connection, call.decode(CatalogInterface.Explain.Parameters.self))
        case CatalogInterface.ReportMissing.name:
            missing.append(try call.decode(CatalogInterface.ReportMissing.Parameters.self).key)
            reply(connection, CatalogInterface.ReportMissing.Reply())
        default: throw .methodNotImplemented(call.method)
        }
    }

    private func set(_ connection: ServerConnection, _ parameters: LocaleInterface.Set.Parameters) throws(VarlinkError)
    {
        let languages = parameters.languages ?? []
        switch languages.first {
        case "xx":
            let nearest = [Suggestion(tag: "hi", name: "हिन्दी")]
            throw LocaleInterface.Failure.noSuchLanguage(language: "xx", nearest: nearest).varlinkError
        case "root": throw .permissionDenied
        default: break
        }
        publish(languages.isEmpty ? ["en"] : languages)
        reply(
            connection,
            LocaleInterface.Set.Reply(
                state: state([]), requested: languages, stored: languages, inForce: languages.first, reason: .set,
                masks: []))
    }

    /// Only these tests' own languages are matched: by their first subtag.
    private func explain(
        _ connection: ServerConnection, _ parameters: CatalogInterface.Explain.Parameters
    ) throws(VarlinkError) {
        guard let known = catalogs[parameters.domain] else {
            throw CatalogInterface.Failure.noSuchDomain(domain: parameters.domain).varlinkError
        }
        let wanted = parameters.language?.prefix { $0 != "-" } ?? ""
        let steps = chain(of: parameters.domain, for: known.keys.filter { $0.prefix { $0 != "-" } == wanted }).map {
            Step(domain: parameters.domain, language: $0.language, digest: $0.digest, path: $0.path, hasKey: false)
        }
        reply(
            connection,
            CatalogInterface.Explain.Reply(
                scope: "system", requested: [], languages: languages, steps: steps, text: nil))
    }

    private func reply(
        _ connection: ServerConnection, _ reply: some Encodable, _ descriptors: [SharedFileDescriptor] = []
    ) {
        connection.reply(try! SharedFrame(reply: reply), descriptors: descriptors)
    }
}
