/// Reads the C expression of a plural formula: the number `n`, unsigned constants, `?:`, `|| && == != < > <= >= + - * / %`,
/// `!` and parentheses, with C's precedence.
struct PluralFormulaParser {
    private typealias Failure = PluralFormula.Failure
    private typealias Node = PluralFormula.Node

    private static let deepest = 20

    /// Words of the expression that are left, the next one last.
    private var words: [Substring]
    private var depth = 0

    init(_ text: String) {
        var words: [Substring] = []
        var rest = text[...]
        while let first = rest.first {
            let word: Substring
            if first.isASCIIDigit {
                word = rest.prefix { $0.isASCIIDigit }
            } else if PluralFormula.Operator(rawValue: String(rest.prefix(2))) != nil {
                word = rest.prefix(2)
            } else {
                word = rest.prefix(1)
            }
            if !first.isWhitespace { words.append(word) }
            rest = rest[word.endIndex...]
        }
        self.words = words.reversed()
    }

    /// The whole expression.
    mutating func expression() throws(PluralFormula.Failure) -> PluralFormula.Node {
        let node = try conditional()
        if let word = words.last { throw Failure(message: "has “\(word)” where it should end") }
        return node
    }

    private mutating func conditional() throws(PluralFormula.Failure) -> PluralFormula.Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw Failure(message: "is nested deeper than \(Self.deepest)") }
        let condition = try binary(level: 0)
        guard take("?") else { return condition }
        let yes = try conditional()
        try require(":")
        return .conditional(condition, yes, try conditional())
    }

    /// Operators of equal precedence, the weakest first; all of them are taken from left to right.
    private static let levels: [[PluralFormula.Operator]] = [
        [.or], [.and], [.equal, .notEqual], [.less, .greater, .lessOrEqual, .greaterOrEqual], [.plus, .minus],
        [.times, .divided, .modulo],
    ]

    private mutating func binary(level: Int) throws(PluralFormula.Failure) -> PluralFormula.Node {
        guard level < Self.levels.count else { return try unary() }
        var node = try binary(level: level + 1)
        while let word = words.last, let operation = PluralFormula.Operator(rawValue: String(word)),
            Self.levels[level].contains(operation)
        {
            words.removeLast()
            node = .binary(operation, node, try binary(level: level + 1))
        }
        return node
    }

    private mutating func unary() throws(PluralFormula.Failure) -> PluralFormula.Node {
        var isNegated = false
        var hasNegation = false
        while take("!") {
            isNegated.toggle()
            hasNegation = true
        }
        let node = try primary()
        guard hasNegation else { return node }
        return isNegated ? .not(node) : .not(.not(node))
    }

    private mutating func primary() throws(PluralFormula.Failure) -> PluralFormula.Node {
        if take("n") { return .number }
        if take("(") {
            let node = try conditional()
            try require(")")
            return node
        }
        guard let word = words.popLast() else { throw Failure(message: "ends too early") }
        guard word.allSatisfy(\.isASCIIDigit) else {
            throw Failure(message: "has “\(word)” where n or a number should be")
        }
        guard let value = UInt64(word) else { throw Failure(message: "has the number \(word), which is too large") }
        return .constant(value)
    }

    private mutating func take(_ word: Substring) -> Bool {
        guard words.last == word else { return false }
        words.removeLast()
        return true
    }

    private mutating func require(_ word: Substring) throws(PluralFormula.Failure) {
        guard take(word) else {
            throw Failure(message: "has “\(words.last ?? "its end")” where “\(word)” should be")
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
