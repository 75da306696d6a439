import Locd

/// The time to get a text with arguments in it, as a `String`, in the language in force.
struct Formatting {
    private struct Result: Encodable {
        var string: Double
    }

    private let localizer: Localizer
    private let texts: LocalizedKeys

    init(_ arguments: BenchArguments) throws {
        texts = try LocalizedKeys(arguments)
        localizer = texts.localizer
    }

    /// Texts that depend on a number and hold it.
    func runPlural() throws {
        try report(Result(string: texts.measure(plural)))
    }

    /// Texts that hold a text, a number and a text.
    func runFormat() throws {
        try report(Result(string: texts.measure(format)))
    }

    private func plural(pass: Int) -> Int {
        var sum = 0
        let keys = texts.keys.span
        for index in keys.indices {
            // The numbers of peers/plural_gettext.c.
            let place = (index + pass) % 64
            sum &+= plural(keys[index], place < 32 ? place : place * 37 % 1000)
        }
        return sum
    }

    private func format(_: Int) -> Int {
        var sum = 0
        let keys = texts.keys.span
        for index in keys.indices {
            sum &+= format(keys[index], index)
        }
        return sum
    }

    // A function of its own borrows the key, as a call with a literal would.

    @inline(never)
    private func plural(_ key: String, _ number: Int) -> Int {
        localizer.text(key, number).utf8.count
    }

    @inline(never)
    private func format(_ key: String, _ number: Int) -> Int {
        localizer.text(key, "Zoé Müller", number, "पुस्तकालय").utf8.count
    }
}
