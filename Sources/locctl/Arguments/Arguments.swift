/// The options and other words that a verb was given, checked against its entry in the table.
struct Arguments: Sendable {
    private var optionValues: [String: [String]] = [:]
    /// The words that are no options, in order.
    private(set) var positionals: [String] = []

    /// Whether the option was given.
    func has(_ option: Option) -> Bool {
        optionValues[option.name] != nil
    }

    /// The value of the option's last occurrence; nil without one, `""` for an optional value left out.
    func value(of option: Option) -> String? {
        optionValues[option.name]?.last
    }

    /// The values of all occurrences, in order.
    func values(of option: Option) -> [String] {
        optionValues[option.name] ?? []
    }

    mutating func add(_ option: Option, value: String) {
        if option.isRepeatable {
            optionValues[option.name, default: []].append(value)
        } else {
            optionValues[option.name] = [value]
        }
    }

    mutating func add(positional: String) {
        positionals.append(positional)
    }
}
