import JSON
import LinuxIO
import Testing
import Varlink
import VarlinkTransport

/// A small service whose server and clients run in one thread, so that a test decides who moves when.
///
/// Methods of `org.example.shop`: `Echo` gives its text back; `Watch` keeps the call open in `watchers`; `Wait` leaves it open in
/// `waiting`; `File` answers with a descriptor; `Size` takes one and tells the length of the file.
final class Shop {
    static let definition = """
        interface org.example.shop
        method Echo(text: string) -> (text: string)
        method Watch() -> (text: string)
        method Wait() -> ()
        method File(text: string) -> ()
        method Size() -> (bytes: int)
        """

    struct Text: Codable, Sendable, Equatable { var text: String }
    struct Bytes: Codable, Sendable, Equatable { var bytes: Int }

    enum Echo: VarlinkMethod {
        typealias Parameters = Text
        typealias Reply = Text
        static let interface = "org.example.shop"
        static let name = "org.example.shop.Echo"
    }

    let server: VarlinkServer
    private let state: State

    /// What handlers and log leave behind.
    final class State {
        var refusals: [Refusal] = []
        var watchers: [ServerConnection] = []
        var waiting: [ServerConnection] = []
        var closed: [UInt64] = []
        var calls: [String] = []
        var descriptorsSeen = 0
    }

    var refusals: [Refusal] { state.refusals }
    var watchers: [ServerConnection] { state.watchers }
    var waiting: [ServerConnection] { state.waiting }
    var closed: [UInt64] { state.closed }
    var calls: [String] { state.calls }

    init(limits: ConnectionLimits = ConnectionLimits(), descriptorMethods: [String: Int] = [:]) throws {
        let state = State()
        self.state = state
        let table = ServiceTable(
            vendor: "Example", product: "Shop", version: "1", url: "https://example.org/",
            interfaces: [try InterfaceDescription(parsing: Shop.definition)])
        server = try VarlinkServer(
            table: table, limits: limits, descriptorMethods: descriptorMethods,
            log: { state.refusals.append($0) },
            handler: { connection, call throws(VarlinkError) in try Shop.handle(connection, call, state) })
    }

    deinit {
        // The server's log and handler know the state, and the connections know the server's.
        state.watchers = []
        state.waiting = []
    }

    private static func handle(
        _ connection: ServerConnection, _ call: ServiceCall, _ state: State
    ) throws(VarlinkError) {
        state.calls.append(call.method)
        connection.onClose = { state.closed.append(connection.id) }
        switch call.method {
        case "org.example.shop.Echo":
            let text = try call.decode(Text.self)
            connection.reply(frame(text))
        case "org.example.shop.Watch":
            guard call.mode == .more else { throw .expectedMore }
            state.watchers.append(connection)
        case "org.example.shop.Wait":
            state.waiting.append(connection)
        case "org.example.shop.File":
            let text = try call.decode(Text.self)
            let file = try! Memfd.sealed(name: "file", contents: Array(text.text.utf8).span)
            connection.reply(frame(NoParameters()), descriptors: [SharedFileDescriptor(file)])
        default:
            var descriptors = connection.takeDescriptors()
            guard call.descriptorCount == 1, let file = descriptors.takeFirst() else {
                throw .invalidParameter("descriptors")
            }
            connection.reply(frame(Bytes(bytes: try! file.status(detail: "file").size)))
        }
    }

    static func frame(_ reply: some Encodable, continues: Bool = false) -> SharedFrame {
        try! SharedFrame(reply: reply, continues: continues)
    }

    /// A connected client end; the server has the other one.
    func connect() throws -> UnixSocket {
        let pair = try UnixSocket.pair()
        try server.serve(pair.second)
        return pair.first
    }

    /// Takes turns until nothing is left to do at once.
    func settle() throws {
        while true {
            let isDue = server.nextDeadline.map { $0 <= BoottimeClock.now } ?? false
            guard try isDue || server.descriptor.wait(for: .readable, timeout: .zero) else { return }
            try server.process()
        }
    }

    /// Takes turns until the condition holds; records an issue when that takes more than ten seconds.
    func process(until condition: () -> Bool) throws {
        let limit = BoottimeClock.now.advanced(by: .seconds(10))
        while !condition() {
            guard BoottimeClock.now < limit else {
                Issue.record("waited for ten seconds")
                return
            }
            try server.process(waiting: .milliseconds(100))
        }
    }
}

extension UnixSocket {
    /// Sends all of a text, or of what the socket takes of it.
    func write(_ text: String, descriptors: [Int32] = []) throws {
        let bytes = Array(text.utf8)
        _ = try send(bytes.span, descriptors: descriptors)
    }

    /// What can be read at once, as frames; nil at the end of the stream.
    func frames() throws -> [String]? {
        var descriptors = DescriptorList()
        return try frames(&descriptors)
    }

    /// What can be read at once, as frames, with the descriptors that came; nil at the end of the stream.
    func frames(_ descriptors: inout DescriptorList) throws -> [String]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var dropped = false
        while true {
            let received = try receive(
                into: &buffer, descriptors: &descriptors, maximumDescriptors: UnixSocket.maximumDescriptors,
                descriptorsDropped: &dropped)
            switch received {
            case .bytes(let count): bytes += buffer[..<count]
            case .nothingYet: return split(bytes)
            case .endOfStream: return bytes.isEmpty ? nil : split(bytes)
            }
        }
    }

    private func split(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A call of the shop's `Echo`, framed.
func echo(_ text: String) -> String {
    "{\"method\":\"org.example.shop.Echo\",\"parameters\":{\"text\":\"\(text)\"}}\0"
}

/// The reply to `echo`, without its terminator.
func echoed(_ text: String) -> String {
    "{\"parameters\":{\"text\":\"\(text)\"}}"
}

/// Many sockets, which an array cannot hold.
final class SocketArray {
    private final class Box {
        let socket: UnixSocket
        init(_ socket: consuming UnixSocket) { self.socket = socket }
    }

    private var boxes: [Box] = []

    var count: Int { boxes.count }

    func append(_ socket: consuming UnixSocket) {
        boxes.append(Box(socket))
    }

    func removeAll() {
        boxes = []
    }

    /// What each can read at once.
    func frames() throws -> [[String]?] {
        try boxes.map { try $0.socket.frames() }
    }

    func forEach(_ body: (borrowing UnixSocket) throws -> Void) rethrows {
        for box in boxes { try body(box.socket) }
    }
}
