/// The command line: a subcommand and `--name value` pairs.
struct BenchArguments {
    let command: String
    private var values: [String: String] = [:]

    init(_ words: some Sequence<String>) throws(BenchError) {
        var words = words.makeIterator()
        guard let command = words.next() else { throw BenchError(message: "which measurement?") }
        self.command = command
        while let name = words.next() {
            guard name.hasPrefix("--"), let value = words.next() else {
                throw BenchError(message: "\(name): --name value is expected")
            }
            values[String(name.dropFirst(2))] = value
        }
    }

    /// A value that has to be there.
    func text(_ name: String) throws(BenchError) -> String {
        guard let value = values[name] else { throw BenchError(message: "--\(name) is missing") }
        return value
    }

    /// A whole number above 0 that has to be there.
    func number(_ name: String) throws(BenchError) -> Int {
        let value = try text(name)
        guard let number = Int(value), number > 0 else {
            throw BenchError(message: "--\(name) \(value): a number above 0 is expected")
        }
        return number
    }
}

/// A measurement that could not be made.
struct BenchError: Error, CustomStringConvertible {
    let message: String

    var description: String { message }
}
