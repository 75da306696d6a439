import Installation
import LinuxIO
import Varlink

/// Where the daemon's socket and directories are.
struct Locations: Equatable {
    var socket: String
    var state: String
    var cache: String
    /// Where the generation words and the environment for later units are: the directory that systemd made for them,
    /// else the socket's.
    var runtime: String
    /// The socket was chosen because of who runs the daemon, so clients have to be told.
    var isPersonal: Bool

    /// What decides: options first, then what systemd passed, then who runs the daemon.
    ///
    /// - Parameter environment: the value of a variable; nil for one that is unset or empty.
    /// - Throws: a sentence, when a directory cannot be told.
    init(_ options: Options, isRoot: Bool, environment: (String) -> String?) throws(ProgramError) {
        let address = try environment("LOCD_ADDRESS").map { text throws(ProgramError) in
            guard let path = Self.socketPath(of: text) else {
                throw ProgramError("LOCD_ADDRESS=\(text) is not an address: give unix: and a path")
            }
            return path
        }
        if let given = options.address ?? address {
            socket = given
            isPersonal = false
        } else if isRoot {
            socket = "/run/locd/org.locd"
            isPersonal = false
        } else {
            guard let runtime = environment("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") else {
                throw ProgramError("no XDG_RUNTIME_DIR to put the socket in: give --address")
            }
            socket = "\(runtime)/locd/org.locd"
            isPersonal = true
        }
        runtime = Self.passedDirectory(environment("RUNTIME_DIRECTORY")) ?? Self.parent(of: socket)
        let home = environment("HOME")
        state = try Self.directory(
            given: options.stateDirectory, passed: environment("STATE_DIRECTORY"), system: StandardPaths.state,
            isRoot: isRoot, home: environment("XDG_STATE_HOME") ?? home.map { "\($0)/.local/state" },
            option: "--state")
        cache = try Self.directory(
            given: options.cacheDirectory, passed: environment("CACHE_DIRECTORY"), system: StandardPaths.cache,
            isRoot: isRoot, home: environment("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" }, option: "--cache")
    }

    /// systemd passes several directories with colons between them (systemd.exec(5)); ours is the first.
    private static func passedDirectory(_ value: String?) -> String? {
        value?.split(separator: ":").first.map(String.init)
    }

    private static func directory(
        given: String?, passed: String?, system: String, isRoot: Bool, home: String?, option: String
    ) throws(ProgramError) -> String {
        if let given { return given }
        if let passed = passedDirectory(passed) { return passed }
        if isRoot { return system }
        guard let home, home.hasPrefix("/") else { throw ProgramError("no home directory: give \(option)") }
        return "\(home)/locd"
    }

    /// The directory that an absolute path lies in.
    static func parent(of path: String) -> String {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    /// A socket's path from a Varlink address or a path; nil when it is neither.
    static func socketPath(of text: String) -> String? {
        VarlinkAddress(text)?.path
    }
}

/// Why the daemon cannot start or go on, as a sentence.
struct ProgramError: Error, Equatable {
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
