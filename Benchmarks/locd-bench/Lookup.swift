import Locd

/// The time to look up a key that is there, as UTF-8 in place and as a `String`, in the language in force.
struct Lookup {
    private struct Result: Encodable {
        var utf8: Double
        var string: Double
    }

    private let localizer: Localizer
    private let texts: LocalizedKeys

    init(_ arguments: BenchArguments) throws {
        texts = try LocalizedKeys(arguments)
        localizer = texts.localizer
    }

    func run() throws {
        try report(Result(utf8: texts.measure(utf8), string: texts.measure(string)))
    }

    private func utf8(_: Int) -> Int {
        var sum = 0
        // Borrowed: counting references to keys is no part of a lookup, and programs' keys are mostly literals.
        let keys = texts.keys.span
        for index in keys.indices {
            sum &+= localizer.utf8(keys[index])?.withUTF8 { Int($0[0]) } ?? 0
        }
        return sum
    }

    private func string(_: Int) -> Int {
        var sum = 0
        let keys = texts.keys.span
        for index in keys.indices {
            sum &+= localizer[keys[index]].utf8.count
        }
        return sum
    }
}
