import LinuxIO
import Varlink

/// One connection to the daemon, on which calls are made one after the other.
final class DaemonConnection {
    /// How long the daemon may take to accept a connection, and to take a call off the socket.
    private static let patience = Duration.seconds(10)
    private static let portion = 64 << 10

    private let address: String
    private let socket: UnixSocket
    private var machine = ClientConnectionStateMachine()
    private var descriptors = DescriptorList()

    /// Connects. Failure: `daemonUnreachable`, which names the address.
    init(address: String) throws(Failure) {
        self.address = address
        do throws(SystemError) {
            socket = try UnixSocket.connect(to: address, timeout: Self.patience)
        } catch {
            throw .unreachable(address, error)
        }
    }

    /// Readable when a reply, or the end of the connection, has come.
    var descriptor: FileDescriptor { _read { yield socket.descriptor } }

    /// Sends a call. Failure: `daemonUnreachable`.
    func send(_ call: SharedFrame, mode: CallMode) throws(Failure) {
        var rest = call.bytes[...]
        var isTaken = true
        do throws(SystemError) {
            while !rest.isEmpty, isTaken {
                if let count = try socket.send(rest.span) {
                    rest = rest.dropFirst(count)
                } else {
                    isTaken = try socket.wait(for: .writable, timeout: Self.patience)
                }
            }
        } catch {
            throw .unreachable(address, error)
        }
        guard isTaken else {
            throw Failure(.daemonUnreachable, "the daemon at \(address) does not read what it is sent")
        }
        machine.called(mode)
    }

    /// The next reply that has come; nil when none has yet.
    ///
    /// Failure: `daemonUnreachable` when the daemon has closed the connection, `other` when it sends nonsense.
    func next() throws(Failure) -> ServiceReply? {
        while true {
            switch machine.next() {
            case .reply(let reply): return reply
            case .refuse(let violation): throw Failure(.other, "the daemon at \(address) sent \(violation)")
            case .finish:
                throw Failure(.daemonUnreachable, "the daemon at \(address) has closed the connection")
            case .read:
                guard try read() else { return nil }
            }
        }
    }

    /// The first descriptor of the reply that `next` gave last; nil when none is left.
    func takeDescriptor() -> FileDescriptor? {
        descriptors.takeFirst()
    }

    /// Reads one portion; false when nothing has come.
    private func read() throws(Failure) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.portion)
        let before = descriptors.count
        do throws(SystemError) {
            var dropped = false
            let received = try socket.receive(
                into: &buffer, descriptors: &descriptors, maximumDescriptors: 4, descriptorsDropped: &dropped)
            switch received {
            case .nothingYet: return false
            case .endOfStream: machine.receivedEnd()
            case .bytes(let count):
                machine.received(buffer.span.extracting(first: count), descriptors: descriptors.count - before)
            }
            return true
        } catch {
            throw .unreachable(address, error)
        }
    }
}

extension Failure {
    /// Nobody answers at an address.
    static func unreachable(_ address: String, _ error: SystemError) -> Failure {
        Failure(
            .daemonUnreachable,
            "no language daemon answers at \(printable(address)) (\(error.reason)); start it with `systemctl start locd.socket`, "
                + "or name another with --address")
    }
}
