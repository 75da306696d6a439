import CatalogBuilder
import Installation
import JSON
import LanguageTags
import LinuxIO
import LocdDaemon
import LocdInterface
import PackStore
import Systemd
import Varlink
import VarlinkTransport

/// The daemon as a program: everything the language daemon asks of the world, on one event loop.
///
/// One descriptor stands for all clients (the server's epoll), one for each worker thread, one for changed files, and
/// one timer for all deadlines. Every handler ends with `rearm`, which sets that timer.
final class Program {
    private let loop: EventLoop
    private let log: ProgramLog
    private let configurationFiles: ConfigurationFiles
    private let storage: StateStorage
    private let catalogs: CatalogService
    private let shelf: CatalogShelf
    private let words: GenerationWordFiles
    private let environment: EnvironmentFile
    private let clock = SystemClock()
    private let authority: PolkitAuthority
    private let machineLocale: SystemdLocale
    private var machineLanguages = MachineLanguageSource()
    private let daemon: LanguageDaemon
    private let server: VarlinkServer
    private let socketPath: String?
    /// How many files may be open.
    private let descriptorLimit: Int
    private var connections: [UInt64: ServedConnection] = [:]
    private var refusalRate = LogRate()
    /// How many reloads are under way.
    private var reloads = 0
    private var watcher: DirectoryWatcher?
    private var timer: TimerSource?
    private var sources: [IOSource] = []
    private var signals: [SignalSource] = []

