import LanguageTags
package import LinuxIO
package import LocdDaemon
package import LocdInterface
package import PackStore

/// The tree of a system that does not run, such as a disk image that is being made: which languages its daemon will
/// offer, by its own configuration and texts, and what the machine in it is set to.
///
/// Links in the tree lead to what is in it, never out of it, and nothing is asked of the machine that it is made on.
package struct SystemImage: ~Copyable {
    /// The user that the daemon runs as.
    private static let daemonUser = "locd"
    private static let maximumFileBytes = 64 << 10

    /// What `locd.conf` and its drop-ins in the image say.
    package let configuration: Configuration
    /// Decides as the daemon will.
    package let resolver: LanguageResolver
    /// The image's user for the daemon; nil where it has none yet.
    package let daemonOwner: FileOwner?
    /// What was found wrong in configuration and texts.
    package let problems: [Problem]
    private let root: RootDirectory

    /// Looks at the image whose root is the directory at `path`.
    package init(path: String) throws(SystemError) {
        let root = try RootDirectory(path: path)
        let daemonOwner = try AccountFile.owner(named: Self.daemonUser, in: root)
        let configured = ConfigurationFiles(nil, root: path).read()
        let texts = ShippedTexts(in: root, configuration: configured.configuration)
        let machine = MachineLanguages(
            locale1: nil, environment: [:], localeConf: Self.text(of: "/etc/locale.conf", in: root),
            defaultLocale: Self.text(of: "/etc/default/locale", in: root))
        configuration = configured.configuration
        // What libc has there is of no matter: nobody asks for the environment of a child.
        resolver = LanguageResolver(
            configuration: configured.configuration, inventory: texts.inventory,
            machineLanguages: machine.languages, hasLocale: { _ in false })
        self.daemonOwner = daemonOwner
        problems = configured.problems + texts.problems
        self.root = root
    }

    private static func text(of path: String, in root: borrowing RootDirectory) -> String? {
        // A file that cannot be read says nothing, as one that is not there.
        (try? root.readFile(path, limit: maximumFileBytes)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// Takes the machine's settings for this process alone. They will belong to the daemon's user, or to this process's
    /// own where the image has none.
    ///
    /// - Throws: as `OfflineState`.
    package func settings() throws(PackStoreError) -> ImageSettings {
        let directory: Directory
        do throws(SystemError) {
            let slash = StandardPaths.state.lastIndex(of: "/")!  // It is a path.
            let name = String(StandardPaths.state[slash...].dropFirst())
            directory = try root.makeDirectory(String(StandardPaths.state[..<slash]), mode: 0o755)
                .makeSubdirectory(name, mode: 0o700)
        } catch {
            throw PackStoreError(error)
        }
        return ImageSettings(try OfflineState(directory, owner: daemonOwner ?? .current))
    }
}

/// The machine's settings in a system that does not run.
package struct ImageSettings: ~Copyable {
    private let state: OfflineState
    /// What the machine is set to.
    package private(set) var system: OwnerSettings
    /// What of the stored settings could not be used.
    package private(set) var problems: [StoreProblem]

    init(_ state: consuming OfflineState) {
        let loaded = state.settings.load(.system)
        var problems = loaded.problems
        system =
            loaded.record.map { record in
                OwnerSettings(record) { message in
                    problems.append(
                        StoreProblem(path: "\(state.settings.path)/\(SettingsOwner.system.fileName)", message: message))
                }
            } ?? OwnerSettings()
        self.problems = problems
        self.state = state
    }

    /// Stores what the machine is set to, durably.
    package mutating func store(_ preference: Preference) throws(PackStoreError) {
        var settings = system
        settings.own = preference
        try state.settings.store(SettingsRecord(settings), for: .system)
        system = settings
    }
}
