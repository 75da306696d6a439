// Numbers are written without the C library and the same in every locale: ASCII digits, a point, no grouping.
// Both integers and decimals are handled as decimal digits, so that a number of any length keeps all of them and
// `%.2f` of `0.125` rounds the digits that are there (a tie goes to the even digit) instead of a binary neighbour.

/// Where the digits of a decimal text stand. The text itself is passed along with every call.
struct DecimalDigits {
    let isNegative: Bool
    /// Byte of the first digit, and of the first after the last one; there may be a point between.
    private let start: Int
    private let end: Int
    /// Byte of the point, or `end` when there is none.
    private let point: Int
    /// Number of digits before the point after the exponent has moved it; may be negative.
    let integerDigitCount: Int

    /// Exponents beyond it make no decimal; a `Double` stays below.
    private static let maximumExponent = 400

    /// Nil when `text` is no number in decimal notation.
    init?(_ text: Span<UInt8>) {
        var index = 0
        var isNegative = false
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            isNegative = text[index] == UInt8(ascii: "-")
            index += 1
        }
        start = index
        index = Self.endOfDigits(text, from: index)
        point = index
        var digitCount = index - start
        if index < text.count, text[index] == UInt8(ascii: ".") {
            let fraction = index + 1
            index = Self.endOfDigits(text, from: fraction)
            digitCount += index - fraction
            guard index > fraction else { return nil }
        }
        end = index
        guard point > start, digitCount > 0, let exponent = Self.exponent(text, at: index) else { return nil }
        integerDigitCount = point - start + exponent
        self.isNegative = isNegative
    }

    private static func endOfDigits(_ text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < text.count, (0x30...0x39).contains(text[index]) {
            index += 1
        }
        return index
    }

    /// The exponent that makes up the rest of `text` from `start`; 0 when nothing is left, nil when it is none.
    private static func exponent(_ text: Span<UInt8>, at start: Int) -> Int? {
        guard start < text.count else { return 0 }
        guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = start + 1
        var sign = 1
        if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            sign = text[index] == UInt8(ascii: "-") ? -1 : 1
            index += 1
        }
        guard index < text.count else { return nil }
        var value = 0
        while index < text.count {
            guard (0x30...0x39).contains(text[index]) else { return nil }
            value = value * 10 + Int(text[index] - 0x30)
            guard value <= maximumExponent else { return nil }
            index += 1
        }
        return sign * value
    }

    /// Number of digits that are written down.
    var digitCount: Int { end - start - (point < end ? 1 : 0) }

    /// The digit at `place`, counted from the first one written; 0 before and after those.
    func digit(_ place: Int, in text: Span<UInt8>) -> UInt8 {
        guard place >= 0, place < digitCount else { return 0 }
        let index = start + place
        return text[index < point ? index : index + 1] - 0x30
    }

    /// Whether all digits from `place` on are zero.
    func isZero(from place: Int, in text: Span<UInt8>) -> Bool {
        var place = max(0, place)
        while place < digitCount {
            if digit(place, in: text) != 0 { return false }
            place += 1
        }
        return true
    }

    /// First place to be written before the point: no leading zeros but one.
    func firstPlace(in text: Span<UInt8>) -> Int {
        var place = min(0, integerDigitCount - 1)
        while place < integerDigitCount - 1, digit(place, in: text) == 0 {
            place += 1
        }
        return place
    }

    /// Whether cutting before `place` rounds up: more than half goes, or half and the last kept digit is odd.
    func roundsUp(at place: Int, in text: Span<UInt8>) -> Bool {
        let next = digit(place, in: text)
        if next != 5 { return next > 5 }
        return !isZero(from: place + 1, in: text) || digit(place - 1, in: text) & 1 == 1
    }

    /// The value as an unsigned number; nil when it has a fraction, is negative or does not fit.
    func unsignedValue(in text: Span<UInt8>) -> UInt64? {
        guard isZero(from: integerDigitCount, in: text), !isNegative || isZero(from: 0, in: text) else { return nil }
        var value: UInt64 = 0
        for place in firstPlace(in: text)..<integerDigitCount {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit(place, in: text)))
            if overflow || carry { return nil }
            value = sum
        }
        return value
    }
}

extension TextOutput {
    /// Appends the argument as it is shown.
    mutating func append(shown argument: MessageArgument) {
        switch argument {
        case .text(let text): append(text.utf8Span.span)
        case .decimal(let text): append(text.utf8Span.span)
        case .integer(let value): Self.withDigits(of: value) { append($0) }
        }
    }

    /// Appends the argument as `specifier` wants it; false, and nothing appended, when it is of the wrong type.
    mutating func append(_ argument: MessageArgument, as specifier: TemplateSpecifier) -> Bool {
        switch (specifier.conversion, argument) {
        case (.shown, .text(let text)):
            append(padded: text.utf8Span.span, as: specifier)
            return true
        case (.shown, .decimal(let text)):
            append(padded: text.utf8Span.span, as: specifier)
            return true
        case (.shown, .integer(let value)):
            Self.withDigits(of: value) { append(padded: $0, as: specifier) }
            return true
        case (_, .text):
            return false
        case (_, .integer(let value)):
            return Self.withDigits(of: value) { append(number: $0, as: specifier) }
        case (_, .decimal(let text)):
            return append(number: text.utf8Span.span, as: specifier)
        }
    }

    /// Calls `body` with the decimal text of `value`.
    private static func withDigits<Result>(of value: Int64, _ body: (Span<UInt8>) -> Result) -> Result {
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var start = digits.count
        var rest = value.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(truncatingIfNeeded: rest % 10) + 0x30
            rest /= 10
        } while rest > 0
        if value < 0 {
            start -= 1
            digits[start] = UInt8(ascii: "-")
        }
        return body(digits.span.extracting(start...))
    }

    /// Appends text; width and precision count Unicode scalars, so that none is ever cut.
    private mutating func append(padded text: Span<UInt8>, as specifier: TemplateSpecifier) {
        guard specifier.width > 0 || specifier.precision != nil else { return append(text) }
        var scalars = 0
        var end = 0
        while end < text.count {
            let startsScalar = text[end] & 0xC0 != 0x80
            if startsScalar {
                if scalars == specifier.precision { break }
                scalars += 1
            }
            end += 1
        }
        let padding = specifier.width - scalars
        if !specifier.flags.contains(.left) { append(UInt8(ascii: " "), times: padding) }
        append(text.extracting(..<end))
        if specifier.flags.contains(.left) { append(UInt8(ascii: " "), times: padding) }
    }

    /// Appends the number whose decimal notation is `text`; false when it is none that the conversion takes.
    private mutating func append(number text: Span<UInt8>, as specifier: TemplateSpecifier) -> Bool {
        guard let digits = DecimalDigits(text) else { return false }
        switch specifier.conversion {
        case .fixed:
            append(fixed: digits, in: text, as: specifier)
            return true
        case .signed, .unsigned:
            return append(whole: digits, in: text, as: specifier)
        default:
            guard let value = digits.unsignedValue(in: text) else { return false }
            append(value, as: specifier)
            return true
        }
    }
}