    /// Runs `locd` with these arguments and gives its exit status.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try Options.parse(arguments) {
            case .showHelp: try StandardStream.output.writeAll(Array(Options.help.utf8))
            case .showVersion: try StandardStream.output.writeAll(Array("locd \(Release.version)\n".utf8))
            case .serve(let options): return try Program(options).serve()
            }
            return 0
        } catch let error as Options.UsageError {
            complain("\(error.message); try locd --help")
            return 2
        } catch let error as ProgramError {
            complain(error.message)
        } catch {
            complain("\(error)")
        }
        return 1
    }

    private static func complain(_ message: String) {
        ProgramLog.open().log(.error, "locd: \(message)", event: .failed)
        ServiceManager.notifyStatus(message)
    }

    // MARK: - Starting

    private init(_ options: Options) throws {
        // Threads take over what is held back now.
        try CurrentProcess.block(signals: [15, 2, 1])
        descriptorLimit = try ResourceLimits.raiseOpenFiles()
        let log = ProgramLog.open()
        let user = CurrentProcess.userID
        let locations = try Locations(options, isRoot: user == 0) { name in
            CurrentProcess.environment(name).flatMap { $0.isEmpty ? nil : $0 }
        }
        self.log = log
        configurationFiles = ConfigurationFiles(options.configuration)
        let configured = configurationFiles.read()
        let configuration = configured.configuration

        try Directory.makePath(locations.runtime, mode: 0o755)
        words = try GenerationWordFiles(runtimeDirectory: locations.runtime)
        environment = EnvironmentFile(runtimeDirectory: locations.runtime, log: log)
        try Directory.makePath(Locations.parent(of: locations.state), mode: 0o755)
        let state = try StateDirectory(path: locations.state, generationFloor: words.highest)
        storage = try StateStorage(state, log: log)
        let stored = try storage.load()

        try Directory.makePath(Locations.parent(of: locations.cache), mode: 0o755)
        catalogs = try CatalogService(
            cachePath: locations.cache, vendorDirectories: options.vendorDirectories, configuration: configuration,
            version: Release.version)
        // Nothing is served yet and nothing half-written can be left: who wants it to end meanwhile need not wait.
        try CurrentProcess.unblock(signals: [15, 2])
        let found = try catalogs.lookNow()
        try CurrentProcess.block(signals: [15, 2])
        shelf = try CatalogShelf(found.cache, memoryBytes: configuration.limits.memoryFileBytes, log: log)
        shelf.use(found.cache, found.result)

        loop = try EventLoop()
        authority = PolkitAuthority(try SystemBus(loop))
        machineLocale = try SystemdLocale(loop, try SystemBus(loop), log: log)
        daemon = LanguageDaemon(
            version: Release.version, configuration: configuration, access: Self.access(configuration, user: user),
            inventory: found.result.inventory, machineLanguages: machineLanguages.languages(locale1: nil),
            stored: stored.settings,
            ports: DaemonPorts(
                settings: storage, catalogs: shelf, words: words, authority: authority, machine: machineLocale,
                clock: clock, log: log),
            hasLocale: SystemLocale.exists)
        if words.skipped > 0 { log.log(.warning, "\(words.skipped) generation words cannot be used") }
        daemon.report(configured.problems, of: .configuration)
        daemon.report(stored.problems.map(Problem.init), of: .settings)
        daemon.report(found.result.problems, of: .texts) { found.result.domains[$0] }
        daemon.directories = Directories(
            state: locations.state, runtime: locations.runtime, vendor: catalogs.allVendorDirectories)
        daemon.cache = found.result.cache

        environment.write(daemon.machineEnvironment)

        let router = CallRouter()
        server = try VarlinkServer(
            table: ServiceTable(
                vendor: "locd", product: "locd, the language daemon", version: Release.version,
                // The project has no address yet.
                url: "",
                interfaces: [LocaleInterface.description, CatalogInterface.description]),
            limits: Self.limits(configuration, descriptorLimit: descriptorLimit),
            log: { router.refused($0) }, handler: { router.call($1, on: $0) })
        socketPath = try Self.listen(server, locations)
        router.program = self
        try attach(locations)
        watchTexts(found.result.directories)
    }

    /// Starts to accept clients; gives the path of a socket that has to be removed in the end.
    private static func listen(_ server: VarlinkServer, _ locations: Locations) throws -> String? {
        switch try Endpoint.open(path: locations.socket) {
        case .bound(let listener, let path):
            try server.listen(on: listener)
            if locations.isPersonal {
                try StandardStream.output.writeAll(Array("export LOCD_ADDRESS=unix:\(path)\n".utf8))
            }
            return path
        case .passed(let listener): try server.listen(on: listener)
        case .connected(let socket): try server.serve(socket)
        }
        return nil
    }

    private static func limits(_ configuration: Configuration, descriptorLimit: Int) -> ConnectionLimits {
        var limits = ConnectionLimits()
        if let connections = configuration.connections { limits.maximumConnections = connections }
        if let perUser = configuration.connectionsPerUser { limits.maximumConnectionsPerUser = perUser }
        limits.fit(descriptorLimit: descriptorLimit)
        return limits
    }

    private static func access(_ configuration: Configuration, user: UInt32) -> Access {
        Access(
            daemonUser: user, administratorGroup: configuration.administratorGroup.flatMap(Accounts.groupID),
            systemLocked: configuration.systemLocked)
    }

    /// Connects everything to the loop.
    private func attach(_ locations: Locations) throws(SystemError) {
        timer = try TimerSource(loop) { [unowned self] in handleDeadlines() }
        try watch(server.descriptor) { [unowned self] () throws(SystemError) in try server.process() }
        try watch(storage.descriptor) { [unowned self] () throws(SystemError) in try storage.finishWrites() }
        try watch(shelf.descriptor) { [unowned self] () throws(SystemError) in try shelf.finishVerifications() }
        try watch(catalogs.descriptor) { [unowned self] () throws(SystemError) in try catalogs.finishLooks() }
        signals = [
            try SignalSource(loop, 15) { [unowned self] in stop() },
            try SignalSource(loop, 2) { [unowned self] in stop() },
            try SignalSource(loop, 1) { [unowned self] in daemon.reload {} },
        ]
        catalogs.onResult = { [unowned self] in use($0, $1) }
        catalogs.onFailure = { [unowned self] in
            let problem = Problem(
                file: catalogs.cachePath, line: nil, column: nil, message: "texts cannot be looked at: \($0.message)")
            daemon.report([problem], of: .cache)
        }
        shelf.replaceDamaged = { [unowned self] in catalogs.refresh(distrusting: $0, $1) }
        daemon.connections = { [unowned self] in server.connectionsByUser }
        authority.onAnswer = { [unowned self] in rearm() }
        daemon.machineEnvironmentChanged = { [unowned self] in environment.write($0) }
        machineLocale.onChange = { [unowned self] in machineLocaleChanged() }
        daemon.rescan = { [unowned self] completion in reload(completion) }
        let watcher = try DirectoryWatcher(loop, log: log) { [unowned self] in filesChanged($0) }
        watcher.watch(configurationFiles.directories, for: .configuration)
        watcher.watch([locations.state], for: .settings)
        watcher.watch(MachineLanguageSource.directories, for: .machine)
        self.watcher = watcher
        try loop.enableWatchdog()
    }

    /// Has a descriptor's events handled; what fails there ends the daemon, since it is none of the clients' doing.
    private func watch(
        _ descriptor: borrowing FileDescriptor, _ body: @escaping () throws(SystemError) -> Void
    ) throws(SystemError) {
        let source = try IOSource(loop, descriptor, for: .readable) { [unowned self] _ in
            do throws(SystemError) {
                try body()
            } catch {
                end(because: error)
            }
            rearm()
        }
        sources.append(source)
    }

    private func serve() throws(SystemError) -> Int32 {
        rearm()
        log.log(.info, "serving \(daemon.summary)", event: .started)
        ServiceManager.notifyReady(status: daemon.summary)
        let code = try loop.run()
        server.closeAll()
        words.wake()
        if let socketPath { try UnixListener.remove(path: socketPath) }
        return code
    }

    // MARK: - Events

    /// A call of a client.
    func call(_ call: ServiceCall, on connection: ServerConnection) {
        daemon.handle(
            ServedCall(
                call, on: connection, as: served(connection), opener: AttachmentOpener(words: words, shelf: shelf)))
    }

    private func served(_ connection: ServerConnection) -> ServedConnection {
        if let known = connections[connection.id] { return known }
        let served = ServedConnection(connection)
        connections[connection.id] = served
        connection.onClose = { [unowned self] in
            connections[connection.id] = nil
            daemon.connectionClosed(served)
        }
        return served
    }

    /// A peer was turned away.
    func refused(_ refusal: Refusal) {
        let user = refusal.uid.map { "uid \($0)" } ?? "a client"
        var entry = LogEntry(.notice, "\(user) was refused: \(refusal)", event: .peerRefused)
        entry.fields[.uid] = refusal.uid.map(String.init)
        log.write(entry, of: refusal.uid, within: &refusalRate, boottime: clock.boottime)
    }

    private func handleDeadlines() {
        daemon.handleDeadlines()
        do throws(SystemError) {
            try server.process()
        } catch {
            end(because: error)
        }
        rearm()
    }

    /// Sets the timer for whatever is due next, and ends when the only client has gone.
    private func rearm() {
        let deadlines = [
            daemon.nextDeadline.map { BoottimeInstant(nanoseconds: UInt64(clamping: $0)) }, server.nextDeadline,
        ]
        do throws(SystemError) {
            try timer?.set(to: deadlines.compactMap { $0 }.min())
            if server.isFinished { try loop.exit(0) }
        } catch {
            end(because: error)
        }
    }

    private func filesChanged(_ topics: Set<DirectoryWatcher.Topic>) {
        if topics.contains(.machine), machineLanguages.reread() {
            // It reads the files when it is asked, and tells nobody that they were edited.
            machineLocale.readSoon()
            machineLocaleChanged()
        }
        if topics.contains(.settings) { rereadSettings() }
        if topics.contains(.configuration), readConfiguration() {
            catalogs.refresh {}
        } else if topics.contains(.texts) || topics.contains(.cache) {
            catalogs.refresh {}
        }
        rearm()
    }

    /// Reads everything anew, for SIGHUP and for the method; the manager is told when the last of several is done.
    private func reload(_ completion: @escaping () -> Void) {
        reloads += 1
        ServiceManager.notifyReloading()
        readConfiguration()
        catalogs.refresh { [unowned self] in
            completion()
            reloads -= 1
            log.log(.info, "reloaded: \(daemon.summary)", event: .reloaded)
            if reloads == 0 { ServiceManager.notifyReady(status: daemon.summary) }
            rearm()
        }
    }

    private func machineLocaleChanged() {
        daemon.machineLanguagesChanged(machineLanguages.languages(locale1: machineLocale.locale))
        rearm()
    }

    /// Reads the configuration; true when it changed.
    @discardableResult
    private func readConfiguration() -> Bool {
        let configured = configurationFiles.read()
        daemon.report(configured.problems, of: .configuration)
        guard configured.configuration != daemon.configuration else { return false }
        let configuration = configured.configuration
        catalogs.configuration = configuration
        shelf.memoryBytes = configuration.limits.memoryFileBytes
        server.limits = Self.limits(configuration, descriptorLimit: descriptorLimit)
        daemon.configurationChanged(
            configuration, access: Self.access(configuration, user: CurrentProcess.userID))
        return true
    }

    private func rereadSettings() {
        storage.reread { [unowned self] in
            daemon.storedSettings
        } _: { [unowned self] settings, problems in
            for (owner, settings) in settings { daemon.settingsEdited(settings, of: owner) }
            daemon.report(problems.map(Problem.init), of: .settings)
            rearm()
        }
    }

    private func use(_ cache: CatalogCache, _ result: CatalogPipeline.Result) {
        daemon.report(result.problems, of: .texts) { result.domains[$0] }
        daemon.report([], of: .cache)
        daemon.directories.vendor = catalogs.allVendorDirectories
        daemon.cache = result.cache
        shelf.use(cache, result)
        daemon.inventoryChanged(result.inventory)
        watchTexts(result.directories)
        ServiceManager.notifyStatus(daemon.summary)
    }

    private func watchTexts(_ directories: [String]) {
        watcher?.watch(directories + catalogs.allVendorDirectories, for: .texts)
        watcher?.watch(catalogs.cacheDirectories, for: .cache)
    }

    // MARK: - Ending

    private func stop() {
        ServiceManager.notifyStopping(status: "ending")
        log.log(.info, "ending as asked to", event: .stopped)
        exit(with: 0)
    }

    private func end(because error: SystemError) {
        log.log(.error, "locd cannot go on: \(error.description)", event: .failed)
        ServiceManager.notifyStopping(status: "cannot go on: \(error.description)", failure: error.errno)
        exit(with: 1)
    }

    private func exit(with code: Int32) {
        do throws(SystemError) {
            try loop.exit(code)
        } catch {
            // The loop is ending already.
            log.log(.debug, error.description)
        }
    }
}

/// Leads the server's callbacks to the program, which is there only after the server.
private final class CallRouter {
    weak var program: Program?

    func call(_ call: ServiceCall, on connection: ServerConnection) {
        program?.call(call, on: connection)
    }

    func refused(_ refusal: Refusal) {
        program?.refused(refusal)
    }
}

extension Problem {
    init(_ problem: StoreProblem) {
        self.init(file: problem.path, line: nil, column: nil, message: problem.message)
    }
}
