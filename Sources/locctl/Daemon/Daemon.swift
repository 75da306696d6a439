import JSON
import LinuxIO
import LocdInterface
import Varlink
import VarlinkTransport

/// The daemon as the verbs see it: methods called by their types, errors turned into failures.
struct Daemon {
    /// How long the daemon may take to accept a connection, and to take a call off the socket.
    private static let patience = Duration.seconds(10)
    /// How long an answer may take. A change is stored durably first, and may have to wait for others.
    private static let answerPatience = Duration.seconds(60)
    /// How long an answer may take when a person is asked for a password: the daemon gives them two minutes.
    private static let passwordPatience = Duration.seconds(180)
    /// After how long a person wants to know what is going on.
    private static let attention = Duration.seconds(1)

    private let address: String
    private let client: VarlinkClient
    private let console: Console
    private let environment: (String) -> String?
    /// Whether polkit may ask for a password on this terminal.
    private let canAskForPassword: Bool

    /// Connects to the daemon that the command line and the environment name. Failure: `daemonUnreachable`.
    init(_ invocation: Invocation) throws(Failure) {
        let address = Self.address(invocation)
        client = try Self.communicating(with: address) { () throws(VarlinkClientError) in
            try VarlinkClient(path: address, timeout: Self.patience, maximumDescriptors: 1)
        }
        self.address = address
        console = invocation.console
        environment = invocation.environment
        canAskForPassword = PasswordOption.allowsQuestion(invocation.arguments)
    }

    /// Where the daemon is that the command line and the environment name.
    static func address(_ invocation: Invocation) -> String {
        DaemonAddress.path(
            given: invocation.arguments.value(of: GlobalOptions.address), environment: invocation.environment,
            isRoot: CurrentProcess.userID == 0,
            // What cannot be looked at cannot be connected to either.
            systemExists: { (try? FileStatus(ofPath: DaemonAddress.system, followingLinks: false)) ?? nil != nil })
    }

    // MARK: Calls

    /// Calls a method and waits for its reply.
    func call<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws(Failure) -> Method.Reply {
        try send(method, parameters, mode: .single)
        return try decode(method, from: reply(within: Self.answerPatience))
    }

