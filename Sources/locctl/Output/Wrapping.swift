/// Breaks a text at blanks into lines of at most `width` columns; a longer word has a line for itself.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
        if !line.isEmpty, displayWidth(line) + 1 + displayWidth(String(word)) > width {
            lines.append(line)
            line = ""
        }
        line += line.isEmpty ? word : " " + word
    }
    return line.isEmpty ? lines : lines + [line]
}

/// Terms and what they mean, in two columns; a term too long for its column has its meaning under it.
func definitionLines(_ definitions: [(term: String, meaning: String)], indent: Int = 2, width: Int) -> [String] {
    let longest = 24
    let terms = definitions.map { displayWidth($0.term) }.filter { $0 <= longest }
    let column = indent + (terms.max() ?? longest) + 2
    let margin = String(repeating: " ", count: column)
    return definitions.flatMap { term, meaning in
        let start = String(repeating: " ", count: indent) + term
        let meaningLines = wrapped(meaning, width: width - column)
        let padding = column - displayWidth(start)
        guard padding >= 2, let first = meaningLines.first else { return [start] + meaningLines.map { margin + $0 } }
        return [start + String(repeating: " ", count: padding) + first] + meaningLines.dropFirst().map { margin + $0 }
    }
}

/// A line of at most `width` columns: a longer one ends in `…`.
func cut(_ line: String, to width: Int) -> String {
    guard displayWidth(line) > width else { return line }
    var cut = ""
    var columns = 0
    for character in line {
        columns += displayWidth(String(character))
        if columns > width - 1 { break }
        cut.append(character)
    }
    return cut + "…"
}
