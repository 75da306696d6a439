import JSON
package import LinuxIO

/// Settings on disk: one small file for each owner, so that a damaged one concerns nobody else.
///
/// What becomes of a file that cannot be used: it is renamed to `NAME.bad-N`, reported, and the previous version, which
/// every change leaves behind as `NAME.prev`, takes its place. That goes for damage, for a file from a newer version,
/// for one that belongs to a stranger or that strangers may write, and for what is no regular file at all. A file that
/// cannot be read or moved is reported, and nothing is stored over it until it is gone.
///
/// Files are small and a change replaces the whole, in the way of `DurableFile`: when `store` returns, the change
/// survives a power cut; when it throws, nothing has changed. All calls may come from any thread; two for the same owner
/// must not run at once.
package final class SettingsStore: Sendable {
    /// What has to be remembered of a file between reading and writing it.
    private struct Memory {
        /// Members to write again.
        var unknown = SettingsFile.Unknown()
        /// The file holds something that was left out, which the next change must not lose.
        var holdsOmissions = false
        /// Why the file must not be replaced.
        var obstacle: String?
    }

    /// What loading one owner's file gave.
    package struct Loaded: Hashable, Sendable {
        /// The settings; nil when there are none.
        package var record: SettingsRecord?
        /// What could not be used.
        package var problems: [StoreProblem]

        package init(record: SettingsRecord? = nil, problems: [StoreProblem] = []) {
            self.record = record
            self.problems = problems
        }
    }

    private let directory: Directory
    /// Whom files are made for; nil for this process's own user.
    private let fileOwner: FileOwner?
    private let memory = Lock<[SettingsOwner: Memory]>([:])

    /// A store in a directory that this process alone writes, such as `StateDirectory` opens.
    ///
    /// - Parameter fileOwner: the user of the daemon that is to have the files, where that is not this process's own.
    package init(_ directory: consuming Directory, fileOwner: FileOwner? = nil) {
        self.directory = directory
        self.fileOwner = fileOwner
    }

    /// The directory, for error messages.
    package var path: String { directory.path }

    /// Loads the files of all owners that have one.
    ///
    /// - Throws: only when the directory cannot be listed.
    package func loadAll() throws(PackStoreError) -> (
        records: [SettingsOwner: SettingsRecord], problems: [StoreProblem]
    ) {
        var records: [SettingsOwner: SettingsRecord] = [:]
        var problems: [StoreProblem] = []
        let listing = try calling { () throws(SystemError) in try directory.list() }
        for name in listing.undecodable {
            problems.append(StoreProblem(path: "\(path)/\(name)", message: "is ignored: its name is not UTF-8"))
        }
        for name in listing.names {
            guard let owner = SettingsOwner(fileName: name) else {
                if name.hasPrefix("user-"), name.hasSuffix(".json") {
                    problems.append(StoreProblem(path: "\(path)/\(name)", message: "is ignored: it names no user"))
                }
                continue
            }
            let loaded = load(owner)
            records[owner] = loaded.record
            problems += loaded.problems
        }
        return (records, problems)
    }

    /// Loads one owner's file, again too: an edit from outside that is valid is simply what it gives.
    package func load(_ owner: SettingsOwner) -> Loaded {
        let name = owner.fileName
        var loaded = Loaded()
        var remembered = Memory()
        switch read(name) {
        case .missing: break
        case .file(let file):
            use(file, name, &loaded, &remembered)
        case .unusable(let reason):
            loaded.problems.append(setAside(name, reason, &remembered))
            usePrevious(of: name, &loaded, &remembered)
        case .unreadable(let error):
            remembered.obstacle = error.description
            loaded.problems.append(problem(name, "cannot be read and is left alone: \(error.description)"))
        }
        memory.withLock { [remembered] in $0[owner] = remembered }
        return loaded
    }

    /// Whether an owner has a file.
    package func exists(_ owner: SettingsOwner) -> Bool {
        // What cannot be asked for is as good as gone.
        (try? directory.status(of: owner.fileName)) != nil
    }

    /// Stores an owner's settings durably.
    ///
    /// - Throws: `invalid`, `tooLarge` (see `SettingsLimits`), `system`, and `unreadable` when the present file could
    ///   be neither read nor set aside.
    package func store(_ record: SettingsRecord, for owner: SettingsOwner) throws(PackStoreError) {
        let name = owner.fileName
        let remembered = memory.withLock { $0[owner] } ?? Memory()
        if let obstacle = remembered.obstacle {
            throw PackStoreError(.unreadable, "\(path)/\(name) is not replaced: \(obstacle)")
        }
        let bytes = try SettingsFile(record: record, unknown: remembered.unknown).bytes()
        if remembered.holdsOmissions {
            guard try calling({ () throws(SystemError) in try directory.keepAside(name) }) != nil else {
                throw PackStoreError(.unreadable, "\(path)/\(name) is not replaced: too many files were set aside")
            }
        }
        try calling { () throws(SystemError) in
            try DurableFile.replace(
                name, in: directory, with: bytes.span, mode: 0o600, owner: fileOwner,
                keepingPreviousAs: "\(name).prev")
        }
        memory.withLock { $0[owner]?.holdsOmissions = false }
    }
}

