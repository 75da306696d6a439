// ICU's MessageFormat, as ARB and many JSON files have it: https://unicode-org.github.io/icu/userguide/format_parse/messages/
//
// {name} and {0} are arguments; {n, plural, =0 {…} one {…} other {…}}, selectordinal and select choose among texts; # in
// a plural's text is its number. An apostrophe quotes only before { or }, and in a plural also before # and |, up to the next
// one; two are one (ICU's DOUBLE_OPTIONAL, its default).

import Catalog
import CatalogBuilder

/// Reads one message in ICU's MessageFormat.
struct ICUMessage {
    /// What is wrong, as it goes on after “the text of “key””.
    struct Failure: Error {
        let message: String
    }

    /// Texts within texts.
    private static let maximumDepth = CatalogFormat.maximumSelectDepth

    private let text: [Character]
    private var index = 0
    /// The arguments of the plurals that are open, the innermost last.
    private var counts: [String?] = []
    /// Formats of arguments that a catalog cannot say, such as `date`.
    private(set) var formats: [String] = []

    /// The content of a message, and what of it is left to the program.
    static func content(of text: String) throws(Failure) -> (content: MessageContent, formats: [String]) {
        var message = ICUMessage(text: Array(text))
        let content = try message.content(depth: 0)
        if message.index < message.text.count { throw Failure(message: "has a } without its {") }
        return (content, message.formats)
    }

    private init(text: [Character]) {
        self.text = text
    }

    // MARK: Texts

    /// Everything up to the end or the } of the text around it, which is left.
    private mutating func content(depth: Int) throws(Failure) -> MessageContent {
        guard depth <= Self.maximumDepth else { throw Failure(message: "is nested deeper than \(Self.maximumDepth)") }
        var pieces: [MessageContent] = []
        var literal = ""
        func flush() {
            if !literal.isEmpty { pieces += MessageContent.literal(literal) }
            literal = ""
        }
        while let character = peek, character != "}" {
            index += 1
            if character == "'" {
                literal += quotedText()
            } else if character == "{" {
                flush()
                pieces.append(try argument(depth: depth))
            } else if character == "#", let count = counts.last ?? nil {
                flush()
                pieces.append(Self.specifier(count))
            } else {
                literal.append(character)
            }
        }
        flush()
        return .joined(pieces)
    }

    private var peek: Character? { index < text.count ? text[index] : nil }

    /// What an apostrophe that was taken stands for.
    private mutating func quotedText() -> String {
        if peek == "'" {
            index += 1
            return "'"
        }
        let special: Set<Character> = (counts.last ?? nil) == nil ? ["{", "}"] : ["{", "}", "#", "|"]
        guard let first = peek, special.contains(first) else { return "'" }
        var quoted = ""
        while let character = peek {
            index += 1
            guard character == "'" else {
                quoted.append(character)
                continue
            }
            guard peek == "'" else { return quoted }
            index += 1
            quoted.append("'")
        }
        // Without its end the quotation goes to the end of the message.
        return quoted
    }

    // MARK: Arguments

    /// What stands behind a { that was taken, with its }.
    private mutating func argument(depth: Int) throws(Failure) -> MessageContent {
        let name = word()
        guard Self.isName(name) else { throw Failure(message: "has the argument \(quoted(name)), which is no name") }
        skipBlanks()
        if take("}") { return Self.specifier(name) }
        guard take(",") else { throw Failure(message: "has no } after {\(name)") }
        let kind = word()
        skipBlanks()
        switch kind {
        case "plural": return try select(.cardinal, name, depth: depth)
        case "selectordinal": return try select(.ordinal, name, depth: depth)
        case "select": return try select(.word, name, depth: depth)
        case "number", "date", "time", "spellout", "ordinal", "duration":
            formats.append("{\(name), \(kind)}")
            try skipStyle(name)
            return Self.specifier(name)
        default: throw Failure(message: "has {\(name), \(kind)}, which is no format")
        }
    }

    private mutating func select(
        _ kind: MessageSelect.Kind, _ name: String, depth: Int
    ) throws(Failure) -> MessageContent {
        guard take(",") else { throw Failure(message: "has no texts in {\(name)") }
        counts.append(kind == .word ? nil : name)
        defer { counts.removeLast() }
        var variants: [MessageSelect.Variant] = []
        while true {
            skipBlanks()
            if take("}") { break }
            let selector = word()
            if selector.hasPrefix("offset:") {
                throw Failure(message: "has an offset, which catalogs do not have: write =0, =1 and other out")
            }
            guard !selector.isEmpty else { throw Failure(message: "does not end in {\(name)") }
            skipBlanks()
            guard take("{") else { throw Failure(message: "has no text for \(quoted(selector)) of {\(name)") }
            let content = try content(depth: depth + 1)
            guard take("}") else { throw Failure(message: "does not end in \(quoted(selector)) of {\(name)") }
            variants.append(.init(try Self.selector(selector, kind, name), content))
        }
        return .select(MessageSelect(kind, on: Self.argument(name), variants: variants))
    }

    private static func selector(
        _ text: String, _ kind: MessageSelect.Kind, _ name: String
    ) throws(Failure) -> MessageSelect.Selector {
        if text == "other" { return .category(.other) }
        if kind == .word { return .word(text) }
        if text.first == "=", let value = Int64(text.dropFirst()) { return .exact(value) }
        if let category = PluralCategory(keyword: text) { return .category(category) }
        throw Failure(message: "has a text for \(quoted(text)) of {\(name), which is no category and no =NUMBER")
    }

    /// `{0}` is the first positional argument, anything else a name.
    private static func argument(_ name: String) -> MessageSelect.Argument {
        Int(name).map { .position($0) } ?? .name(name)
    }

    private static func specifier(_ name: String) -> MessageContent {
        .text(Int(name).map { "%\($0 + 1)$@" } ?? "{\(name)}")
    }

    private static func isName(_ name: String) -> Bool {
        if let number = Int(name) { return (0..<TemplateSpecifier.maximumPosition).contains(number) }
        let bytes = Array("{\(name)}".utf8)
        let specifiers = TemplateParser(bytes.span).specifiers
        return specifiers.count == 1 && specifiers[0].size == bytes.count
    }

    // MARK: Words

    private mutating func skipBlanks() {
        while let character = peek, character.isWhitespace { index += 1 }
    }

    private mutating func take(_ character: Character) -> Bool {
        guard peek == character else { return false }
        index += 1
        return true
    }

    /// What stands up to the next blank, comma or brace.
    private mutating func word() -> String {
        skipBlanks()
        var word = ""
        while let character = peek, !character.isWhitespace, !",{}".contains(character) {
            word.append(character)
            index += 1
        }
        return word
    }

    /// Passes over a style such as `, ::currency/EUR` up to the }.
    private mutating func skipStyle(_ name: String) throws(Failure) {
        while let character = peek {
            index += 1
            if character == "}" { return }
            if character == "{" { break }
        }
        throw Failure(message: "does not end in {\(name)")
    }
}
