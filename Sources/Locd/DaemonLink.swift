internal import JSON
internal import LinuxIO
internal import Synchronization
internal import Varlink

/// One connection to the daemon that never waits unless it is told to.
///
/// Whoever owns it calls `beginTurn`, then `next` until it gives nil. Calls are answered in their order; descriptors of
/// a reply are taken right after it.
final class DaemonLink {
    private let address: String
    private let socket: UnixSocket
    private var machine = ClientConnectionStateMachine()
    private var descriptors = DescriptorList()
    /// Whether the socket may hold more than was read: a read that did not fill the buffer emptied it.
    private var mayHoldMore = true
    /// Tells it from every other link of this process.
    let number = DaemonLink.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    private static let numbers = Atomic<Int>(0)
    /// One reply of a state fits; larger ones take several reads.
    private static let portion = 4096

    /// Connects within `timeout`.
    ///
    /// Errors: `unreachable`, `timedOut`, both naming the address.
    init(address: String, timeout: Duration) throws(LocdError) {
        self.address = address
        socket = try reporting(address) { () throws(SystemError) in
            try UnixSocket.connect(to: address, timeout: timeout)
        }
    }

    /// Readable when there is something to read, the end included.
    var descriptor: FileDescriptor { _read { yield socket.descriptor } }

    /// Sends a call. The connection has to be idle enough to take it whole, as a fresh one is.
    ///
    /// Errors: `unreachable`.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, mode: CallMode = .single
    ) throws(LocdError) {
        // Strings, whole numbers and their like always have a JSON text.
        let json = try! JSONEncoder().encode(parameters)
        let bytes = SharedFrame(method: Method.name, parametersJSON: json, mode: mode).bytes
        let sent = try reporting(address) { () throws(SystemError) in try socket.send(bytes.span) }
        guard sent == bytes.count else {
            throw LocdError(.unreachable, "the daemon at \(address) does not read what it is sent")
        }
        machine.called(mode)
    }

    /// Begins a new look at the socket.
    func beginTurn() {
        mayHoldMore = true
    }

    /// The next reply that has come; nil when there is none yet.
    ///
    /// Errors: `unreachable` when the daemon closed the connection, `unexpectedReply`.
    func next() throws(LocdError) -> ServiceReply? {
        while true {
            switch machine.next() {
            case .reply(let reply): return reply
            case .refuse(let violation):
                throw LocdError(.unexpectedReply, "the daemon at \(address) sent \(violation)")
            case .finish: throw LocdError(.unreachable, "the daemon at \(address) closed the connection")
            case .read:
                guard mayHoldMore, try read() else { return nil }
            }
        }
    }

    /// The first descriptor of the reply that `next` gave last; nil when none is left.
    func takeDescriptor() -> FileDescriptor? {
        descriptors.takeFirst()
    }

    /// Waits until something has come; false when `timeout` ran out first.
    func wait(timeout: Duration) -> Bool {
        // A descriptor that cannot be polled is looked at, and that gives the error.
        (try? socket.wait(for: .readable, timeout: timeout)) ?? true
    }

    /// Reads one portion; false when nothing has come.
    private func read() throws(LocdError) -> Bool {
        var buffer = [UInt8](repeating: 0, count: Self.portion)
        let before = descriptors.count
        let received = try reporting(address) { () throws(SystemError) in
            var dropped = false
            return try socket.receive(
                into: &buffer, descriptors: &descriptors, maximumDescriptors: 4, descriptorsDropped: &dropped)
        }
        switch received {
        case .nothingYet: return false
        case .endOfStream: machine.receivedEnd()
        case .bytes(let count):
            mayHoldMore = count == buffer.count || descriptors.count > before
            machine.received(buffer.span.extracting(first: count), descriptors: descriptors.count - before)
        }
        return true
    }
}

/// Runs a system call; its failure becomes one that names the daemon's address.
private func reporting<Result: ~Copyable>(
    _ address: String, _ body: () throws(SystemError) -> Result
) throws(LocdError) -> Result {
    do throws(SystemError) {
        return try body()
    } catch {
        let code: LocdError.Code = error.isTimeout ? .timedOut : .unreachable
        throw LocdError(code, "the language daemon at \(address) cannot be reached: \(error)")
    }
}
