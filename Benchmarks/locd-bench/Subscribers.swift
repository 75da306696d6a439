import LinuxIO
import LocdInterface
import Varlink
import VarlinkTransport

/// Many subscriptions in one process, each on a connection of its own, watched by one epoll.
final class Subscribers {
    private let epoll: Epoll
    private let clients: [VarlinkClient]
    private var events: [Epoll.Event] = []
    private static let patience = Duration.seconds(30)

    /// The newest state that any of them received.
    private(set) var state: State?

    /// Connects all and waits until each has its first state.
    init(address: String, domain: String, count: Int) throws {
        let epoll = try Epoll()
        var clients: [VarlinkClient] = []
        clients.reserveCapacity(count)
        for index in 0..<count {
            let client = try VarlinkClient(path: address, timeout: .seconds(5))
            try client.subscribe(
                LocaleInterface.Subscribe.self, .init(domains: [domain], heartbeatSeconds: 0), timeout: .seconds(5))
            try epoll.add(client.descriptor, for: .readable, token: UInt64(index))
            clients.append(client)
        }
        self.epoll = epoll
        self.clients = clients
        try waitForAll()
    }

    /// Waits until each has received one more event whole; one of them is decoded.
    func waitForAll() throws {
        var awaited = clients.count
        while awaited > 0 {
            try epoll.wait(into: &events, timeout: Self.patience)
            guard !events.isEmpty else { throw BenchError(message: "\(awaited) subscribers heard nothing") }
            for event in events {
                guard let reply = try clients[Int(event.token)].nextReply() else { continue }
                awaited -= 1
                if awaited == 0 { state = try reply.decode(LocaleInterface.Subscribe.Reply.self).state }
            }
        }
    }
}
