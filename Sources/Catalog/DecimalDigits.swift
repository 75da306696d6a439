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
        // CLDR writes the numbers of compact notation with a `c`: 1c6 is shown as 1 million.
        guard text[start] | 0x20 == UInt8(ascii: "e") || text[start] == UInt8(ascii: "c") else { return nil }
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

    /// How far the point has been moved to the right.
    var exponent: Int { integerDigitCount - (point - start) }

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
        isZero(place..<max(place, digitCount), in: text)
    }

    /// Whether all digits at `places` are zero.
    func isZero(_ places: Range<Int>, in text: Span<UInt8>) -> Bool {
        for place in places.clamped(to: 0..<digitCount) where digit(place, in: text) != 0 { return false }
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
