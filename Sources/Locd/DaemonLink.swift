internal import LinuxIO
internal import Synchronization
internal import Varlink
internal import VarlinkTransport

/// One connection to the daemon: a Varlink client whose failures are this library's errors.
final class DaemonLink {
    /// The most descriptors that one reply brings: a generation word or a catalog.
    private static let maximumDescriptors = 1
    private static let numbers = Atomic<Int>(0)

    /// Tells it from every other link of this process.
    let number = DaemonLink.numbers.wrappingAdd(1, ordering: .relaxed).newValue
    private let address: String
    private let client: VarlinkClient

    /// Connects within `timeout`.
    ///
    /// Errors: `unreachable`, `timedOut`, both naming the address.
    init(address: String, timeout: Duration) throws(LocdError) {
        self.address = address
        do throws(VarlinkClientError) {
            client = try VarlinkClient(path: address, timeout: timeout, maximumDescriptors: Self.maximumDescriptors)
        } catch {
            throw LocdError(error, address: address)
        }
    }

    /// Readable when there is something to read, the end included.
    var descriptor: FileDescriptor { _read { yield client.descriptor } }

    /// Sends a call, waiting for room for at most `timeout`; a fresh connection has room.
    ///
    /// Errors: `unreachable`, `timedOut`.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, mode: CallMode = .single, timeout: Duration = .zero
    ) throws(LocdError) {
        // Strings, whole numbers and their like always have a JSON text.
        let frame = try! SharedFrame(calling: method, parameters, mode: mode)
        do throws(VarlinkClientError) {
            try client.send(frame, mode: mode, deadline: BoottimeClock.now.advanced(by: timeout))
        } catch {
            throw LocdError(error, address: address)
        }
    }

    /// The next reply that has come; nil when there is none yet. Never waits.
    ///
    /// Errors: `unreachable` when the daemon closed the connection, `unexpectedReply`.
    func next() throws(LocdError) -> ServiceReply? {
        do throws(VarlinkClientError) {
            return try client.nextReply()
        } catch {
            throw LocdError(error, address: address)
        }
    }

    /// As `next`, but a message that `isKnown` says it knows is not read; see `VarlinkClient.nextArrival`.
    func next(recognizing isKnown: (Span<UInt8>) -> Bool) throws(LocdError) -> VarlinkClient.Arrival? {
        do throws(VarlinkClientError) {
            return try client.nextArrival(recognizing: isKnown)
        } catch {
            throw LocdError(error, address: address)
        }
    }

    /// The next reply, waiting for it at most until the deadline.
    ///
    /// Errors: as `next`, and `timedOut`.
    func waitForReply(deadline: BoottimeInstant) throws(LocdError) -> ServiceReply {
        do throws(VarlinkClientError) {
            return try client.waitForReply(deadline: deadline)
        } catch {
            throw LocdError(error, address: address)
        }
    }

    /// The descriptor that came with the reply given last; nil when none did.
    func takeDescriptor() -> FileDescriptor? {
        var descriptors = client.takeDescriptors()
        return descriptors.takeFirst()
    }

    /// Waits until something has come; false when `timeout` ran out first.
    func wait(timeout: Duration) -> Bool {
        // A descriptor that cannot be polled is looked at, and that gives the error.
        (try? client.descriptor.wait(for: .readable, timeout: timeout)) ?? true
    }
}

extension LocdError {
    fileprivate init(_ error: VarlinkClientError, address: String) {
        switch error.code {
        case .nobodyListening, .disconnected, .system:
            self.init(.unreachable, "the language daemon at \(address) cannot be reached: \(error)")
        case .timedOut: self.init(.timedOut, "the language daemon at \(address) does not answer: \(error)")
        case .violation: self.init(.unexpectedReply, "what the daemon at \(address) sent is not understood: \(error)")
        }
    }
}
