import JSON
package import LanguageTags
package import LocdInterface
import Varlink

/// The language daemon without its sockets and disks: which language is current for whom, who may change it, and who
/// is told.
///
/// All its state belongs to the thread that calls it, the event loop's. A request flows one way: a typed call, a
/// handler, a change of the state, the disk, then the subscribers. `LanguageDaemon+Change` has that path, each
/// method's handler its own file under `Handlers`.
package final class LanguageDaemon {
    let ports: DaemonPorts
    /// The program's version, as `Status` tells it.
    let version: String
    /// Whether libc can load a locale of this name.
    private let hasLocale: @Sendable (String) -> Bool
    package private(set) var configuration: Configuration
    private(set) var access: Access

    var book: SettingsBook { didSet { getReplies.removeAll() } }
    var ledger: ChangeLedger { didSet { getReplies.removeAll() } }
    var views = Views()
    var changes = ChangeQueue()
    var checks = PendingChecks()
    /// Requests for settings so far.
    private var requests = 0
    var missing: MissingKeys
    /// What `Get` answers for a view, as JSON. Everything that a state is made of forgets them when it changes.
    var getReplies: [ViewKey: [UInt8]] = [:]
    var resolutions: ResolutionCache
    private var faults: [ProblemSource: [Problem]] = [:]
    /// How many connections the transport holds of each user, as `Status` tells it.
    package var connections: () -> [UInt32: Int] = { [:] }
    /// What lies in the cache, and where everything else is, as `Status` tells it.
    package var cache = CacheStatus(directory: "")
    package var directories = Directories(state: "", runtime: "", vendor: [])
    /// What users can have logged as often as they like.
    var refusalRate = LogRate()
    var changeRate = LogRate()
    /// The machine's view as it was last told.
    private(set) var machine = MachineView()
    /// Told of the variables for programs that start from now on in the machine's language, after each change of them.
    package var machineEnvironmentChanged: (_ environment: [String: String]) -> Void = { _ in }
    /// Reads configuration and shipped texts anew, and then calls `inventoryChanged` or `configurationChanged`.
    package var rescan: (_ completion: @escaping () -> Void) -> Void = { $0() }

    /// Begins with what was stored and found.
    ///
    /// - Parameter hasLocale: whether libc can load a locale of this name, for the environment of child processes.
    package init(
        version: String, configuration: Configuration, access: Access, inventory: Inventory,
        machineLanguages: [LanguageTag], stored: [Owner: OwnerSettings], ports: DaemonPorts,
        hasLocale: @escaping @Sendable (String) -> Bool
    ) {
        self.hasLocale = hasLocale
        self.version = version
        self.configuration = configuration
        self.access = access
        self.ports = ports
        book = SettingsBook(stored: stored)
        ledger = ChangeLedger(start: ports.settings.nextGeneration())
        missing = MissingKeys(limits: configuration.limits)
        resolutions = ResolutionCache(
            LanguageResolver(
                configuration: configuration, inventory: inventory, machineLanguages: machineLanguages,
                hasLocale: hasLocale))
        for uid in ports.words.users { ports.words.raise(uid: uid, to: userGeneration(uid)) }
        machine = MachineView(resolve([.system]))
        holdCatalogs()
    }

    // MARK: - What the world tells

    /// A connection is gone: its subscription is forgotten, what it asked for and was allowed goes on without an answer,
    /// and what it was not allowed yet never will be.
    package func connectionClosed(_ connection: any ClientConnection) {
        views.remove(ObjectIdentifier(connection))
        withdrawChecks(of: connection)
    }

    /// The catalogs changed.
    package func inventoryChanged(_ inventory: Inventory, reason: Reason = .update) {
        guard inventory != resolver.inventory else { return }
        use(inventory: inventory, machineLanguages: resolver.machineLanguages)
        changeEverything(reason)
    }

    /// The operating system's languages changed: seen by those who follow them.
    package func machineLanguagesChanged(_ languages: [LanguageTag]) {
        guard languages != resolver.machineLanguages else { return }
        use(inventory: resolver.inventory, machineLanguages: languages)
        ledger.noteMachine(ChangeMark(generation: ports.settings.nextGeneration(), reason: .automatic))
        publish()
    }

    /// The configuration was read anew.
    package func configurationChanged(_ configuration: Configuration, access: Access) {
        self.access = access
        guard configuration != self.configuration else { return }
        self.configuration = configuration
        missing.limits = configuration.limits
        use(inventory: resolver.inventory, machineLanguages: resolver.machineLanguages)
        changeEverything(.configuration)
    }

    /// The stored settings of an owner were edited from outside, and the edit is valid (semantics L12).
    package func settingsEdited(_ settings: OwnerSettings, of owner: Owner) {
        let before = book.stored[owner] ?? OwnerSettings()
        guard settings != before else { return }
        let mark = ChangeMark(generation: ports.settings.nextGeneration(), reason: .edit)
        for slot in slots(of: owner, in: [before, settings]) where before[slot] != settings[slot] {
            note(mark, of: slot, from: before[slot], to: settings[slot])
        }
        book.setStored(settings, of: owner)
        if owner == .system { tellMachine() }
        publish()
    }

    /// Tells of the faults that a look at files met, instead of those of the look before; new ones are logged. Those of
    /// settings stay: what was set aside is not met again.
    ///
    /// - Parameter domain: which domain's texts a file holds.
    package func report(
        _ problems: [Problem], of source: ProblemSource, domain: (_ file: String) -> String? = { _ in nil }
    ) {
        let known = faults[source] ?? []
        for problem in problems where !known.contains(problem) {
            logProblem(problem, of: source, domain: domain(problem.file))
        }
        let kept = source == .settings ? known + problems : problems
        faults[source] = Array(kept.suffix(configuration.limits.problemsKept))
    }

    /// The faults met in files, at most as many as are kept. Those of stored settings name users.
    func problems(withSettings: Bool) -> [Problem] {
        ProblemSource.allCases.filter { withSettings || $0 != .settings }.flatMap { faults[$0] ?? [] }
            .suffix(configuration.limits.problemsKept)
    }

    // MARK: - Requests

    /// A request for a slot, which comes after all that came before it.
    func request(_ kind: SlotRequest.Kind, for slot: Slot) -> SlotRequest {
        requests += 1
        return SlotRequest(order: requests, slot: slot, kind: kind)
    }

    // MARK: - Resolving

    /// All settings that are stored.
    package var storedSettings: [Owner: OwnerSettings] { book.stored }

    /// The machine's language and what there is to show, in a line.
    package var summary: String {
        let language = languageInForce(in: .system) ?? "no language"
        let domains = resolver.inventory.domains
        let languages = Set(domains.values.flatMap { $0.catalogs.keys })
        return "\(language), \(domains.count) \(domains.count == 1 ? "domain" : "domains") in \(languages.count) "
            + (languages.count == 1 ? "language" : "languages")
    }

    var resolver: LanguageResolver { resolutions.resolver }

    /// The language, region and the rest that the settings of these scopes give, narrowest first.
    func resolve(_ slots: [Slot]) -> Resolution {
        resolutions.resolution(for: slots.map(book.preference))
    }

    /// The chain of a domain that the settings of these scopes give.
    func chain(of domain: String, for slots: [Slot]) -> Chain {
        resolutions.chain(of: domain, for: slots.map(book.preference))
    }

    private func use(inventory: Inventory, machineLanguages: [LanguageTag]) {
        getReplies.removeAll()
        resolutions = ResolutionCache(
            LanguageResolver(
                configuration: configuration, inventory: inventory, machineLanguages: machineLanguages,
                hasLocale: hasLocale))
    }

    // MARK: - Time

    /// When `handleDeadlines` wants to be called next, in nanoseconds of CLOCK_BOOTTIME; nil means never.
    package var nextDeadline: Int64? {
        [book.nextDeadline, views.nextHeartbeat].compactMap { $0 }.min()
    }

    /// Ends temporary settings and sends heartbeats that are due.
    package func handleDeadlines() {
        let now = ports.clock.boottime
        let expired = book.expired(at: now)
        if !expired.isEmpty {
            let mark = ChangeMark(generation: ports.settings.nextGeneration(), reason: .expired)
            for slot in expired { applyTemporary(nil, to: slot, mark: mark) }
            publish()
        }
        views.sendHeartbeats(Self.heartbeat, now: now)
    }

    private static let heartbeat = SharedFrame(replyJSON: Array("{}".utf8), continues: true)

    /// Raises what concerns every view, and tells all.
    func changeEverything(_ reason: Reason) {
        ledger.noteEverything(ChangeMark(generation: ports.settings.nextGeneration(), reason: reason))
        publish()
    }

    /// Tells of the machine's own language when it is another one than before.
    func tellMachineView() {
        let before = machine
        machine = MachineView(resolve([.system]))
        if machine.languages != before.languages { logMachineLanguage(before: before) }
        if machine.environment != before.environment { machineEnvironmentChanged(machine.environment) }
    }

    /// The variables for programs in the machine's language.
    package var machineEnvironment: [String: String] { machine.environment }

    private func slots(of owner: Owner, in settings: [OwnerSettings]) -> Set<Slot> {
        guard case .user(let uid) = owner else { return [.system] }
        return Set(settings.flatMap(\.applications.keys).map { Slot.application(uid, $0) } + [.user(uid)])
    }
}

/// Which files a fault was met in.
package enum ProblemSource: CaseIterable, Sendable {
    case configuration, settings, texts, cache
}

extension Problem: CustomStringConvertible {
    /// `file:line:column: message`, as compilers write it.
    package var description: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }.joined(separator: ":")
        return "\(place): \(message)"
    }
}
