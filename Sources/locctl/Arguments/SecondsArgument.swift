/// How long a temporary setting lasts, as it is written on a command line.
enum SecondsArgument {
    /// What the daemon accepts: up to a week.
    static let range = 1...604_800

    /// Reads `120s`, `2m`, `1h` or `1d`; a bare number is seconds.
    ///
    /// - Throws: `Failure` with status `usage`.
    static func parse(_ text: String) throws(Failure) -> Int {
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        let unit = text.last.flatMap { units[$0] }
        let digits = unit == nil ? text[...] : text.dropLast()
        // `Int` would also read a sign.
        guard let number = Int(digits), digits.allSatisfy(\.isASCIIDigit) else {
            throw Failure(.usage, "\(quoted(text)) is not a duration such as 120s, 2m or 1h")
        }
        let (seconds, overflowed) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !overflowed, range.contains(seconds) else {
            throw Failure(.usage, "\(quoted(text)) is too short or too long: 1s to 7d can be given")
        }
        return seconds
    }
}

extension Character {
    /// Whether this is one of `0` to `9`.
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
