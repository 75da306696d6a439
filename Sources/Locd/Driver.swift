internal import JSON
internal import LinuxIO
internal import LocdInterface
internal import Varlink
internal import VarlinkTransport

/// Follows the daemon's subscription: what a connection does, one step at a time, under its owner's lock.
///
/// A step never waits: it takes what has come, connects again when that is due, and fetches catalogs piece by piece. A
/// state is shown when all its catalogs are here; a newer one that comes meanwhile takes its place. Whatever goes wrong
/// with the daemon, what was shown last stays.
struct Driver: ~Copyable {
    private let address: String
    private let application: String?
    /// Where a daemon may keep its cache, for when it is not there.
    private let caches: [String]
    private let pulse: Pulse
    private var views: [View] = []
    /// The most domains that the daemon tells one subscriber of; further ones are looked up on the disk.
    private static let mostDomains = 64
    /// How many states are recognized. Temporary settings carry the time of their end, so there is no bound to their
    /// number.
    private static let mostSeen = 4
    /// Those shown last with all their catalogs, the newest last.
    private var seen: [SeenState] = []

    private var link: DaemonLink?
    /// Whether what is shown came by this link.
    private var isCurrent = false
    /// Whether the next reply is that with the generation word; those after it are states.
    private var isAwaitingWord = false
    private var backoff = Backoff()
    private var nextAttempt = BoottimeInstant(nanoseconds: 0)
    /// Which file the generation word is in.
    private var wordFile: FileStatus?

    /// A state as it came.
    private struct Pending {
        let event: StateEvent
        let generation: Int64
        let reason: Localizer.Reason
        let message: StateMessage
    }

    /// The state shown.
    private var shown: StateEvent?
    private var generation: Int64?
    /// A newer state, whose catalogs are being fetched.
    private var held: Pending?
    private var opener: CatalogOpener?
    /// Catalogs that were asked for and cannot be had, for the state that is held.
    private var unavailable: Set<String> = []

    /// Whether a state is shown and the connection that it came by stands.
    var isFollowing: Bool { isCurrent && link != nil }
    /// Why the daemon is not followed; nil while it is.
    private(set) var problem: LocdError?
    /// The newest change that `process` has not given out yet.
    private var change: Localizer.Change?
    /// Whether the step under way is the event loop's own, which need not be woken for what it finds.
    private var isProcessing = false
    /// What wakes the program's own event loop, if it asked for that.
    private var eventLoop: Wakeups?
    /// What wakes the thread that tells the listeners, while there is one.
    private var thread: Wakeups?
    /// Those who are told of every change, by a number of their own.
    private var listeners: [Int: @Sendable (Localizer.Change) -> Void] = [:]
    private var nextListener = 0

    init(address: String, application: String?, caches: [String], pulse: Pulse) {
        self.caches = caches
        self.address = address
        self.application = application
        self.pulse = pulse
    }
}

// MARK: Steps

extension Driver {
    /// Takes one look at everything. Connecting may take as long as `patience`.
    mutating func step(patience: Duration = .zero) {
        let now = BoottimeClock.now
        let word = pulse.value
        var foundNothing = false
        do throws(LocdError) {
            if link == nil, now >= nextAttempt { try connect(within: patience) }
            foundNothing = try takeReplies() == 0
        } catch {
            lose(error, now: now)
        }
        if let pending = held, fetchCatalogs(of: pending.event.state, now: now) { show(pending) }
        schedule(now: now, settledAt: foundNothing && held == nil ? word : nil)
    }

    /// Asks for the generation word and, last, for the states: that call never ends.
    private mutating func connect(within patience: Duration) throws(LocdError) {
        let link = try DaemonLink(address: address, timeout: patience)
        try link.call(LocaleInterface.OpenGeneration.self, .init())
        try link.call(
            LocaleInterface.Subscribe.self,
            .init(application: application, domains: domains, heartbeatSeconds: 0), mode: .more)
        isAwaitingWord = true
        isCurrent = false
        self.link = link
    }

    /// The domains of all views; in order, so that the daemon sees that programs look at the same. One that it would
    /// refuse must not cost the others theirs.
    private var domains: [String] {
        Array(Set(views.map(\.domain)).filter(Identifier.isValid).sorted().prefix(Self.mostDomains))
    }

    /// Takes all replies that have come; says how many.
    private mutating func takeReplies() throws(LocdError) -> Int {
        guard let link else { return 0 }
        var count = 0
        let seen = seen
        while true {
            var known: (state: SeenState, generation: Int64)?
            let arrival = try link.next { message in
                for state in seen.reversed() {
                    if let generation = state.message.generation(in: message) {
                        known = (state, generation)
                        return true
                    }
                }
                return false
            }
            count += 1
            switch arrival {
            case nil: return count - 1
            case .reply(let reply): try take(reply, from: link)
            case .recognized: if let known { show(known.state, generation: known.generation) }
            }
        }
    }

