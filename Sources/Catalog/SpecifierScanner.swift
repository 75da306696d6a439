/// Reads what follows a `%`.
struct SpecifierScanner {
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
