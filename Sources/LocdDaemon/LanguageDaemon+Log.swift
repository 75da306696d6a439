import LanguageTags
import LocdInterface

/// What the machine itself speaks, as far as the log and programs that start later are concerned.
struct MachineView: Equatable {
    /// In force, best first.
    var languages: [LanguageTag] = []
    var environment: [String: String] = [:]

    init() {}

    init(_ resolution: Resolution) {
        languages = resolution.languages
        environment = resolution.environment
    }
}

/// What the daemon says of itself, with ids and fields.
extension LanguageDaemon {
    /// Says who set what. What needs no permission is bounded, so that nobody fills the log by it.
    func logChange(of slot: Slot, from old: Preference, to new: Preference, reason: Reason, by uid: UInt32?) {
        guard old != new else { return }
        var fields: [LogField: String] = [
            .scope: slot.scope.rawValue, .language: Self.names(new.languages),
            .languageBefore: Self.names(old.languages), .region: new.region?.identifier ?? "",
            .reason: reason.rawValue,
        ]
        var subject = "the machine"
        switch slot {
        case .system: break
        case .user(let owner): subject = "uid \(owner)"
        case .application(let owner, let application):
            subject = "\(application) of uid \(owner)"
            fields[.application] = application
        }
        if let uid = uid ?? slot.owner.uid { fields[.uid] = "\(uid)" }
        let asker = uid.map { " by uid \($0)" } ?? ""
        let entry = LogEntry(
            .notice,
            "language of \(subject) set from \(Self.text(old)) to \(Self.text(new))\(asker) (\(reason.rawValue))",
            event: .settingChanged, fields: fields)
        guard let owner = slot.owner.uid else { return ports.log.write(entry) }
        ports.log.write(entry, of: uid ?? owner, within: &changeRate, boottime: ports.clock.boottime)
    }

    /// Says that the machine's language in force is another one.
    func logMachineLanguage(before: MachineView) {
        let reason = lastChange([.system], resolve([.system])).reason
        let (now, earlier) = (Self.names(machine.languages), Self.names(before.languages))
        ports.log.log(
            .notice, "the machine speaks \(now), before \(earlier) (\(reason.rawValue))",
            event: .machineLanguageChanged,
            fields: [.language: now, .languageBefore: earlier, .reason: reason.rawValue])
    }

    /// Says that a caller was not allowed something.
    func logRefusal(of peer: Peer, method: String, scope: Scope?, because reason: String?) {
        let entry = LogEntry(
            .notice, "uid \(peer.uid) (pid \(peer.pid)) may not call \(method)\(reason.map { ": \($0)" } ?? "")",
            event: .callRefused, fields: Self.fields(of: peer, method, scope))
        ports.log.write(entry, of: peer.uid, within: &refusalRate, boottime: ports.clock.boottime)
    }

    /// Says that the authority allowed a caller something.
    func logAuthorization(of peer: Peer, method: String, scope: Scope?, action: String) {
        ports.log.log(
            .info, "uid \(peer.uid) (pid \(peer.pid)) is authorised for \(action)", event: .callAuthorized,
            fields: Self.fields(of: peer, method, scope))
    }

    private static func fields(of peer: Peer, _ method: String, _ scope: Scope?) -> [LogField: String] {
        var fields: [LogField: String] = [.uid: "\(peer.uid)", .pid: "\(peer.pid)", .method: method]
        fields[.scope] = scope?.rawValue
        return fields
    }

    /// Says what is wrong with a file.
    func logProblem(_ problem: Problem, of source: ProblemSource, domain: String?) {
        var fields: [LogField: String] = [.file: problem.file]
        fields[.line] = problem.line.map(String.init)
        fields[.domain] = domain
        ports.log.log(.warning, problem.description, event: source.event, fields: fields)
    }

    /// Languages and region of a preference, for people.
    private static func text(_ preference: Preference) -> String {
        names(preference.languages) + (preference.region.map { " (region \($0.identifier))" } ?? "")
    }

    private static func names(_ languages: [LanguageTag]) -> String {
        languages.isEmpty ? "auto" : languages.map(\.description).joined(separator: " ")
    }
}

extension ProblemSource {
    fileprivate var event: LogEvent {
        switch self {
        case .configuration: .configurationIgnored
        case .settings: .settingsSetAside
        case .texts: .textsFaulty
        case .cache: .cacheUnusable
        }
    }
}

extension Owner {
    /// The user; nil for the machine.
    fileprivate var uid: UInt32? {
        if case .user(let uid) = self { uid } else { nil }
    }
}
