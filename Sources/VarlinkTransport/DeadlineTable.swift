import LinuxIO

/// When to look at which connection again.
///
/// The earliest moment is kept, not the order: a look finds all that are due by going through the table, which happens
/// at most once for every deadline that was the earliest.
struct DeadlineTable {
    private var deadlines: [UInt64: BoottimeInstant] = [:]
    /// No deadline is before this; nil when there is none.
    private(set) var earliest: BoottimeInstant?

    mutating func set(_ token: UInt64, _ deadline: BoottimeInstant) {
        deadlines[token] = deadline
        earliest = earliest.map { min($0, deadline) } ?? deadline
    }

    mutating func remove(_ token: UInt64) {
        guard deadlines.removeValue(forKey: token) != nil else { return }
        if deadlines.isEmpty { earliest = nil }
    }

    /// Takes out all that are due.
    mutating func takeDue(at now: BoottimeInstant) -> [UInt64] {
        guard let earliest, earliest <= now else { return [] }
        let due = deadlines.filter { $0.value <= now }.map(\.key)
        for token in due { deadlines[token] = nil }
        self.earliest = deadlines.values.min()
        return due
    }
}
