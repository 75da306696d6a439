/// What `locctl` ends with. Scripts rely on the numbers.
enum ExitStatus: Int32, CaseIterable, Sendable {
    case done = 0
    case other = 1
    case usage = 2
    case textMissing = 3
    case notAllowed = 4
    case daemonUnreachable = 5
    case invalidLanguageTag = 6
    case noSuchLanguage = 7
    case conflict = 8
    case notVerified = 9
    case network = 10
    case noSpace = 11

    /// What `--help` says of it.
    var summary: String {
        switch self {
        case .done: "done"
        case .other: "any other failure"
        case .usage: "wrong usage"
        case .textMissing: "text missing"
        case .notAllowed: "not allowed"
        case .daemonUnreachable: "daemon not reachable"
        case .invalidLanguageTag: "not a language tag"
        case .noSuchLanguage: "no such language"
        case .conflict: "conflict, or superseded by a later request"
        case .notVerified: "not verified"
        case .network: "network failure"
        case .noSpace: "no space left"
        }
    }
}
