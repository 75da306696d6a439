/// How long to wait before the next attempt to reach the daemon: from 0.1 s, doubling up to 5 s.
///
/// A part of each wait is drawn by lot, so that the programs of a machine do not all come back at the same moment.
struct Backoff {
    private static let shortest = 100
    private static let longest = 5000

    private var ceiling = Self.shortest

    /// Draws the next wait, at least half of what it may be.
    mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
        defer { ceiling = min(ceiling * 2, Self.longest) }
        return .milliseconds(Int.random(in: ceiling / 2...ceiling, using: &generator))
    }

    /// Starts again with short waits: the daemon answered.
    mutating func reset() {
        ceiling = Self.shortest
    }
}