    private mutating func take(_ reply: ServiceReply, from link: DaemonLink) throws(LocdError) {
        if isAwaitingWord {
            isAwaitingWord = false
            if reply.error == nil, let file = link.takeDescriptor() { watchWord(in: file) }
        } else if let pending = try pending(reply) {
            held = pending
        }
    }

    /// Watches the generation word from now on, if it is another one. Without a usable word lookups go by time alone.
    private mutating func watchWord(in file: borrowing FileDescriptor) {
        do throws(SystemError) {
            let status = try file.status(detail: "generation word")
            if let known = wordFile, known.device == status.device, known.inode == status.inode { return }
            pulse.watch(try SharedWord.Reader(file))
            wordFile = status
        } catch {
            return
        }
    }

    /// Goes on with what there is, and plans the next attempt.
    private mutating func lose(_ error: LocdError, now: BoottimeInstant) {
        var generator = SystemRandomNumberGenerator()
        link = nil
        problem = error
        nextAttempt = now.advanced(by: backoff.next(using: &generator))
    }

    /// Says when to look next: lookups by the pulse, event loops by the timer.
    private mutating func schedule(now: BoottimeInstant, settledAt word: UInt64?) {
        if link == nil {
            pulse.unsettle(until: nextAttempt)
        } else if isCurrent, let word {
            pulse.settle(at: word)
        } else {
            pulse.unsettle(until: now.advanced(by: Pulse.interval))
        }
        var deadline = opener?.deadline
        if link == nil { deadline = min(deadline ?? nextAttempt, nextAttempt) }
        // An epoll or a timer that fails has run out of kernel memory; the next step tries again.
        try? eventLoop?.watch(link, opener?.link, until: deadline)
        try? thread?.watch(link, opener?.link, until: deadline)
    }
}

// MARK: States

extension Driver {
    /// Reads the state in a reply; nil when it has none, as a heartbeat.
    ///
    /// Errors: `unexpectedReply`, or what the reply's own error means.
    private func pending(_ reply: ServiceReply) throws(LocdError) -> Pending? {
        if let error = reply.error { throw LocdError(error) }
        guard let element = reply.parameters["state"], !element.isNull else { return nil }
        do {
            let state = try State(from: element)
            // It has one, since it is a state.
            let generation = element["generation"]!
            return Pending(
                event: StateEvent(state), generation: state.generation, reason: Localizer.Reason(state.reason),
                message: StateMessage(generation: generation))
        } catch {
            throw LocdError(.unexpectedReply, "the language daemon's state does not fit: \(error)")
        }
    }

    /// Brings a state's catalogs into the store; true when nothing more can be done for it.
    private mutating func fetchCatalogs(of state: State, now: BoottimeInstant) -> Bool {
        let files = state.domains.flatMap(\.catalogs)
        var missing = CatalogStore.missing(files)
        // What is being fetched for another state is not waited for when nothing is missing in this one.
        if !missing.isEmpty, let opener {
            guard opener.advance(now: now) else { return false }
            self.opener = nil
            missing = CatalogStore.missing(files)
        }
        let large = missing.filter { !unavailable.contains($0.digest) }.filter { file in
            if file.size > CatalogStore.largestCopy { return true }
            // What cannot be copied the daemon still holds open.
            return (try? CatalogStore.copy(path: file.path, digest: file.digest)) == nil
        }
        guard !large.isEmpty else { return true }
        unavailable.formUnion(large.map(\.digest))
        do {
            opener = try CatalogOpener(address: address, files: large, now: now)
            return false
        } catch {
            // Without the daemon only the paths are left. What cannot be had at all is left out of the chain.
            for file in large { try? CatalogStore.copy(path: file.path, digest: file.digest) }
            return true
        }
    }

    /// Shows a state in all views at once, and tells of it if it is news.
    private mutating func show(_ pending: Pending) {
        let event = pending.event
        let snapshots = views.map { event.tells(of: $0.domain) ? $0.makeSnapshot(of: event) : nil }
        if CatalogStore.missing(event.state.domains.flatMap(\.catalogs)).isEmpty {
            if seen.count == Self.mostSeen { seen.removeFirst() }
            seen.append(
                SeenState(pending.message, event: event, reason: pending.reason, snapshots: snapshots))
        }
        show(snapshots, of: event, generation: pending.generation, reason: pending.reason)
    }

    /// Shows a state that was shown before.
    private mutating func show(_ seen: SeenState, generation: Int64) {
        show(seen.snapshots, of: seen.event, generation: generation, reason: seen.reason)
    }

