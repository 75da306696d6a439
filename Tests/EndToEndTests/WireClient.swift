import Glibc
import JSON
import LinuxIO
import TestSupport

/// A connection to the daemon that sends the bytes it is told to, fit or not, and gives back what comes.
final class WireClient {
    /// How long anything may take. Only a test that fails waits for so long.
    static let patience = Duration.seconds(30)

    let socket: UnixSocket
    private var received: [UInt8] = []
    private var portion = [UInt8](repeating: 0, count: 64 << 10)
    private var descriptors = DescriptorList()

    /// Connects.
    convenience init(path: String) throws {
        self.init(try UnixSocket.connect(to: path, timeout: Self.patience))
    }

    /// Takes over a socket that is connected.
    init(_ socket: consuming UnixSocket) {
        self.socket = socket
    }

    // MARK: Sending

    /// Sends all bytes, the descriptors with the first of them; false when the daemon has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8], descriptors: [Int32] = []) throws -> Bool {
        var sent = 0
        while sent < bytes.count {
            switch try sendPortion(bytes[sent...], descriptors: sent == 0 ? descriptors : []) {
            case .sent(let count): sent += count
            case .closed: return false
            case .full:
                guard try socket.wait(for: .writable, timeout: Self.patience) else {
                    throw TestFailure("the daemon does not read")
                }
            }
        }
        return true
    }

    /// Sends a text as it is.
    @discardableResult
    func send(_ text: String) throws -> Bool {
        try send(Array(text.utf8))
    }

    /// Sends a message: a text and its NUL.
    @discardableResult
    func sendMessage(_ text: String) throws -> Bool {
        try send(Array(text.utf8) + [0])
    }

    /// What became of one try to send.
    enum Sent: Equatable {
        case sent(Int)
        /// The daemon does not read, and the kernel holds no more for it.
        case full
        case closed
    }

    /// Sends what there is room for.
    func sendPortion(_ bytes: ArraySlice<UInt8>, descriptors: [Int32] = []) throws -> Sent {
        do throws(SystemError) {
            return try socket.send(bytes.span, descriptors: descriptors).map(Sent.sent) ?? .full
        } catch {
            if error.isDisconnected { return .closed }
            throw error
        }
    }

    // MARK: Receiving

    /// The next message without its NUL; nil when the daemon has closed the connection.
    func next() throws -> String? {
        while true {
            if let end = received.firstIndex(of: 0) {
                defer { received.removeFirst(end + 1) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            switch try receive() {
            case .bytes(let count): received += portion.prefix(count)
            case .endOfStream:
                guard received.isEmpty else { throw TestFailure("the daemon ended the connection inside a message") }
                return nil
            case .nothingYet:
                guard try socket.wait(for: .readable, timeout: Self.patience) else {
                    throw TestFailure("the daemon does not answer")
                }
            }
        }
    }

    /// Whether something has come that was not looked at.
    func hasNews() throws -> Bool {
        try !received.isEmpty || socket.wait(for: .readable, timeout: .zero)
    }

    /// The first of the descriptors that have come.
    func takeDescriptor() throws -> FileDescriptor {
        guard let descriptor = descriptors.takeFirst() else { throw TestFailure("no descriptor came") }
        return descriptor
    }

    private func receive() throws -> UnixSocket.Received {
        var dropped = false
        do throws(SystemError) {
            return try socket.receive(
                into: &portion, descriptors: &descriptors, maximumDescriptors: UnixSocket.maximumDescriptors,
                descriptorsDropped: &dropped)
        } catch {
            // The daemon closed a connection that it had not read to the end.
            if error.isDisconnected { return .endOfStream }
            throw error
        }
    }

    // MARK: Calling

    /// Calls a method and waits for its answer, or with `more` for the first one.
    func call(_ method: String, _ parameters: String = "{}", more: Bool = false) throws -> Answer {
        try sendMessage(Self.message(method, parameters, more: more))
        return try answer()
    }

    /// The next answer; there has to be one.
    func answer() throws -> Answer {
        guard let text = try next() else { throw TestFailure("the daemon closed the connection instead of answering") }
        return try Answer(text)
    }

    /// A call's text, without its NUL.
    static func message(_ method: String, _ parameters: String = "{}", more: Bool = false) -> String {
        #"{"method":"\#(method)","parameters":\#(parameters)\#(more ? #","more":true"# : "")}"#
    }
}

/// What the daemon said to a call.
struct Answer: CustomStringConvertible {
    let text: String
    private let json: JSONValue

    init(_ text: String) throws {
        self.text = text
        json = try JSONValue(parsing: Array(text.utf8), limits: .reply)
    }

    /// The error's name; nil when it is none.
    var error: String? { json["error"]?.string }

    /// Whether more answers to the same call follow.
    var continues: Bool { json["continues"]?.bool ?? false }

    /// A parameter of the reply or the error.
    subscript(name: String) -> JSONValue? { json["parameters"]?[name] }

    var description: String { text }
}
