package import LinuxIO
package import Systemd
package import TestSupport

/// A service on a test's bus that does what the test says, right or wrong: the D-Bus wire by hand, so that it can answer
/// with anything, late or never. See the D-Bus specification, "Message Protocol" and "Authentication Protocol".
package final class BusPeer {
    /// How long anything may take. Only a test that fails waits for so long.
    package static let patience = Duration.seconds(20)

    private let socket: UnixSocket
    private var received: [UInt8] = []
    private var portion = [UInt8](repeating: 0, count: 64 << 10)
    private var serial: UInt32 = 0
    /// Its own name on the bus.
    package private(set) var uniqueName = ""

    /// Readable when something has come.
    package var descriptor: FileDescriptor {
        _read { yield socket.descriptor }
    }

    /// Connects and takes the name, if any.
    package init(on bus: PrivateBus, named name: String? = nil) throws {
        socket = try UnixSocket.connect(to: bus.path, timeout: Self.patience)
        let user = String(CurrentProcess.userID).utf8.map { String($0, radix: 16) }.joined()
        try send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8))
        while !received.contains(UInt8(ascii: "\n")) { try receive() }
        guard received.starts(with: Array("OK ".utf8)) else { throw TestFailure("the bus knows us not") }
        received = []
        try send(Array("BEGIN\r\n".utf8))
        uniqueName = try ask("Hello", [])[0].text ?? ""
        if let name {
            // DBUS_NAME_FLAG_DO_NOT_QUEUE; 1 is the primary owner.
            guard try ask("RequestName", [.string(name), .uint32(4)]) == [.uint32(1)] else {
                throw TestFailure("\(name) is taken")
            }
        }
    }

    // MARK: Messages

    /// The next call of a method; other messages are passed over.
    package func nextCall() throws -> BusMessageImage {
        while true {
            let message = try nextMessage()
            if message.kind == .call { return message }
        }
    }

    /// The next call of a method that has come already; nil when none has.
    package func takeCall() throws -> BusMessageImage? {
        while true {
            while let message = try takeMessage() {
                if message.kind == .call { return message }
            }
            guard try socket.wait(for: .readable, timeout: .zero) else { return nil }
            try receive()
        }
    }

    /// Answers a call.
    package func reply(to call: BusMessageImage, _ values: [BusValue]) throws {
        try post(BusMessageImage(kind: .reply, destination: call.sender, replySerial: call.serial, values: values))
    }

    /// Answers a call with an error.
    package func fail(_ call: BusMessageImage, _ name: String, _ text: String) throws {
        try post(
            BusMessageImage(
                kind: .error, error: name, destination: call.sender, replySerial: call.serial, values: [.string(text)]))
    }

    /// Emits a signal, to all who listen or to one.
    package func emit(
        _ member: String, of interface: String, path: String, _ values: [BusValue], to destination: String? = nil
    ) throws {
        try post(
            BusMessageImage(
                kind: .signal, path: path, interface: interface, member: member, destination: destination,
                values: values))
    }

    /// Calls a method of the bus itself.
    package func ask(_ member: String, _ values: [BusValue]) throws -> [BusValue] {
        let name = "org.freedesktop.DBus"
        let serial = try post(
            BusMessageImage(
                kind: .call, path: "/org/freedesktop/DBus", interface: name, member: member, destination: name,
                values: values))
        while true {
            let message = try nextMessage()
            if message.replySerial == serial { return message.values }
        }
    }

    @discardableResult
    private func post(_ message: BusMessageImage) throws -> UInt32 {
        serial += 1
        try send(message.bytes(serial: serial))
        return serial
    }

    private func nextMessage() throws -> BusMessageImage {
        while true {
            if let message = try takeMessage() { return message }
            try receive()
        }
    }

    /// The first message of what has been received; nil when that is not whole.
    private func takeMessage() throws -> BusMessageImage? {
        guard let (message, count) = try BusMessageImage.parse(received) else { return nil }
        received.removeFirst(count)
        return message
    }

    // MARK: Bytes

    private func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            if let count = try socket.send(Array(rest).span) {
                rest = rest.dropFirst(count)
            } else if try !socket.wait(for: .writable, timeout: Self.patience) {
                throw TestFailure("the bus does not read")
            }
        }
    }

    private func receive() throws {
        guard try socket.wait(for: .readable, timeout: Self.patience) else {
            throw TestFailure("nothing came over the bus")
        }
        var descriptors = DescriptorList()
        var dropped = false
        let got = try socket.receive(
            into: &portion, descriptors: &descriptors, maximumDescriptors: 0, descriptorsDropped: &dropped)
        switch got {
        case .bytes(let count): received += portion.prefix(count)
        case .nothingYet: break
        case .endOfStream: throw TestFailure("the bus has closed the connection")
        }
    }
}
