// gettext's `Plural-Forms: nplurals=3; plural=n%10==1 ? 0 : n==2 ? 1 : 2;`: how many forms a message has, and a C
// expression of unsigned numbers that tells which of them a number takes (gettext manual, "Plural forms"). Files come from
// anybody, so the expression is read by a parser and an evaluator of its own with bounds on both.

/// The rule by which gettext chooses among a message's plural forms.
struct PluralFormula: Sendable {
    /// What is wrong with it, as a sentence goes on after the formula.
    struct Failure: Error, Equatable {
        let message: String
    }

    /// What gettext takes for a catalog that says nothing: one form for 1, another for the rest.
    static let germanic = PluralFormula(
        formCount: 2, root: .binary(.notEqual, .number, .constant(1)))

    /// Forms that a message may have; no language in use has more than six.
    static let largestFormCount = 16
    private static let largestSize = 1000
    private static let mostSteps = 200

    let formCount: Int
    private let root: Node

    private init(formCount: Int, root: Node) {
        self.formCount = formCount
        self.root = root
    }

    /// Reads the value of a `Plural-Forms` header.
    init(header: some StringProtocol) throws(Failure) {
        guard header.utf8.count <= Self.largestSize else {
            throw Failure(message: "has \(header.utf8.count) bytes, more than \(Self.largestSize)")
        }
        var fields: [String: String] = [:]
        for field in header.split(separator: ";") {
            guard let equals = field.firstIndex(of: "=") else { continue }
            fields[String(field[..<equals].filter { !$0.isWhitespace })] = String(field[field.index(after: equals)...])
        }
        guard let count = fields["nplurals"].flatMap({ Int($0.filter { !$0.isWhitespace }) }) else {
            throw Failure(message: "does not say nplurals=NUMBER")
        }
        guard (1...Self.largestFormCount).contains(count) else {
            throw Failure(message: "says nplurals=\(count); 1 to \(Self.largestFormCount) are possible")
        }
        guard let expression = fields["plural"] else { throw Failure(message: "does not say plural=EXPRESSION") }
        var parser = PluralFormulaParser(expression)
        formCount = count
        root = try parser.expression()
    }

    /// The index of the form that `number` takes.
    func form(of number: UInt64) throws(Failure) -> Int {
        var evaluation = NodeEvaluation(number: number, stepsLeft: Self.mostSteps)
        let form = try evaluation.value(of: root)
        guard form < UInt64(formCount) else {
            throw Failure(message: "gives form \(form) for \(number), and there are \(formCount)")
        }
        return Int(form)
    }

    /// A part of the expression.
    indirect enum Node: Sendable {
        case number
        case constant(UInt64)
        case not(Node)
        case binary(Operator, Node, Node)
        case conditional(Node, Node, Node)
    }

    enum Operator: String, Sendable {
        case or = "||"
        case and = "&&"
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case greater = ">"
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case plus = "+"
        case minus = "-"
        case times = "*"
        case divided = "/"
        case modulo = "%"
    }
}

/// One evaluation, which ends after so many steps.
private struct NodeEvaluation {
    let number: UInt64
    var stepsLeft: Int

    mutating func value(of node: PluralFormula.Node) throws(PluralFormula.Failure) -> UInt64 {
        stepsLeft -= 1
        guard stepsLeft >= 0 else { throw PluralFormula.Failure(message: "takes too many steps") }
        switch node {
        case .number: return number
        case .constant(let value): return value
        case .not(let operand): return try value(of: operand) == 0 ? 1 : 0
        case .conditional(let condition, let yes, let no):
            return try value(of: condition) != 0 ? value(of: yes) : value(of: no)
        case .binary(.and, let left, let right):
            guard try value(of: left) != 0 else { return 0 }
            return try value(of: right) != 0 ? 1 : 0
        case .binary(.or, let left, let right):
            guard try value(of: left) == 0 else { return 1 }
            return try value(of: right) != 0 ? 1 : 0
        case .binary(let operation, let left, let right):
            return try combine(operation, value(of: left), value(of: right))
        }
    }

    private func combine(
        _ operation: PluralFormula.Operator, _ left: UInt64, _ right: UInt64
    ) throws(PluralFormula.Failure) -> UInt64 {
        switch operation {
        case .equal: return left == right ? 1 : 0
        case .notEqual: return left != right ? 1 : 0
        case .less: return left < right ? 1 : 0
        case .greater: return left > right ? 1 : 0
        case .lessOrEqual: return left <= right ? 1 : 0
        case .greaterOrEqual: return left >= right ? 1 : 0
        // As C's unsigned numbers, which go round.
        case .plus: return left &+ right
        case .minus: return left &- right
        case .times: return left &* right
        case .divided, .modulo:
            guard right != 0 else { throw PluralFormula.Failure(message: "divides \(left) by 0") }
            return operation == .divided ? left / right : left % right
        case .and, .or: return 0
        }
    }
}
