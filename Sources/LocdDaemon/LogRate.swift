/// Lets what a user causes into the log ten times a minute: a peer must not be able to fill it.
package struct LogRate {
    private static let perMinute = 10
    private static let rememberedUsers = 1024
    private var minute: Int64 = 0
    private var counts: [UInt32?: Int] = [:]

    package init() {}

    /// What to do with one more entry.
    package enum Verdict: Equatable, Sendable {
        case log, logAsLast, drop
    }

    /// Counts one more entry of a user; nil is whom the kernel could not name.
    package mutating func add(uid: UInt32?, boottime: Int64) -> Verdict {
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

extension DaemonLog {
    /// Says what a user caused, unless this minute has had enough of that.
    package func write(_ entry: LogEntry, of uid: UInt32?, within rate: inout LogRate, boottime: Int64) {
        switch rate.add(uid: uid, boottime: boottime) {
        case .log: write(entry)
        case .logAsLast:
            var last = entry
            last.message += "; more of this minute is not logged"
            write(last)
        case .drop: break
        }
    }
}