// MARK: Reading one file

extension SettingsStore {
    private enum Reading {
        case missing
        case file(SettingsFile)
        /// It must be set aside.
        case unusable(String)
        case unreadable(SystemError)
    }

    private func read(_ name: String) -> Reading {
        do throws(SystemError) {
            guard let status = try directory.status(of: name) else { return .missing }
            if let reason = distrust(status) { return .unusable(reason) }
            let contents = try directory.readFile(name, limit: SettingsLimits.fileBytes)
            do throws(PackStoreError) {
                return .file(try SettingsFile(parsing: contents.bytes))
            } catch {
                return .unusable(error.message)
            }
        } catch {
            return error.isMissing ? .missing : .unreadable(error)
        }
    }

    /// Why a file is not even opened; nil when it is.
    private func distrust(_ status: FileStatus) -> String? {
        guard status.kind == .regular else { return "is no regular file" }
        guard status.size <= SettingsLimits.fileBytes else {
            return "has \(status.size) bytes, of at most \(SettingsLimits.fileBytes)"
        }
        guard [0, CurrentProcess.userID, fileOwner?.uid].contains(status.uid) else {
            return "belongs to user \(status.uid)"
        }
        guard !status.isWritableByOthers else { return "can be written by others than its owner" }
        return nil
    }

    private func use(_ file: SettingsFile, _ name: String, _ loaded: inout Loaded, _ memory: inout Memory) {
        loaded.record = file.record
        loaded.problems += file.omissions.map { problem(name, "is used, but \($0)") }
        memory.unknown = file.unknown
        memory.holdsOmissions = !file.omissions.isEmpty
    }

    /// Moves a file out of the way; one that cannot be moved stays an obstacle.
    private func setAside(_ name: String, _ reason: String, _ memory: inout Memory) -> StoreProblem {
        do throws(SystemError) {
            if let newName = try directory.setAside(name) {
                return problem(name, "\(reason); it was set aside as \(newName)")
            }
            memory.obstacle = "\(reason), and too many files were set aside already"
        } catch {
            memory.obstacle = "\(reason), and it cannot be set aside: \(error.description)"
        }
        return problem(name, memory.obstacle ?? reason)
    }

    /// Uses the previous version instead of a file that cannot be used, and puts it in its place where that is free.
    private func usePrevious(of name: String, _ loaded: inout Loaded, _ memory: inout Memory) {
        let previous = "\(name).prev"
        switch read(previous) {
        case .missing: break
        case .file(let file):
            use(file, previous, &loaded, &memory)
            loaded.problems.append(problem(name, "is replaced by its previous version"))
            guard memory.obstacle == nil else { return }
            do throws(SystemError) {
                try directory.link(previous, as: name)
                try directory.sync()
            } catch {
                // The settings count all the same; the next start finds what this one found.
                loaded.problems.append(problem(name, "could not be restored: \(error.description)"))
            }
        case .unusable(let reason):
            // Only the report matters: a previous version stands in nobody's way.
            var ignored = Memory()
            loaded.problems.append(setAside(previous, reason, &ignored))
        case .unreadable(let error):
            loaded.problems.append(problem(previous, "cannot be read: \(error.description)"))
        }
    }

    private func problem(_ name: String, _ message: String) -> StoreProblem {
        StoreProblem(path: "\(path)/\(name)", message: message)
    }
}
