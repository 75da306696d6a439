/// A value in a sentence: in quotes, with what could disturb a terminal made visible.
func quoted(_ value: some StringProtocol) -> String {
    "\"\(printable(value))\""
}

/// Text with control characters, which could disturb a terminal, written as escapes such as `\u{1B}`.
func printable(_ text: some StringProtocol) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: result += scalar.escaped(asASCII: true)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// The same for one character.
func printable(_ character: Character) -> String {
    printable(String(character))
}

/// Words in a sentence: `a`, `a or b`, `a, b or c`.
func listed(_ words: [String], _ conjunction: String) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// A number of things: `1 error`, `2 errors`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
