internal import LinuxIO
internal import LocdInterface
internal import Varlink

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

    /// What the next replies answer.
    private enum Awaited { case word, state }

    private var link: DaemonLink?
    /// Whether what is shown came by this link.
    private var isCurrent = false
    private var awaited: [Awaited] = []
    private var backoff = Backoff()
    private var nextAttempt = BoottimeInstant(nanoseconds: 0)
    /// Which file the generation word is in.
    private var wordFile: FileStatus?

    /// The state shown.
    private(set) var state: State?
    /// A newer one, whose catalogs are being fetched.
    private var held: State?
    private var opener: CatalogOpener?
    /// Catalogs that were asked for and cannot be had, for the state that is held.
    private var unavailable: Set<String> = []

    /// Whether a state is shown and the connection that it came by stands.
    var isFollowing: Bool { isCurrent && link != nil }
    /// Why the daemon is not followed; nil while it is.
    private(set) var problem: LocdError?
    /// The newest change that `takeChange` has not given out yet.
    private var change: Localizer.Change?
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
        if let state = held, fetchCatalogs(of: state, now: now) { show(state) }
        schedule(now: now, settledAt: foundNothing && held == nil ? word : nil)
    }

    /// Asks for the generation word and, last, for the states: that call never ends.
    private mutating func connect(within patience: Duration) throws(LocdError) {
        let link = try DaemonLink(address: address, timeout: patience)
        try link.call(LocaleInterface.OpenGeneration.self, .init())
        try link.call(
            LocaleInterface.Subscribe.self,
            .init(application: application, domains: domains, heartbeatSeconds: 0), mode: .more)
        awaited = [.word, .state]
        isCurrent = false
        self.link = link
    }

    /// The domains of all views; in order, so that the daemon sees that programs look at the same.
    private var domains: [String] { Set(views.map(\.domain)).sorted() }

    /// Takes all replies that have come; says how many.
    private mutating func takeReplies() throws(LocdError) -> Int {
        guard let link else { return 0 }
        var count = 0
        while let reply = try link.next() {
            count += 1
            switch awaited.first {
            case .word?:
                awaited.removeFirst()
                if reply.error == nil, let file = link.takeDescriptor() { watchWord(in: file) }
            case .state?, nil:
                // A reply without state is a heartbeat.
                let state = try LocdError.decoding(LocaleInterface.Subscribe.Reply.self, from: reply).state
                if let state { held = state }
            }
        }
        return count
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
        let links = [link, opener?.link].compactMap { $0 }
        let deadline = link == nil ? nextAttempt : opener?.deadline
        // An epoll or a timer that fails has run out of kernel memory; the next step tries again.
        try? eventLoop?.watch(links, until: deadline)
        try? thread?.watch(links, until: deadline)
    }
}

// MARK: States

extension Driver {
    /// Brings a state's catalogs into the store; true when nothing more can be done for it.
    private mutating func fetchCatalogs(of state: State, now: BoottimeInstant) -> Bool {
        if let opener {
            guard opener.advance(now: now) else { return false }
            self.opener = nil
        }
        let missing = CatalogStore.missing(state.domains.flatMap(\.catalogs))
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
    private mutating func show(_ state: State) {
        let locale = Localizer.Locale(state)
        var isNews = self.state.map { $0.generation != state.generation } ?? false
        for view in views {
            let before = view.snapshot
            view.show(state, locale: locale)
            if let before, before != view.snapshot { isNews = true }
        }
        self.state = state
        held = nil
        unavailable = []
        isCurrent = link != nil
        problem = nil
        backoff.reset()
        pulse.advanceEpoch()
        if isNews {
            tell(Localizer.Change(locale: locale, reason: .init(state.reason), generation: state.generation))
        }
    }

    private mutating func tell(_ change: Localizer.Change) {
        self.change = change
        eventLoop?.post()
        for listener in listeners.values { listener(change) }
    }
}

// MARK: Views

extension Driver {
    /// Looks after a view from now on; its domain is asked for with the others at the next step.
    mutating func add(_ view: View) {
        let isNewDomain = !views.contains { $0.domain == view.domain }
        views.append(view)
        if isNewDomain, link != nil {
            // A connection has one subscription, which names its domains once.
            link = nil
            nextAttempt = BoottimeInstant(nanoseconds: 0)
            pulse.unsettle(until: nextAttempt)
        } else if let state, !isNewDomain {
            view.show(state, locale: Localizer.Locale(state))
        }
    }

    /// Looks after a view no more.
    mutating func remove(_ view: View) {
        views.removeAll { $0 === view }
    }

    /// Gives a view its first snapshot: the daemon's within `patience`, else what can be had without it.
    mutating func begin(_ view: View, patience: Duration) {
        let deadline = BoottimeClock.now.advanced(by: patience)
        while view.snapshot == nil {
            step(patience: max(.zero, BoottimeClock.now.duration(to: deadline)))
            let rest = BoottimeClock.now.duration(to: deadline)
            guard view.snapshot == nil, let waited = opener?.link ?? link, rest > .zero else { break }
            _ = waited.wait(timeout: rest)
        }
        if view.snapshot == nil {
            view.showOffline(languages: state?.languages, index: CatalogIndex.read(domain: view.domain, caches: caches))
        }
    }

    /// Takes steps until a state of at least this generation is shown, or `patience` has run out.
    mutating func catchUp(to generation: Int64, patience: Duration) {
        let deadline = BoottimeClock.now.advanced(by: patience)
        while true {
            step()
            let rest = BoottimeClock.now.duration(to: deadline)
            guard state?.generation ?? 0 < generation, rest > .zero, let waited = opener?.link ?? link else { return }
            _ = waited.wait(timeout: rest)
        }
    }
}

// MARK: Followers

extension Driver {
    /// The newest change that was not given out yet; nil when there is none.
    mutating func takeChange() -> Localizer.Change? {
        eventLoop?.take()
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
