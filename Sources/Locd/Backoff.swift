/// How long to wait before the next attempt to reach the daemon: decorrelated jitter.
///
/// Each wait is drawn between the shortest and three times the last one, so that the programs of a machine, which all
/// lose the daemon at the same moment, do not all come back at the same moment.
struct Backoff {
    /// The shortest wait.
    static let shortest = Duration.milliseconds(100)
    /// The longest wait.
    static let longest = Duration.seconds(30)

    private var last = Self.shortest

    /// Draws the next wait.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        let shortest = Self.shortest.milliseconds
        let ceiling = min(Self.longest.milliseconds, last.milliseconds * 3)
        last = .milliseconds(Int64.random(in: shortest...max(shortest, ceiling), using: &generator))
        return last
    }

    /// Starts again with short waits: the daemon answered.
    mutating func reset() {
        last = Self.shortest
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
