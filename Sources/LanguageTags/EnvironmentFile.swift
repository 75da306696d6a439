/// Files of assignments such as `/etc/locale.conf` (locale.conf(5)) and `/etc/default/locale`.
///
/// A line is `NAME=value`, `NAME="value"` or `NAME='value'`, blanks round it ignored, `export` before it allowed.
/// Empty lines, comments (`#`, `;`) and lines that are none of this are passed over. Later assignments win.
enum EnvironmentFile {
    /// Bytes that are read of a file.
    static let maximumLength = 65_536

    static func assignments(in text: String) -> [String: String] {
        var assignments: [String: String] = [:]
        let bounded = Substring(text.utf8.prefix(maximumLength))
        for line in bounded.split(whereSeparator: \.isNewline) {
            if let (name, value) = assignment(trimmed(line)) {
                assignments[name] = value
            }
        }
        return assignments
    }

    private static func assignment(_ line: Substring) -> (name: String, value: String)? {
        var line = line
        if line.hasPrefix("export "), case let rest = trimmed(line.dropFirst(7)) {
            line = rest
        }
        guard let equals = line.firstIndex(of: "=") else {
            return nil
        }
        let name = line[..<equals]
        let isName = name.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "_") }
        guard isName, !name.isEmpty else {
            return nil
        }
        return unquoted(trimmed(line[line.index(after: equals)...])).map { (String(name), $0) }
    }

    /// The value without its quotes; nil where a quote is not closed.
    private static func unquoted(_ value: Substring) -> String? {
        guard let quote = value.first, quote == "\"" || quote == "'" else {
            return String(value)
        }
        let inner = value.dropFirst()
        guard inner.last == quote else {
            return nil
        }
        return String(inner.dropLast())
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let start = text.drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { start[...$0] } ?? ""
    }
}