    /// Calls a method with `more` and waits for all its replies.
    func callMany<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters
    ) throws(Failure) -> [Method.Reply] {
        try send(method, parameters, mode: .more)
        var replies: [Method.Reply] = []
        while true {
            let reply = try reply(within: Self.answerPatience)
            replies.append(try decode(method, from: reply))
            if !reply.continues { return replies }
        }
    }

    /// All texts of a domain, from the reply or from the descriptor that came with it.
    func export(_ parameters: CatalogInterface.Export.Parameters) throws(Failure) -> [String: String] {
        let reply = try call(CatalogInterface.Export.self, parameters)
        if let messages = reply.messages { return messages }
        var descriptors = client.takeDescriptors()
        guard let file = descriptors.takeFirst(), let size = reply.size else {
            throw Failure(.other, "the daemon at \(address) sent neither texts nor a descriptor of them")
        }
        do {
            // Whoever wrote the file left its offset at the end, so it is mapped rather than read.
            let mapping = try Mapping(file, limit: size, detail: "the texts")
            let bytes = mapping.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            let limits = JSONLimits(
                maximumBytes: Int(UInt32.max), maximumDepth: 2, maximumMembers: .max, maximumStringBytes: .max)
            return try JSONDecoder().decode([String: String].self, from: bytes, limits: limits)
        } catch {
            throw Failure(.other, "the texts that the daemon at \(address) sent cannot be read: \(error)")
        }
    }

    // MARK: Changes

    /// Makes a change. Where not everybody may make it, polkit may ask for a password on this terminal, and a refusal says
    /// who may.
    ///
    /// - Parameters:
    ///   - scope: Whose setting it changes; nil when it is none.
    ///   - action: Such as `set the system language`.
    ///   - allowingInteraction: The parameter that says that a person may be asked.
    func change<Method: VarlinkMethod>(
        _ scope: Scope?, _ action: String, _ method: Method.Type, _ parameters: Method.Parameters,
        allowingInteraction: WritableKeyPath<Method.Parameters, Bool?>
    ) throws(Failure) -> Method.Reply {
        do throws(Failure) {
            guard canAskForPassword, scope == nil || scope == .system else { return try call(method, parameters) }
            var parameters = parameters
            parameters[keyPath: allowingInteraction] = true
            let agent = PasswordAgent.start(environment: environment)
            defer { agent?.end() }
            try send(method, parameters, mode: .single)
            return try decode(method, from: reply(within: Self.passwordPatience, showingProgress: false))
        } catch {
            guard error.status == .notAllowed else { throw error }
            let status = try call(LocaleInterface.Status.self, .init())
            throw .notAllowed(
                to: action, scope: scope, group: status.administratorGroup, isLocked: status.systemLocked)
        }
    }

    // MARK: States

    /// Asks for the present state and all that come; `nextState` gives them.
    func subscribe(_ parameters: LocaleInterface.Subscribe.Parameters) throws(Failure) {
        try send(LocaleInterface.Subscribe.self, parameters, mode: .more)
    }

    /// Waits for the next state, for as long as somebody reads what is printed.
    func nextState(whileReadBy output: borrowing OutputReader) throws(Failure) -> State {
        while true {
            while let reply = try nextReply() {
                // A reply without a state is a heartbeat.
                if let state = try decode(LocaleInterface.Subscribe.self, from: reply).state { return state }
            }
            try output.wait(for: client.descriptor)
        }
    }

    // MARK: Messages

    private func send<Method: VarlinkMethod>(
        _ method: Method.Type, _ parameters: Method.Parameters, mode: CallMode
    ) throws(Failure) {
        let bytes: [UInt8]
        do {
            bytes = try JSONEncoder().encode(parameters)
        } catch {
            throw Failure(.other, "the request cannot be written as JSON: \(error)")
        }
        let frame = SharedFrame(method: Method.name, parametersJSON: bytes, mode: mode)
        let deadline = BoottimeClock.now.advanced(by: Self.patience)
        try Self.communicating(with: address) { () throws(VarlinkClientError) in
            try client.send(frame, mode: mode, deadline: deadline)
        }
    }

    private func decode<Method: VarlinkMethod>(
        _ method: Method.Type, from reply: ServiceReply
    ) throws(Failure) -> Method.Reply {
        do {
            return try reply.decode(Method.Reply.self)
        } catch let error as VarlinkError {
            throw Failure(error)
        } catch {
            throw Failure(.other, "the answer of the daemon at \(address) to \(Method.name) does not fit: \(error)")
        }
    }

    /// Waits for a reply; a person at a terminal learns that this takes its time, unless the terminal has a question to
    /// show.
    private func reply(within patience: Duration, showingProgress: Bool = true) throws(Failure) -> ServiceReply {
        let deadline = BoottimeClock.now.advanced(by: patience)
        var isAnnounced = !showingProgress
        defer { if isAnnounced, showingProgress { console.progress(nil) } }
        while true {
            if let reply = try nextReply() { return reply }
            let rest = BoottimeClock.now.duration(to: deadline)
            guard rest > .zero else {
                let seconds = patience.components.seconds
                throw Failure(
                    .daemonUnreachable, "the daemon at \(printable(address)) has not answered for \(seconds) s")
            }
            let wait = isAnnounced ? rest : min(Self.attention, rest)
            let isReady = try reporting { () throws(SystemError) in
                try client.descriptor.wait(for: .readable, timeout: wait)
            }
            if !isReady, !isAnnounced {
                console.progress("waiting for the daemon")
                isAnnounced = true
            }
        }
    }

    /// The next reply that has come; nil when none has yet.
    private func nextReply() throws(Failure) -> ServiceReply? {
        try Self.communicating(with: address) { () throws(VarlinkClientError) in try client.nextReply() }
    }

    /// Does something with the connection; its errors name the address.
    private static func communicating<Result>(
        with address: String, _ body: () throws(VarlinkClientError) -> Result
    ) throws(Failure) -> Result {
        do throws(VarlinkClientError) {
            return try body()
        } catch {
            if case .violation = error.code {
                throw Failure(.other, "what answers at \(printable(address)) sent \(printable(error.message))")
            }
            let reason = error.errno.map { SystemError(call: "", detail: "", errno: $0).reason } ?? error.message
            throw .unreachable(address, reason)
        }
    }
}
