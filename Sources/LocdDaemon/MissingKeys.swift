/// Remembers which missing keys were told, so that each is logged once, and how many a user told of late.
struct MissingKeys {
    private struct Key: Hashable {
        var domain: String
        var key: String
        var language: String
    }

    var limits: Limits
    private var known: Set<Key> = []
    /// The minute that the counts are of, since boot.
    private var minute: Int64 = 0
    private var counts: [UInt32: Int] = [:]

    init(limits: Limits) {
        self.limits = limits
    }

    /// What became of a report.
    enum Outcome {
        case first, known, tooMany
    }

    /// Takes a report from a user.
    mutating func report(domain: String, key: String, language: String, uid: UInt32, boottime: Int64) -> Outcome {
        let now = boottime / 60_000_000_000
        if now != minute {
            minute = now
            counts = [:]
        }
        counts[uid, default: 0] += 1
        if counts[uid, default: 0] > limits.missingReportsPerMinute { return .tooMany }
        if known.count >= limits.missingKeysRemembered { known = [] }
        return known.insert(Key(domain: domain, key: key, language: language)).inserted ? .first : .known
    }
}
