import Installation
import LinuxIO
import LocdInterface
import VarlinkTransport

/// What the checks of `locctl doctor` look at: the daemon's answers, if it gives any, who asks, and where things are.
struct Examination {
    /// What came of talking to the daemon.
    enum Contact {
        case answered(LocaleInterface.Status.Reply, State)
        case failed(VarlinkClientError)
        /// It answered, but not what was asked.
        case misunderstood(String)
    }

    /// Where the daemon's files are, as far as that is known: as it says itself, else as the command line does, else, of
    /// the system's daemon, where they usually are.
    struct Places {
        var state: String?
        var cache: String?
        var vendor: [String] = []
        var runtime: String?

        static let system = Places(
            state: StandardPaths.state, cache: StandardPaths.cache, vendor: [StandardPaths.texts], runtime: nil)
    }

    let address: String
    let contact: Contact
    let places: Places
    let environment: (String) -> String?
    let uid = CurrentProcess.userID
    let groups = CurrentProcess.groups
    /// Nanoseconds since 1970.
    let now = WallClock.nanosecondsSince1970

    /// What the daemon said; nil when it said nothing.
    var status: LocaleInterface.Status.Reply? {
        if case .answered(let status, _) = contact { status } else { nil }
    }

    var state: State? {
        if case .answered(_, let state) = contact { state } else { nil }
    }

    /// Whether it is about the system's daemon.
    var isSystem: Bool { address == DaemonAddress.system }

    /// Whether systemd runs this machine: sd_booted(3).
    var hasSystemd: Bool { Self.exists("/run/systemd/system") }

    /// Who the daemon's files should belong to; empty when nobody can tell.
    var owners: Set<UInt32> {
        if let status { return [UInt32(clamping: status.user)] }
        return isSystem ? Accounts.userID(of: "locd").map { [$0] } ?? [0] : []
    }

    /// How to start the daemon.
    var startRemedy: String {
        if isSystem, hasSystemd { return "Start its socket: `sudo systemctl enable --now locd.socket`." }
        return isSystem
            ? "Start the daemon: `sudo locd`." : "Start the daemon: `locd --address \(shellWord(address))`."
    }

    /// How to start the daemon anew.
    var restartRemedy: String {
        isSystem && hasSystemd
            ? "Start it anew: `sudo systemctl restart locd`." : "End the process locd, and start it again."
    }

    static func exists(_ path: String) -> Bool { status(ofPath: path) != nil }

    /// What is at a path, links followed; nil for nothing, and for what cannot be looked at: where that is a fault, a
    /// check looks for itself.
    static func status(ofPath path: String) -> FileStatus? {
        // See above.
        (try? FileStatus(ofPath: path, followingLinks: true)) ?? nil
    }

    /// A name for a user in sentences and commands.
    static func name(of uid: UInt32) -> String { Accounts.userName(of: uid) ?? "\(uid)" }
}
