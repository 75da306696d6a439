import LocdInterface

/// Values for a message, as they are written on a command line.
enum MessageArgument {
    /// Reads `NAME=VALUE`, where NAME is `[A-Za-z_][A-Za-z0-9_.]*` (semantics M7), or a positional value.
    static func parse(_ word: String) -> Argument {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isName(parts[0]) else { return argument(named: nil, word) }
        return argument(named: String(parts[0]), String(parts[1]))
    }

    /// Reads `TOKEN=VALUE`, a free-form placeholder and what replaces it (semantics M5). The token ends at the first `=`.
    ///
    /// - Throws: `Failure` with status `usage`.
    static func parseToken(_ word: String) throws(Failure) -> (token: String, value: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw Failure(.usage, "--token takes TOKEN=VALUE, not \(quoted(word))")
        }
        return (String(parts[0]), String(parts[1]))
    }

    private static func argument(named name: String?, _ value: String) -> Argument {
        Argument(name: name, value: value, kind: kind(of: value))
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCIILetter || first == "_" else { return false }
        return text.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "_" || $0 == "." }
    }

    /// A number is digits with or without a minus sign; with a point between digits, and where an integer of 64 bits would
    /// be shown otherwise (`007`), it is a decimal one, which keeps its text.
    private static func kind(of text: String) -> ArgumentKind {
        let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isASCIIDigit) }) else { return .text }
        return Int64(text).map(String.init) == text ? .integer : .decimal
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
}
