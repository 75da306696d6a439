import JSON
import LinuxIO

/// Durations of repeated work, in nanoseconds.
struct Samples {
    private var values: [Double] = []

    /// Runs the work and takes its time, shared out over `count` pieces of it.
    mutating func measure(per count: Int = 1, _ work: () throws -> Void) rethrows {
        let start = MonotonicClock.nanoseconds
        try work()
        values.append(Double(MonotonicClock.nanoseconds - start) / Double(count))
    }

    mutating func append(nanoseconds: UInt64) {
        values.append(Double(nanoseconds))
    }

    /// The value below which this share of the samples lies.
    func quantile(_ share: Double) -> Double {
        values.sorted()[Int(Double(values.count - 1) * share)]
    }

    var median: Double { quantile(0.5) }
}

/// Prints the line that the benchmark script reads.
func report(_ result: some Encodable) throws {
    try StandardStream.output.writeAll(try JSONEncoder().encode(result) + Array("\n".utf8))
}
