/// What plural rules look at in a number: it as it is shown, without its sign (UTS #35, Part 3, "Plural Operand
/// Meanings").
///
/// `1` and `1.0` differ: the second has a visible fraction. A number of more than eighteen digits keeps the last
/// eighteen and stays large, so that all that rules ask for (its remainder by a power of ten, whether it is a certain
/// small number) comes out right.
package struct PluralOperands: Hashable, Sendable {
    /// i: the whole part.
    package let whole: UInt64
    /// f: the visible fraction as a whole number.
    package let fraction: UInt64
    /// t: the same without trailing zeros.
    package let trimmedFraction: UInt64
    /// v and w: how many digits `fraction` and `trimmedFraction` have.
    package let fractionDigitCount: Int
    package let trimmedFractionDigitCount: Int
    /// c: the exponent of a number in compact or scientific notation, else zero.
    package let exponent: Int

    /// The operands of a whole number.
    package init(_ value: Int64) {
        whole = value.magnitude
        fraction = 0
        trimmedFraction = 0
        fractionDigitCount = 0
        trimmedFractionDigitCount = 0
        exponent = 0
    }

    /// The operands of the number whose decimal notation is `text`: `-1.50`, and `1.2c6` for what is shown as 1.2
    /// million. Nil when it is none.
    package init?(decimal text: Span<UInt8>) {
        guard let digits = DecimalDigits(text) else { return nil }
        var end = digits.digitCount
        let fractionStart = digits.integerDigitCount
        fractionDigitCount = max(0, end - fractionStart)
        fraction = Self.number(digits, fractionStart..<max(fractionStart, end), in: text)
        while end > fractionStart, digits.digit(end - 1, in: text) == 0 { end -= 1 }
        trimmedFractionDigitCount = max(0, end - fractionStart)
        trimmedFraction = Self.number(digits, fractionStart..<max(fractionStart, end), in: text)
        whole = Self.number(digits, digits.firstPlace(in: text)..<fractionStart, in: text)
        exponent = max(0, digits.exponent)
    }

    /// The number that the digits at `places` make; of a large one the end.
    private static func number(_ digits: DecimalDigits, _ places: Range<Int>, in text: Span<UInt8>) -> UInt64 {
        let most = 18
        var value: UInt64 = 0
        for place in places.suffix(most) { value = value * 10 + UInt64(digits.digit(place, in: text)) }
        let isLarge = places.count > most && !digits.isZero(places.dropLast(most), in: text)
        return isLarge ? value + 1_000_000_000_000_000_000 : value
    }
}
