internal import LinuxIO
internal import LocdInterface
internal import Varlink

/// What the localizers of one application share: a subscription at the daemon, and what wakes those who wait for it.
///
/// It has no thread of its own unless changes are iterated over. Everybody else lends it theirs: a lookup that finds the
/// pulse changed, an event loop that finds the descriptor readable. One lock guards the driver. A lookup takes it only
/// when nobody holds it, so a lookup never waits for another thread, except for the very first state.
final class Connection: Sendable {
    let address: String
    let application: String?
    let pulse: Pulse
    private let driver: Lock<Driver>

    /// Where a daemon may keep its cache, for when it is not there.
    private let caches: [String]

    /// Makes a connection that nobody shares. Nothing is connected before the first lookup.
    init(address: String, application: String?, caches: [String]) {
        let pulse = Pulse()
        self.caches = caches
        self.address = address
        self.application = application
        self.pulse = pulse
        driver = Lock(Driver(address: address, application: application, caches: caches, pulse: pulse))
    }

    deinit {
        let key = Key(address: address, application: application, caches: caches)
        // Somebody may have made a new one meanwhile.
        Self.shared.withLock { shared in
            if let entry = shared[key], entry.connection == nil { shared[key] = nil }
        }
    }

    // MARK: Sharing

    private struct Key: Hashable {
        let address: String
        let application: String?
        let caches: [String]
    }

    private struct Shared {
        weak let connection: Connection?
    }

    private static let shared = Lock<[Key: Shared]>([:])

    /// The connection that all localizers of an application at an address share.
    static func shared(address: String, application: String?, caches: [String]) -> Connection {
        shared.withLock { shared in
            let key = Key(address: address, application: application, caches: caches)
            if let connection = shared[key]?.connection { return connection }
            let connection = Connection(address: address, application: application, caches: caches)
            shared[key] = Shared(connection: connection)
            return connection
        }
    }

    // MARK: Views

    func add(_ view: View) {
        driver.withLock { $0.add(view) }
    }

    func remove(_ view: View) {
        driver.withLock { $0.remove(view) }
    }

    /// Has a view show its first snapshot; waits for at most `patience`, and for other threads that do the same.
    func begin(_ view: View, patience: Duration) {
        driver.withLock { $0.begin(view, patience: patience) }
    }

    /// Takes a look on behalf of a lookup, unless another thread is at it.
    func catchUp() {
        _ = driver.withLockIfAvailable { $0.step() }
    }

    // MARK: Followers

    /// Takes a look, and gives the newest change that was not given out yet.
    func process() -> Localizer.Change? {
        driver.withLock { $0.process() }
    }

    /// Takes looks until a state of at least this generation is shown, for at most `patience`.
    func catchUp(to generation: Int64, patience: Duration) {
        driver.withLock { $0.catchUp(to: generation, patience: patience) }
    }

    /// What of a domain is on the disk.
    func index(of domain: String) -> CatalogIndex {
        CatalogIndex.read(domain: domain, caches: caches)
    }

    /// Has the daemon log a missing key, if it is there. Nothing is waited for.
    func report(_ key: MissingKey) {
        guard isFollowing else { return }
        DaemonCalls(address: address).tell(
            CatalogInterface.ReportMissing.self, .init(domain: key.domain, key: key.key, language: key.language))
    }

    /// Why the daemon is not followed; nil while it is, and before the first lookup.
    var problem: LocdError? {
        driver.withLock { $0.problem }
    }

    /// Whether a state of the daemon is shown and its connection stands.
    var isFollowing: Bool {
        driver.withLock { $0.isFollowing }
    }

    /// The descriptor to watch. Errors: `unreachable` when the system has no more descriptors.
    func descriptor() throws(LocdError) -> Int32 {
        do throws(SystemError) {
            return try driver.withLock { driver throws(SystemError) in try driver.descriptor() }
        } catch {
            throw LocdError(.unreachable, "changes of the language cannot be waited for: \(error)")
        }
    }

    /// Has every change told to a listener, by whichever thread takes it in, under the lock: it must only pass it on.
    ///
    /// While there are listeners a thread waits for changes on their behalf. Nil when there can be none.
    func addListener(_ listener: @escaping @Sendable (Localizer.Change) -> Void) -> Int? {
        driver.withLock { driver in
            do throws(SystemError) {
                let number = driver.addListener(listener)
                guard let descriptor = try driver.threadDescriptor() else { return number }
                // Its first turn waits for this lock.
                try DetachedThread.start(name: "locd-changes") { self.waitForChanges(descriptor) }
                return number
            } catch {
                driver.removeAllListeners()
                return nil
            }
        }
    }

    func removeListener(_ number: Int) {
        driver.withLock { $0.removeListener(number) }
    }

    /// The thread's life.
    private func waitForChanges(_ descriptor: SharedFileDescriptor) {
        while driver.withLock({ $0.threadTurn() }) {
            // It cannot fail while the descriptor is open.
            _ = try? descriptor.descriptor.wait(for: .readable, timeout: nil)
        }
    }
}
