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
    private var nextPosition = 0

    /// Parses UTF-8 text. Never fails: what cannot be read is literal.
    package init(_ text: Span<UInt8>) {
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
        let brace = UInt8(ascii: "{")
        let isDouble = start + 1 < text.count && text[start + 1] == brace
        let nameStart = start + (isDouble ? 2 : 1)
        let nameEnd = TemplateParser.endOfName(text, from: nameStart)
        let end = nameEnd + (isDouble ? 2 : 1)
        guard nameEnd > nameStart, end <= text.count, text[nameEnd] == UInt8(ascii: "}"),
            text[end - 1] == UInt8(ascii: "}")
        else { return start + 1 }
        specifiers.append(
            TemplateSpecifier(offset: start, size: end - start, conversion: isDouble ? .doublyNamed : .named))
        return end
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

/// Reads what follows a `%`.
private struct SpecifierScanner {
    private var index: Int
    private(set) var hasExplicitPosition = false
    /// Whether the first byte suggests that a specifier was meant: a letter, a digit, `*` or `@`, but neither a blank
    /// nor the end of a sentence.
    let looksLikeSpecifier: Bool

    init(text: Span<UInt8>, at start: Int) {
        index = start
        switch start < text.count ? text[start] : 0 {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "*"):
            looksLikeSpecifier = true
        case UInt8(ascii: "."):
            let next = start + 1 < text.count ? text[start + 1] : 0
            looksLikeSpecifier = next == UInt8(ascii: "*") || (0x30...0x39).contains(next)
        default:
            looksLikeSpecifier = false
        }
    }

    /// The specifier whose `%` stands at `start`, or nil when it is none.
    mutating func specifier(startingAt start: Int, in text: Span<UInt8>) -> TemplateSpecifier? {
        if byte(text) == UInt8(ascii: "%") {
            return TemplateSpecifier(offset: start, size: 2, conversion: .percent)
        }
        var result = TemplateSpecifier(offset: start, size: 0, conversion: .shown)
        let afterPercent = index
        if let number = number(text, maximum: TemplateSpecifier.maximumPosition), byte(text) == UInt8(ascii: "$") {
            guard number > 0 else { return nil }
            result.position = number - 1
            hasExplicitPosition = true
            index += 1
        } else {
            index = afterPercent
        }
        result.flags = flags(text)
        guard let width = number(text, maximum: TemplateSpecifier.maximumWidth) else { return nil }
        result.width = width
        if byte(text) == UInt8(ascii: ".") {
            index += 1
            guard let precision = number(text, maximum: TemplateSpecifier.maximumPrecision) else { return nil }
            result.precision = precision
        }
        skipLengthModifier(text)
        guard let conversion = conversion(byte(text)) else { return nil }
        result.conversion = conversion
        result.size = index + 1 - start
        return result
    }

    private func byte(_ text: Span<UInt8>) -> UInt8 {
        index < text.count ? text[index] : 0
    }

    /// Reads digits; 0 when there are none, nil when the number is above `maximum`.
    private mutating func number(_ text: Span<UInt8>, maximum: Int) -> Int? {
        var value = 0
        while case let digit = byte(text), (0x30...0x39).contains(digit) {
            value = value * 10 + Int(digit - 0x30)
            if value > maximum { return nil }
            index += 1
        }
        return value
    }

    private mutating func flags(_ text: Span<UInt8>) -> TemplateSpecifier.Flags {
        var result: TemplateSpecifier.Flags = []
        while true {
            switch byte(text) {
            case UInt8(ascii: "-"): result.insert(.left)
            case UInt8(ascii: "+"): result.insert(.plus)
            case UInt8(ascii: "0"): result.insert(.zero)
            case UInt8(ascii: "#"): result.insert(.alternate)
            default: return result
            }
            index += 1
        }
    }

    private mutating func skipLengthModifier(_ text: Span<UInt8>) {
        switch byte(text) {
        case UInt8(ascii: "h"), UInt8(ascii: "l"):
            let first = byte(text)
            index += 1
            if byte(text) == first { index += 1 }
        case UInt8(ascii: "q"), UInt8(ascii: "L"), UInt8(ascii: "z"), UInt8(ascii: "j"), UInt8(ascii: "t"):
            index += 1
        default:
            break
        }
    }

    private func conversion(_ byte: UInt8) -> TemplateSpecifier.Conversion? {
        switch byte {
        case UInt8(ascii: "@"), UInt8(ascii: "s"): .shown
        case UInt8(ascii: "d"), UInt8(ascii: "i"): .signed
        case UInt8(ascii: "u"): .unsigned
        case UInt8(ascii: "x"): .lowercaseHexadecimal
        case UInt8(ascii: "X"): .uppercaseHexadecimal
        case UInt8(ascii: "o"): .octal
        case UInt8(ascii: "f"), UInt8(ascii: "F"): .fixed
        default: nil
        }
    }
}
