import LinuxIO
import LocdDaemon

/// Log lines on standard error, with priorities as sd-daemon(3) wants them unless a person reads along.
///
/// Never waits: a line that standard error does not take at once is dropped and counted, and the next one that is taken
/// says so.
final class StandardErrorLog: DaemonLog {
    private let showsPriorities = !StandardStream.error.isTerminal
    private var dropped = 0

    func log(_ priority: LogPriority, _ message: String) {
        if dropped > 0 {
            let count = dropped
            dropped = 0
            write(.warning, "\(count) log lines were dropped")
        }
        write(priority, message)
    }

    private func write(_ priority: LogPriority, _ message: String) {
        let line = message.map { $0.isNewline || $0 == "\0" ? " " : String($0) }.joined()
        let prefix = showsPriorities ? "<\(priority.rawValue)>" : ""
        if !StandardStream.error.writeWithoutWaiting(Array("\(prefix)\(line)\n".utf8)) { dropped += 1 }
    }
}

/// Lets a user's refusals into the log ten times a minute: a peer must not be able to fill it.
struct RefusalRate {
    private static let perMinute = 10
    private static let rememberedUsers = 1024
    private var minute: Int64 = 0
    private var counts: [UInt32?: Int] = [:]

    /// What to do with one more refusal.
    enum Verdict: Equatable {
        case log, logAsLast, drop
    }

    mutating func add(uid: UInt32?, boottime: Int64) -> Verdict {
        let now = boottime / 60_000_000_000
        if now != minute || counts.count > Self.rememberedUsers {
            minute = now
            counts = [:]
        }
        counts[uid, default: 0] += 1
        switch counts[uid, default: 0] {
        case ..<Self.perMinute: return .log
        case Self.perMinute: return .logAsLast
        default: return .drop
        }
    }
}
