import JSON
import LinuxIO
import LocdInterface
import Varlink

/// Many subscriptions in one process, each on a connection of its own, watched by one epoll.
///
/// What is measured is delivery: an event counts when it is there whole, up to its terminator. Only the last one is
/// decoded.
final class Subscribers {
    private final class Subscriber {
        let socket: UnixSocket
        /// What has come of the event so far.
        var frame: [UInt8] = []

        init(_ socket: consuming UnixSocket) {
            self.socket = socket
        }
    }

    private static let patience = Duration.seconds(30)

    private let epoll: Epoll
    private var subscribers: [Subscriber] = []
    private var events: [Epoll.Event] = []
    private var buffer = [UInt8](repeating: 0, count: 16 << 10)

    /// The newest state that any of them received.
    private(set) var state: State?

    /// Connects all and waits until each has its first state.
    init(address: String, domain: String, count: Int) throws {
        epoll = try Epoll()
        let parameters = LocaleInterface.Subscribe.Parameters(domains: [domain], heartbeatSeconds: 0)
        let call = SharedFrame(
            method: LocaleInterface.Subscribe.name, parametersJSON: try JSONEncoder().encode(parameters), mode: .more
        ).bytes
        for index in 0..<count {
            let socket = try UnixSocket.connect(to: address, timeout: .seconds(5))
            let sent = try socket.send(call.span)
            guard sent == call.count else {
                throw BenchError(message: "a fresh connection takes no call")
            }
            try epoll.add(socket.descriptor, for: .readable, token: UInt64(index))
            subscribers.append(Subscriber(socket))
        }
        try waitForAll()
    }

    /// Waits until each has received one more event whole.
    func waitForAll() throws {
        var awaited = subscribers.count
        while awaited > 0 {
            try epoll.wait(into: &events, timeout: Self.patience)
            guard !events.isEmpty else { throw BenchError(message: "\(awaited) subscribers heard nothing") }
            for event in events where try receive(subscribers[Int(event.token)]) {
                awaited -= 1
                if awaited == 0 { try decode(subscribers[Int(event.token)].frame) }
                subscribers[Int(event.token)].frame.removeAll(keepingCapacity: true)
            }
        }
    }

    /// Takes what has come; true when that completes an event.
    private func receive(_ subscriber: Subscriber) throws -> Bool {
        var descriptors = DescriptorList()
        var isDropped = false
        let received = try subscriber.socket.receive(
            into: &buffer, descriptors: &descriptors, maximumDescriptors: 0, descriptorsDropped: &isDropped)
        guard case .bytes(let count) = received else { throw BenchError(message: "the daemon has gone") }
        subscriber.frame.append(contentsOf: buffer[..<count])
        return subscriber.frame.last == 0
    }

    private func decode(_ frame: [UInt8]) throws {
        let reply = try JSONDocument(parsing: Array(frame.dropLast()), limits: .reply).root
        guard let parameters = reply["parameters"] else { throw BenchError(message: "an event has no parameters") }
        state = try JSONDecoder().decode(LocaleInterface.Subscribe.Reply.self, from: parameters).state
    }
}
