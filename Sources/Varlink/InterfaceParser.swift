/// Reads an interface definition by the grammar of UAPI.20 ("Parsing Expression Grammar").
///
/// One difference: spaces may stand between a declaration and a comment that ends its line.
struct InterfaceParser {
    typealias TypeExpression = InterfaceDescription.TypeExpression
    typealias Field = InterfaceDescription.Field

    private static let maximumNesting = 32

    private let text: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    /// Comments since the last declaration or empty line: the documentation of what comes next.
    private var comments: [String] = []
    private var nesting = 0
    /// Where types are named, to be checked when all are known.
    private var references: [(name: String, line: Int)] = []

    init(_ text: String) {
        self.text = Array(text.unicodeScalars)
    }

    mutating func parse() throws(InterfaceDescriptionError) -> (
        name: String, documentation: String, members: [InterfaceDescription.Member]
    ) {
        skipSpace()
        let documentation = takeDocumentation()
        guard takeKeyword("interface") else { throw error("a definition begins with \"interface\"") }
        let name = try interfaceName()
        var members: [InterfaceDescription.Member] = []
        var names: Set<String> = []
        while true {
            let ended = skipToLineEnd()
            skipSpace()
            if position == text.count { break }
            guard ended else { throw error("a declaration is followed by a line break") }
            let member = try member()
            guard names.insert(member.name).inserted else { throw error("\"\(member.name)\" is declared twice") }
            members.append(member)
        }
        guard !members.isEmpty else { throw error("the interface \(name) declares nothing") }
        try checkReferences(members)
        return (name, documentation, members)
    }

    private func checkReferences(_ members: [InterfaceDescription.Member]) throws(InterfaceDescriptionError) {
        var types: Set<String> = []
        for member in members {
            if case .type = member.definition { types.insert(member.name) }
        }
        for reference in references where !types.contains(reference.name) {
            throw InterfaceDescriptionError(
                line: reference.line, message: "the type \"\(reference.name)\" is not declared")
        }
    }

    // MARK: Members

    private mutating func member() throws(InterfaceDescriptionError) -> InterfaceDescription.Member {
        let documentation = takeDocumentation()
        if takeKeyword("type") {
            let name = try memberName()
            let type = try structureOrEnumeration()
            return .init(name: name, documentation: documentation, definition: .type(type))
        }
        if takeKeyword("method") {
            let name = try memberName()
            let parameters = try structure(of: "the parameters of \(name)")
            skipSpace()
            guard take("-"), take(">") else { throw error("the parameters of \(name) are followed by \"->\"") }
            let reply = try structure(of: "the reply of \(name)")
            return .init(
                name: name, documentation: documentation, definition: .method(parameters: parameters, reply: reply))
        }
        if takeKeyword("error") {
            let name = try memberName()
            let fields = try structure(of: "the error \(name)")
            return .init(name: name, documentation: documentation, definition: .error(fields))
        }
        throw error("a declaration begins with \"type\", \"method\" or \"error\"")
    }

    private mutating func structure(of thing: String) throws(InterfaceDescriptionError) -> [Field] {
        guard case .structure(let fields) = try structureOrEnumeration() else {
            throw error("\(thing) must be a structure of named and typed fields")
        }
        return fields
    }

    /// Reads `(…)`: fields with types, or names alone; `()` is an empty structure.
    private mutating func structureOrEnumeration() throws(InterfaceDescriptionError) -> TypeExpression {
        skipSpace()
        guard take("(") else { throw error("\"(\" is missing") }
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.maximumNesting else { throw error("types are nested deeper than \(Self.maximumNesting)") }
        comments = []
        var fields: [Field] = []
        var values: [InterfaceDescription.EnumerationValue] = []
        skipSpace()
        if take(")") { return .structure([]) }
        repeat {
            skipSpace()
            let documentation = takeDocumentation()
            let name = try fieldName()
            guard !fields.contains(where: { $0.name == name }), !values.contains(where: { $0.name == name }) else {
                throw error("the field \"\(name)\" stands twice")
            }
            skipSpace()
            if take(":") {
                fields.append(Field(name: name, type: try type(), documentation: documentation))
            } else {
                values.append(.init(name: name, documentation: documentation))
            }
            skipSpace()
        } while take(",")
        guard take(")") else { throw error("\",\" or \")\" is missing") }
        guard fields.isEmpty || values.isEmpty else { throw error("a field without a type stands in a structure") }
        return values.isEmpty ? .structure(fields) : .enumeration(values)
    }

    private mutating func type() throws(InterfaceDescriptionError) -> TypeExpression {
        skipSpace()
        if take("?") {
            skipSpace()
            guard peek != "?" else { throw error("\"?\" stands twice") }
            return .nullable(try type())
        }
        guard peek == "[" else { return try elementType() }
        nesting += 1
        defer { nesting -= 1 }
        guard nesting <= Self.maximumNesting else { throw error("types are nested deeper than \(Self.maximumNesting)") }
        if take("[]") { return .array(try type()) }
        if take("[string]") { return .map(try type()) }
        throw error("\"[\" begins \"[]\" or \"[string]\"")
    }

