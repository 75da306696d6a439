import JSON
import LinuxIO
import Locd
import LocdInterface
import Varlink
import VarlinkTransport

/// The time from a request to change the language until the last of many subscribers has the event, and until the last of
/// as many localizers shows the new language.
struct FanOut {
    private struct Result: Encodable {
        var delivered: Double
        var applied: Double
        /// As `applied`, where no state has been shown lately.
        var unseen: Double
        /// Bytes of an event.
        var payload: Int
    }

    private let address: String
    private let links: String
    private let domain: String
    private let count: Int
    private let rounds: Int
    private let languages: [String]

    init(_ arguments: BenchArguments) throws {
        address = try arguments.text("address")
        links = try arguments.text("links")
        domain = try arguments.text("domain")
        count = try arguments.number("subscribers")
        rounds = try arguments.number("rounds")
        languages = try arguments.text("languages").split(separator: ",").map(String.init)
        guard languages.count > 4 else { throw BenchError(message: "--languages: more than four are expected") }
    }

    func run() throws {
        let (delivered, payload) = try deliver()
        let applied = try apply(Array(languages.prefix(2)))
        // More languages than a connection recognizes the states of.
        let unseen = try apply(languages)
        try report(
            Result(delivered: delivered / 1000, applied: applied / 1000, unseen: unseen / 1000, payload: payload))
    }

    private func deliver() throws -> (median: Double, payload: Int) {
        let changer = try LanguageChanger(address: address, languages: Array(languages.prefix(2)))
        let subscribers = try Subscribers(address: address, domain: domain, count: count)
        var samples = Samples()
        for _ in 0..<rounds {
            try samples.measure {
                try changer.ask()
                try subscribers.waitForAll()
            }
            try changer.finish()
        }
        let event = try JSONEncoder().encode(LocaleInterface.Subscribe.Reply(state: subscribers.state))
        return (samples.median, event.count)
    }

    private func apply(_ languages: [String]) throws -> Double {
        let changer = try LanguageChanger(address: address, languages: languages)
        let localizers = try Localizers(links: links, domain: domain, count: count)
        var samples = Samples()
        for _ in 0..<rounds {
            try samples.measure {
                try changer.ask()
                try localizers.waitForAll(language: changer.language)
            }
            try changer.finish()
        }
        return samples.median
    }
}

/// Changes the caller's language, round and round through some, in memory only: a disk's speed is not what is measured.
final class LanguageChanger {
    private let client: VarlinkClient
    private let languages: [String]
    private let calls: [SharedFrame]
    private var changes = 0

    /// The language asked for last.
    var language: String { languages[changes % languages.count] }

    init(address: String, languages: [String]) throws {
        client = try VarlinkClient(path: address, timeout: .seconds(5))
        self.languages = languages
        calls = try languages.map { language in
            let parameters = LocaleInterface.Set.Parameters(languages: [language], scope: .user, runtime: true)
            return SharedFrame(
                method: LocaleInterface.Set.name, parametersJSON: try JSONEncoder().encode(parameters), mode: .single)
        }
        try ask()
        try finish()
    }

    /// Asks for the next language, without waiting for the answer.
    func ask() throws {
        changes += 1
        let deadline = BoottimeClock.now.advanced(by: .seconds(5))
        try client.send(calls[changes % calls.count], mode: .single, deadline: deadline)
    }

    /// Takes the answer, which has to be good.
    func finish() throws {
        let deadline = BoottimeClock.now.advanced(by: .seconds(5))
        let reply = try client.waitForReply(deadline: deadline).decode(LocaleInterface.Set.Reply.self)
        guard reply.inForce == language else {
            throw BenchError(message: "\(language) was asked for, \(reply.inForce ?? "none") is in force")
        }
    }
}

/// Many localizers in one process, each with a connection of its own, watched by one epoll.
final class Localizers {
    private let epoll: Epoll
    private var localizers: [Localizer] = []
    private var events: [Epoll.Event] = []
    private static let patience = Duration.seconds(30)

    /// - Parameter links: a directory of symbolic links to the daemon's socket, named 0, 1, 2 and so on. Localizers of one
    ///   address and application share a connection; by an address of its own each gets its own.
    init(links: String, domain: String, count: Int) throws {
        epoll = try Epoll()
        for index in 0..<count {
            var options = Localizer.Options()
            options.address = "\(links)/\(index)"
            let localizer = Localizer(domain: domain, application: "locd-bench", options: options)
            _ = localizer.locale
            if let problem = localizer.problem { throw problem }
            let descriptor = try FileDescriptor.duplicate(of: try localizer.descriptor())
            try epoll.add(descriptor, for: .readable, token: UInt64(index))
            // The epoll watches what lies behind the descriptor, which the localizer keeps.
            localizers.append(localizer)
        }
    }

    /// Waits until all show this language.
    func waitForAll(language: String) throws {
        var awaited = localizers.count
        while awaited > 0 {
            try epoll.wait(into: &events, timeout: Self.patience)
            guard !events.isEmpty else { throw BenchError(message: "\(awaited) localizers heard nothing") }
            for event in events {
                let localizer = localizers[Int(event.token)]
                guard localizer.process() != nil else { continue }
                guard localizer.locale.tag == language else {
                    throw BenchError(message: "a localizer shows \(localizer.locale.tag), not \(language)")
                }
                awaited -= 1
            }
        }
    }
}
