import LinuxIO
import Locd

/// The time to look up a key that is there, as UTF-8 in place and as a `String`, in the language in force.
struct Lookup {
    private struct Result: Encodable {
        var utf8: Double
        var string: Double
    }

    private let localizer: Localizer
    private let language: String
    private let keys: [String]
    private let rounds = 9
    private let passes = 20

    init(_ arguments: BenchArguments) throws {
        var options = Localizer.Options()
        options.address = try arguments.text("address")
        options.onMissing = { _ in }
        localizer = Localizer(domain: try arguments.text("domain"), application: "locd-bench", options: options)
        language = try arguments.text("language")
        keys = try Self.keys(in: try arguments.text("keys"))
    }

    /// The file's lines, in an order that is shuffled but the same in every run.
    private static func keys(in path: String) throws -> [String] {
        let file = try FileContents(ofPath: path, limit: 64 << 20, followingLinks: true)
        var generator = SplitMix64(state: 1)
        // A string of its own for each key: substrings would keep the whole file and hide the cost of reaching it.
        let keys = file.bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        return keys.shuffled(using: &generator)
    }

    func run() throws {
        try localizer.setLanguage(language, for: .user, lasting: .seconds(600))
        if let missing = keys.first(where: { localizer.origin(of: $0)?.language != language }) {
            throw BenchError(message: "\(missing) has no text in \(language)")
        }
        try report(Result(utf8: measure(utf8), string: measure(string)))
    }

    private func measure(_ pass: () -> Int) throws -> Double {
        var samples = Samples()
        var sum = 0
        for _ in 0..<rounds {
            samples.measure(per: passes * keys.count) {
                for _ in 0..<passes { sum &+= pass() }
            }
        }
        // The sum depends on every text, so that no lookup can be left out.
        guard sum > 0 else { throw BenchError(message: "all texts are empty") }
        return samples.median
    }

    private func utf8() -> Int {
        var sum = 0
        // Borrowed: counting references to keys is no part of a lookup, and programs' keys are mostly literals.
        let keys = keys.span
        for index in keys.indices {
            sum &+= localizer.utf8(keys[index])?.withUTF8 { Int($0[0]) } ?? 0
        }
        return sum
    }

    private func string() -> Int {
        var sum = 0
        let keys = keys.span
        for index in keys.indices {
            sum &+= localizer[keys[index]].utf8.count
        }
        return sum
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