    private mutating func elementType() throws(InterfaceDescriptionError) -> TypeExpression {
        if peek == "(" { return try structureOrEnumeration() }
        let line = line
        let word = takeWhile { Self.isLetter($0) || Self.isDigit($0) }
        switch word {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "any": return .any
        default:
            guard let first = word.unicodeScalars.first, Self.isUppercase(first) else {
                throw error("\"\(word)\" is no type")
            }
            references.append((word, line))
            return .named(word)
        }
    }

    // MARK: Names

    private mutating func interfaceName() throws(InterfaceDescriptionError) -> String {
        skipSpace()
        let name = takeWhile { Self.isLetter($0) || Self.isDigit($0) || $0 == "-" || $0 == "." }
        let components = name.split(separator: ".", omittingEmptySubsequences: false)
        let valid = components.allSatisfy { component in
            guard let first = component.unicodeScalars.first, let last = component.unicodeScalars.last else {
                return false
            }
            return first != "-" && last != "-"
        }
        guard valid, components.count >= 2, let first = name.unicodeScalars.first, Self.isLetter(first) else {
            throw error("\"\(name)\" is no interface name")
        }
        return name
    }

    private mutating func memberName() throws(InterfaceDescriptionError) -> String {
        skipSpace()
        let name = takeWhile { Self.isLetter($0) || Self.isDigit($0) }
        guard let first = name.unicodeScalars.first, Self.isUppercase(first) else {
            throw error("\"\(name)\" is no name: it begins with an upper-case letter")
        }
        return name
    }

    private mutating func fieldName() throws(InterfaceDescriptionError) -> String {
        let name = takeWhile { Self.isLetter($0) || Self.isDigit($0) || $0 == "_" }
        let scalars = name.unicodeScalars
        guard let first = scalars.first, Self.isLetter(first), scalars.last != "_", !name.contains("__") else {
            throw error("\"\(name)\" is no field name")
        }
        return name
    }

    private static func isUppercase(_ scalar: Unicode.Scalar) -> Bool { ("A"..."Z").contains(scalar) }
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        Self.isUppercase(scalar) || ("a"..."z").contains(scalar)
    }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    // MARK: Characters

    private var peek: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func take(_ token: String) -> Bool {
        let scalars = Array(token.unicodeScalars)
        guard text[position...].starts(with: scalars) else { return false }
        position += scalars.count
        return true
    }

    /// Takes a word that white space or a comment follows.
    private mutating func takeKeyword(_ word: String) -> Bool {
        let start = position
        guard take(word), let next = peek, Self.isSpace(next) || Self.isLineEnd(next) || next == "#" else {
            position = start
            return false
        }
        return true
    }

    private mutating func takeWhile(_ belongs: (Unicode.Scalar) -> Bool) -> String {
        var word = ""
        while let scalar = peek, belongs(scalar) {
            word.unicodeScalars.append(scalar)
            position += 1
        }
        return word
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\u{A0}", "\u{FEFF}", "\u{1680}", "\u{180E}", "\u{2000}"..."\u{200A}", "\u{202F}", "\u{205F}",
            "\u{3000}":
            true
        default: false
        }
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\n", "\r", "\u{2028}", "\u{2029}": true
        default: false
        }
    }

    private mutating func takeLineEnd() -> Bool {
        guard let scalar = peek, Self.isLineEnd(scalar) else { return false }
        position += 1
        if scalar == "\r", peek == "\n" { position += 1 }
        line += 1
        return true
    }

    /// Passes the rest of a line, a comment included; false when something else stands there.
    private mutating func skipToLineEnd() -> Bool {
        _ = takeWhile(Self.isSpace)
        if peek == "#" { _ = takeComment() }
        return takeLineEnd()
    }

    /// Passes white space and collects comments.
    private mutating func skipSpace() {
        while true {
            let start = position
            _ = takeWhile(Self.isSpace)
            if takeLineEnd() {
                // An empty line parts a comment from what follows it.
                _ = takeWhile(Self.isSpace)
                if let next = peek, Self.isLineEnd(next) { comments = [] }
            } else if peek == "#" {
                comments.append(takeComment())
            }
            if position == start { return }
        }
    }

    private mutating func takeComment() -> String {
        position += 1
        var comment = ""
        while let scalar = peek, !Self.isLineEnd(scalar) {
            comment.unicodeScalars.append(scalar)
            position += 1
        }
        if comment.hasPrefix(" ") { comment.removeFirst() }
        return comment
    }

    private mutating func takeDocumentation() -> String {
        defer { comments = [] }
        return comments.joined(separator: "\n")
    }

    private func error(_ message: String) -> InterfaceDescriptionError {
        InterfaceDescriptionError(line: line, message: message)
    }
}
