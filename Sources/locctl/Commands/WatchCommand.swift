import LinuxIO
import LocdInterface

/// `locctl watch`: each state as it comes.
enum WatchCommand {
    private static let count = Option.value("count", "N", "end after this many states")

    static let verb = Verb(
        "watch", "print each change of the language",
        discussion: [
            "One line for each state, the present one at once: GENERATION TAG DIRECTION REASON, such as `42 ar rtl set`. With "
                + "--json, the whole state.",
            "Where the daemon goes away, watch waits for it to come back and goes on; standard error says so. A state that has "
                + "been printed is not printed again. Where LOCD_APPLICATION is set, the language is that of the application.",
        ],
        options: [count],
        examples: [
            .init(
                command: "locctl watch | while read -r _ tag _; do echo \"now $tag\"; done",
                meaning: "does something at each change"),
            .init(command: "locctl watch --count 1", meaning: "the present state, then the end"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        var watcher = Watcher(invocation, limit: try invocation.arguments.value(of: count).map(limit))
        try watcher.run()
    }

    private static func limit(_ text: String) throws(Failure) -> Int {
        guard let number = Int(text), number > 0 else {
            throw Failure(.usage, "--count takes a number from 1, not \(quoted(text))")
        }
        return number
    }

    /// A state as one line.
    static func line(for state: State) -> String {
        "\(state.generation) \(state.languages.first ?? "und") \(state.direction.shortText) \(state.reason.rawValue)"
    }
}

/// Follows the daemon's states over any number of connections.
private struct Watcher: ~Copyable {
    private let invocation: Invocation
    /// How many states are still to be printed; nil without an end.
    private var remaining: Int?
    /// The generation printed last.
    private var generation: Int64?
    private var backoff = Backoff()
    /// Whether the daemon has gone, and no state has come since.
    private var isAlone = false

    init(_ invocation: Invocation, limit: Int?) {
        self.invocation = invocation
        remaining = limit
    }

    /// Prints states until there are enough of them, or the reader has gone.
    mutating func run() throws(Failure) {
        let output = try OutputReader()
        var daemon = try Daemon(invocation)
        while true {
            do throws(Failure) {
                return try follow(daemon, output)
            } catch {
                guard error.status == .daemonUnreachable else { throw error }
                // One that is ending may take a connection yet, and drop it; that is no second departure.
                if !isAlone { invocation.console.remark("the daemon has gone; waiting for it to come back") }
                isAlone = true
            }
            daemon = try reconnected(output)
        }
    }

    /// Returns when enough states have been printed; a daemon that goes away is a failure.
    private mutating func follow(_ daemon: Daemon, _ output: borrowing OutputReader) throws(Failure) {
        try daemon.subscribe(.init(application: invocation.application, heartbeatSeconds: 0))
        while remaining != 0 {
            let state = try daemon.nextState(whileReadBy: output)
            if isAlone { invocation.console.remark("the daemon is back") }
            isAlone = false
            backoff.reset()
            try print(state)
        }
    }

    private mutating func print(_ state: State) throws(Failure) {
        guard state.generation != generation else { return }
        generation = state.generation
        if let json = invocation.console.json {
            try invocation.console.print(encoded: state, json)
        } else {
            try invocation.console.print(WatchCommand.line(for: state))
        }
        if let count = remaining { remaining = count - 1 }
    }

    private mutating func reconnected(_ output: borrowing OutputReader) throws(Failure) -> Daemon {
        var generator = SystemRandomNumberGenerator()
        while true {
            try output.wait(for: backoff.next(using: &generator))
            do throws(Failure) {
                return try Daemon(invocation)
            } catch {
                guard error.status == .daemonUnreachable else { throw error }
            }
        }
    }
}