    private mutating func show(
        _ snapshots: [Immortal<Snapshot>?], of event: StateEvent, generation: Int64, reason: Localizer.Reason
    ) {
        var isNews = self.generation.map { $0 != generation } ?? false
        for index in views.indices {
            if let snapshot = snapshots[index], views[index].show(snapshot) { isNews = true }
        }
        shown = event
        self.generation = generation
        held = nil
        // What was being fetched for another state is not waited for any more.
        opener = nil
        unavailable = []
        isCurrent = link != nil
        problem = nil
        backoff.reset()
        pulse.advanceEpoch()
        if isNews { tell(Localizer.Change(locale: event.locale, reason: reason, generation: generation)) }
    }

    private mutating func tell(_ change: Localizer.Change) {
        self.change = change
        if !isProcessing { eventLoop?.post() }
        for listener in listeners.values { listener(change) }
    }
}

// MARK: Views

extension Driver {
    /// Looks after a view from now on; its domain is asked for with the others at the next step.
    mutating func add(_ view: View) {
        let isNewDomain = !views.contains { $0.domain == view.domain }
        views.append(view)
        // What was seen, other views showed.
        seen = []
        if isNewDomain, link != nil {
            // A connection has one subscription, which names its domains once.
            link = nil
            nextAttempt = BoottimeInstant(nanoseconds: 0)
            schedule(now: BoottimeClock.now, settledAt: nil)
        } else if let shown, !isNewDomain {
            _ = view.show(view.makeSnapshot(of: shown))
        }
    }

    /// Looks after a view no more.
    mutating func remove(_ view: View) {
        views.removeAll { $0 === view }
        seen = []
    }

    /// Gives a view its first snapshot: the daemon's within `patience`, else what can be had without it.
    mutating func begin(_ view: View, patience: Duration) {
        let deadline = BoottimeClock.now.advanced(by: patience)
        while view.snapshot == nil, domains.contains(view.domain) {
            step(patience: max(.zero, BoottimeClock.now.duration(to: deadline)))
            let rest = BoottimeClock.now.duration(to: deadline)
            guard view.snapshot == nil, let waited = opener?.link ?? link, rest > .zero else { break }
            _ = waited.wait(timeout: rest)
        }
        if view.snapshot == nil {
            view.showOffline(
                languages: shown?.state.languages, index: CatalogIndex.read(domain: view.domain, caches: caches))
        }
    }

    /// Takes steps until a state of at least this generation is shown, or `patience` has run out.
    mutating func catchUp(to generation: Int64, patience: Duration) {
        let deadline = BoottimeClock.now.advanced(by: patience)
        while true {
            step()
            let rest = BoottimeClock.now.duration(to: deadline)
            guard self.generation ?? 0 < generation, rest > .zero, let waited = opener?.link ?? link else { return }
            _ = waited.wait(timeout: rest)
        }
    }
}

// MARK: Followers

extension Driver {
    /// A step on behalf of the event loop; gives the newest change that was not given out yet, nil when there is none.
    mutating func process() -> Localizer.Change? {
        eventLoop?.take()
        isProcessing = true
        step()
        isProcessing = false
        defer { change = nil }
        return change
    }

    /// The descriptor for the program's own event loop, made when it is first asked for.
    mutating func descriptor() throws(SystemError) -> Int32 {
        if let number = eventLoop?.descriptor.rawValue { return number }
        let wakeups = try Wakeups()
        let number = wakeups.descriptor.rawValue
        eventLoop = consume wakeups
        step()
        return number
    }

    /// Has every change told to a listener.
    mutating func addListener(_ listener: @escaping @Sendable (Localizer.Change) -> Void) -> Int {
        nextListener += 1
        listeners[nextListener] = listener
        return nextListener
    }

    /// What a thread on behalf of the listeners has to wait for; nil when there is such a thread already.
    mutating func threadDescriptor() throws(SystemError) -> SharedFileDescriptor? {
        if thread != nil { return nil }
        thread = try Wakeups()
        return try thread?.sharedDescriptor()
    }

    /// There can be no thread for them.
    mutating func removeAllListeners() {
        listeners = [:]
        thread = nil
    }

    /// Tells a listener no more. After the last one the thread is woken, to end.
    mutating func removeListener(_ number: Int) {
        listeners[number] = nil
        if listeners.isEmpty { thread?.post() }
    }

    /// The thread's turn; false when it is to end, as nobody listens any more.
    mutating func threadTurn() -> Bool {
        thread?.take()
        guard !listeners.isEmpty else {
            thread = nil
            return false
        }
        step()
        return true
    }
}
