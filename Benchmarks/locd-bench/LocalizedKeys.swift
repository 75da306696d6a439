import LinuxIO
import Locd

/// A localizer that follows the daemon in a language, and the keys whose texts are measured.
struct LocalizedKeys {
    let localizer: Localizer
    /// In an order that is shuffled but the same in every run.
    let keys: [String]

    private let rounds = 9
    private let passes = 20

    /// Sets the language; every key must have a text in it.
    init(_ arguments: BenchArguments) throws {
        var options = Localizer.Options()
        options.address = try arguments.text("address")
        options.onMissing = { _ in }
        let localizer = Localizer(
            domain: try arguments.text("domain"), application: "locd-bench", options: options)
        let language = try arguments.text("language")
        keys = try Self.keys(in: try arguments.text("keys"))
        try localizer.setLanguage(language, for: .user, lasting: .seconds(600))
        if let missing = keys.first(where: { localizer.origin(of: $0)?.language != language }) {
            throw BenchError(message: "\(missing) has no text in \(language)")
        }
        self.localizer = localizer
    }

    private static func keys(in path: String) throws -> [String] {
        let file = try FileContents(ofPath: path, limit: 64 << 20, followingLinks: true)
        var generator = SplitMix64(state: 1)
        // A string of its own for each key: substrings would keep the whole file and hide the cost of reaching it.
        let keys = file.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        return keys.shuffled(using: &generator)
    }

    /// The median time that one key takes when `pass` works through all of them, in nanoseconds. It is given the number of
    /// the pass and returns a sum that depends on every text, so that none can be left out.
    func measure(_ pass: (Int) -> Int) throws -> Double {
        var samples = Samples()
        var sum = 0
        for _ in 0..<rounds {
            samples.measure(per: passes * keys.count) {
                for number in 0..<passes { sum &+= pass(number) }
            }
        }
        guard sum > 0 else { throw BenchError(message: "all texts are empty") }
        return samples.median
    }
}

/// A small generator whose sequence is the same in every run (Steele, Lea and Flood, 2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
