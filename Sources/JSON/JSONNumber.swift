/// A number with the text it was written with.
///
/// Converting through a double would change large integers and long fractions; whoever passes a value on keeps it.
/// Two numbers are equal when their texts are: `1.0` is not `1`.
package struct JSONNumber: Sendable, Hashable {
    /// The number as RFC 8259 section 6 writes it.
    package let text: String

    /// Wraps a text that the parser or a number's own description made.
    init(validText text: String) {
        self.text = text
    }

    /// Makes the number of an integer.
    package init(_ value: some FixedWidthInteger) {
        text = String(value)
    }

    /// Makes the number of a double; nil for infinities and NaN, which JSON cannot write.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    /// The value as an integer; nil for a fraction, an exponent, `-0`, and what 64 bits cannot hold.
    package var int: Int? {
        var text = text
        return text.withUTF8 { buffer in
            // The span does not leave the closure.
            unsafe Int(jsonDigits: buffer.span)
        }
    }

    /// The nearest double; nil beyond the range of doubles.
    package var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }
}
