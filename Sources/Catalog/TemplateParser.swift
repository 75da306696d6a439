// What a template is made of
// --------------------------
// A positional specifier is `%`, optionally `N$` (1 ... 999), flags of `-`, `+`, `0`, `#`, a width up to 200, a point
// and a precision up to 20, a C length modifier (`hh h l ll q L z j t`, without effect), and one of `@ s d i u x X o f F`.
// Without `N$` specifiers take the arguments in turn. `%%` is a percent sign. `{name}` and `{{name}}`, the name being
// `[A-Za-z_][A-Za-z0-9_.]*`, take a named argument.
//
// Everything else is literal: other braces, apostrophes, widths from arguments (`*`), `%n` and the rest of printf, and
// whatever exceeds a bound. The blank is no flag: `50% de descuento` is a text. What looks like an attempt at a
// specifier is reported, so that a checker can point at it.

/// Finds the specifiers of a text.
package struct TemplateParser {
    /// What was found, ascending by offset.
    package private(set) var specifiers: [TemplateSpecifier] = []
    /// Where a `%` begins what looks like a specifier and is none.
    package private(set) var malformed: [Int] = []
    /// The position that the next specifier without one takes.
    package private(set) var nextPosition: Int

    /// Parses UTF-8 text. Never fails: what cannot be read is literal.
    ///
    /// `firstPosition` is where specifiers without a position begin: that of the text before, for a text in pieces.
    package init(_ text: Span<UInt8>, firstPosition: Int = 0) {
        nextPosition = firstPosition
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "%"): index = parsePercent(text, at: index)
            case UInt8(ascii: "{"): index = parseBrace(text, at: index)
            default: index += 1
            }
        }
    }

    /// Whether `text` holds a byte with which a specifier could begin.
    package static func mayHaveSpecifiers(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index] == UInt8(ascii: "%") || text[index] == UInt8(ascii: "{") {
            return true
        }
        return false
    }

    /// Takes the specifier at `start`, if there is one; returns where to go on.
    private mutating func parsePercent(_ text: Span<UInt8>, at start: Int) -> Int {
        var scanner = SpecifierScanner(text: text, at: start + 1)
        guard var specifier = scanner.specifier(startingAt: start, in: text) else {
            if scanner.looksLikeSpecifier { malformed.append(start) }
            return start + 1
        }
        if specifier.isPositional && !scanner.hasExplicitPosition {
            guard nextPosition < TemplateSpecifier.maximumPosition else {
                malformed.append(start)
                return start + 1
            }
            specifier.position = nextPosition
            nextPosition += 1
        }
        specifiers.append(specifier)
        return start + specifier.size
    }

    private mutating func parseBrace(_ text: Span<UInt8>, at start: Int) -> Int {
        guard let specifier = TemplateParser.namedSpecifier(text, at: start) else { return start + 1 }
        specifiers.append(specifier)
        return specifier.end
    }

    /// The `{name}` or `{{name}}` whose brace stands at `start`; nil when it is none.
    static func namedSpecifier(_ text: Span<UInt8>, at start: Int) -> TemplateSpecifier? {
        let brace = UInt8(ascii: "{")
        let isDouble = start + 1 < text.count && text[start + 1] == brace
        let nameStart = start + (isDouble ? 2 : 1)
        let nameEnd = TemplateParser.endOfName(text, from: nameStart)
        let end = nameEnd + (isDouble ? 2 : 1)
        guard nameEnd > nameStart, end <= text.count, text[nameEnd] == UInt8(ascii: "}"),
            text[end - 1] == UInt8(ascii: "}")
        else { return nil }
        return TemplateSpecifier(offset: start, size: end - start, conversion: isDouble ? .doublyNamed : .named)
    }

    /// The end of the name that begins at `start`; `start` when none does.
    private static func endOfName(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
                break
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                if index == start { return start }
            default:
                return index
            }
            index += 1
        }
        return index
    }
}
