import Installation
import LinuxIO
import LocdDaemon
import PackStore

/// Settings and generations in the state directory; writing happens on a thread of its own, since `fsync(2)` waits.
final class StateStorage: SettingsStorage {
    /// Writes under way: each waits for its owner's one before, so this is the number of owners that change at once.
    private static let capacity = 256

    private var state: StateDirectory
    private let thread: WorkerThread
    private let log: any DaemonLog
    private var isReserving = false
    /// Owners whose settings are being written, and how many times.
    private var storing: [Owner: Int] = [:]
    /// The last generation given out.
    private var last: Int64

    init(_ state: StateDirectory, log: any DaemonLog) throws(SystemError) {
        self.state = state
        self.log = log
        last = state.generation.last
        thread = try WorkerThread(name: "locd-commit", capacity: Self.capacity)
    }

    /// Readable when a write has ended; `finishWrites` then calls back.
    var descriptor: FileDescriptor { _read { yield thread.descriptor } }

    func finishWrites() throws(SystemError) {
        try thread.drain()
    }

    func store(_ settings: OwnerSettings, of owner: Owner, completion: @escaping (StorageFailure?) -> Void) {
        let store = state.settings
        let record = SettingsRecord(settings)
        let file = SettingsOwner(owner)
        let isSubmitted = thread.submit {
            do throws(PackStoreError) {
                try store.store(record, for: file)
                return nil
            } catch {
                return StorageFailure(message: error.message, isOutOfSpace: error.isOutOfSpace)
            }
        } completion: { [unowned self] (failure: StorageFailure?) in
            storing[owner] = storing[owner].flatMap { $0 > 1 ? $0 - 1 : nil }
            completion(failure)
        }
        guard isSubmitted else { return completion(StorageFailure(message: "too many settings are being stored")) }
        storing[owner, default: 0] += 1
    }

    func nextGeneration() -> Int64 {
        do throws(PackStoreError) {
            last = max(try state.generation.next(), last + 1)
        } catch {
            // Better a number that a restart may give again than none: those who are connected see it grow.
            log.log(.error, "the generation cannot be reserved: \(error.message)")
            last += 1
        }
        if state.generation.isLow { reserve() }
        return last
    }

    private func reserve() {
        guard !isReserving else { return }
        let generation = state.generation
        isReserving = thread.submit {
            do throws(PackStoreError) {
                try generation.reserve()
                return nil
            } catch {
                return error.message
            }
        } completion: { [unowned self] (failure: String?) in
            isReserving = false
            if let failure { log.log(.warning, "no generations reserved ahead: \(failure)") }
        }
    }

    /// Reads all settings again, after what is being written, and calls back with them: some may be edits from outside.
    /// What is damaged or gone is written again from what is in force; when the whole directory is gone, so is all of it.
    ///
    /// - Parameter known: the settings in force. What is being written is newer than them, and than what was read.
    func reread(
        keeping known: @escaping () -> [Owner: OwnerSettings],
        _ completion: @escaping ([Owner: OwnerSettings], [StoreProblem]) -> Void
    ) {
        if !state.isInPlace { return restore(known()) }
        let state = state
        let isSubmitted = thread.submit {
            Result { () throws(PackStoreError) in try Self.load(state) }
        } completion: { [unowned self] result in
            switch result {
            case .success(let loaded):
                // What is damaged or gone is no edit: what is in force is written again.
                let damaged = Set(loaded.problems.map(\.path))
                var changed = loaded.settings
                for owner in storing.keys { changed[owner] = nil }
                for (owner, settings) in known() where storing[owner] == nil {
                    let isDamaged = damaged.contains("\(state.path)/\(SettingsOwner(owner).fileName)")
                    guard isDamaged || changed[owner] == nil, settings != OwnerSettings() else { continue }
                    changed[owner] = nil
                    storeAgain(settings, of: owner)
                }
                completion(changed, loaded.problems)
            case .failure(let error):
                log.log(.error, "settings cannot be read: \(error.message)", event: .settingsNotStored)
            }
        }
        if !isSubmitted { log.log(.warning, "an edit of the settings was not looked at: too many are being stored") }
    }

    /// Makes the state directory again, with what is in memory.
    private func restore(_ known: [Owner: OwnerSettings]) {
        log.log(
            .warning, "\(state.path) is gone and is made again from memory", event: .settingsSetAside,
            fields: [.file: state.path])
        do throws(PackStoreError) {
            state = try StateDirectory(path: state.path, generationFloor: last)
        } catch {
            return log.log(
                .error, "it could not be made: \(error.message)", event: .settingsNotStored, fields: [.file: state.path]
            )
        }
        for (owner, settings) in known { storeAgain(settings, of: owner) }
    }

    private func storeAgain(_ settings: OwnerSettings, of owner: Owner) {
        store(settings, of: owner) { [unowned self] failure in
            if let failure {
                log.log(.error, "settings were not stored again: \(failure.message)", event: .settingsNotStored)
            }
        }
    }

    func isStored(_ owner: Owner) -> Bool {
        state.settings.exists(SettingsOwner(owner))
    }

    /// All that is stored, and what of it could not be used.
    func load() throws(PackStoreError) -> Loaded {
        var loaded = try Self.load(state)
        if let problem = state.generation.problem { loaded.problems.append(problem) }
        return loaded
    }

    /// What a look at the files gave.
    struct Loaded: Sendable {
        var settings: [Owner: OwnerSettings] = [:]
        var problems: [StoreProblem]
    }

    private static func load(_ state: StateDirectory) throws(PackStoreError) -> Loaded {
        let read = try state.settings.loadAll()
        var loaded = Loaded(problems: read.problems)
        for (owner, record) in read.records {
            loaded.settings[Owner(owner)] = OwnerSettings(record) { message in
                loaded.problems.append(StoreProblem(path: "\(state.path)/\(owner.fileName)", message: message))
            }
        }
        return loaded
    }
}

extension SettingsOwner {
    fileprivate init(_ owner: Owner) {
        switch owner {
        case .system: self = .system
        case .user(let uid): self = .user(uid)
        }
    }
}

extension Owner {
    fileprivate init(_ owner: SettingsOwner) {
        switch owner {
        case .system: self = .system
        case .user(let uid): self = .user(uid)
        }
    }
}
