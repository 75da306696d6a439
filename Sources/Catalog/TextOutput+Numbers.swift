extension TextOutput {
    /// `%f`: `places` decimal places, a tie rounded to the even digit.
    mutating func append(fixed digits: DecimalDigits, in text: Span<UInt8>, as specifier: TemplateSpecifier) {
        let places = specifier.precision ?? 6
        let first = digits.firstPlace(in: text)
        let end = digits.integerDigitCount + places
        // A carry stops at the last digit that is not 9; left of all digits it makes a new one.
        var carry = end
        if digits.roundsUp(at: end, in: text) {
            carry = end - 1
            while carry >= first, digits.digit(carry, in: text) == 9 { carry -= 1 }
        }
        let hasPoint = places > 0 || specifier.flags.contains(.alternate)
        let size = end - first + (carry < first ? 1 : 0) + (hasPoint ? 1 : 0)
        append(sign: digits.isNegative, size: size, zeros: 0, as: specifier) { output in
            if carry < first { output.append(UInt8(ascii: "1")) }
            for place in first..<end {
                if place == digits.integerDigitCount { output.append(UInt8(ascii: ".")) }
                let digit = digits.digit(place, in: text)
                output.append(0x30 + (place < carry ? digit : place == carry ? digit + 1 : 0))
            }
            if hasPoint, places == 0 { output.append(UInt8(ascii: ".")) }
        }
    }

    /// `%d` and `%u`: false when the number has a fraction, or is below zero and the conversion has no sign.
    mutating func append(whole digits: DecimalDigits, in text: Span<UInt8>, as specifier: TemplateSpecifier) -> Bool {
        let isZero = digits.isZero(from: 0, in: text)
        guard digits.isZero(from: digits.integerDigitCount, in: text),
            specifier.conversion == .signed || !digits.isNegative || isZero
        else { return false }
        // As in C, precision 0 shows zero as nothing.
        let first = isZero && specifier.precision == 0 ? digits.integerDigitCount : digits.firstPlace(in: text)
        let size = max(0, digits.integerDigitCount - first)
        let zeros = max(0, (specifier.precision ?? 0) - size)
        append(sign: digits.isNegative && !isZero, size: size, zeros: zeros, as: specifier) { output in
            for place in first..<first + size { output.append(0x30 + digits.digit(place, in: text)) }
        }
        return true
    }

    /// `%x`, `%X`, `%o`.
    mutating func append(_ value: UInt64, as specifier: TemplateSpecifier) {
        let bits: UInt64 = specifier.conversion == .octal ? 3 : 4
        let letter: UInt8 = specifier.conversion == .uppercaseHexadecimal ? 0x41 : 0x61
        var size = value == 0 && specifier.precision != 0 ? 1 : 0
        while size < 22, value >> (bits * UInt64(size)) != 0 { size += 1 }
        var zeros = max(0, (specifier.precision ?? 0) - size)
        let isAlternate = specifier.flags.contains(.alternate) && value != 0
        let hasPrefix = isAlternate && bits == 4
        if isAlternate, bits == 3, zeros == 0 { zeros = 1 }
        let prefix: UInt8? = hasPrefix ? letter + 0x17 : nil
        append(sign: false, prefix: prefix, size: size, zeros: zeros, as: specifier) { output in
            for place in stride(from: size - 1, through: 0, by: -1) {
                let digit = UInt8(truncatingIfNeeded: value >> (bits * UInt64(place)) & (1 << bits - 1))
                output.append(digit < 10 ? 0x30 + digit : letter + digit - 10)
            }
        }
    }

    /// Appends sign, prefix (`0` and the byte given), leading zeros and the `size` digits that `body` appends, padded
    /// to the width.
    private mutating func append(
        sign isNegative: Bool, prefix: UInt8? = nil, size: Int, zeros: Int, as specifier: TemplateSpecifier,
        _ body: (inout TextOutput) -> Void
    ) {
        let isSigned = specifier.conversion == .signed || specifier.conversion == .fixed
        let sign: UInt8? =
            isNegative ? UInt8(ascii: "-") : isSigned && specifier.flags.contains(.plus) ? UInt8(ascii: "+") : nil
        let padding = specifier.width - size - zeros - (sign == nil ? 0 : 1) - (prefix == nil ? 0 : 2)
        let isLeft = specifier.flags.contains(.left)
        // As in C, a precision of a whole number and `-` each switch the flag `0` off.
        let padsWithZeros =
            specifier.flags.contains(.zero) && !isLeft
            && (specifier.conversion == .fixed || specifier.precision == nil)
        if !isLeft && !padsWithZeros { append(UInt8(ascii: " "), times: padding) }
        if let sign { append(sign) }
        if let prefix {
            append(UInt8(ascii: "0"))
            append(prefix)
        }
        append(UInt8(ascii: "0"), times: zeros + (padsWithZeros ? padding : 0))
        body(&self)
        if isLeft { append(UInt8(ascii: " "), times: padding) }
    }
}
