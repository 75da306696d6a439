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
        case (.signed, .integer(let value)) where specifier.isPlain:
            Self.withDigits(of: value) { append($0) }
            return true
        case (_, .integer(let value)):
            return Self.withDigits(of: value) { append(number: $0, as: specifier) }
        case (_, .decimal(let text)):
            return append(number: text.utf8Span.span, as: specifier)
        }
    }

    /// Calls `body` with the decimal text of `value`.
    static func withDigits<Result>(of value: Int64, _ body: (Span<UInt8>) -> Result) -> Result {
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

extension MessageArgument {
    /// Calls `body` with the argument's UTF-8 as it is shown.
    func withShownBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .text(let text): unsafe text.utf8Span.span.bytes.withUnsafeBytes { unsafe body($0) }
        case .decimal(let text): unsafe text.utf8Span.span.bytes.withUnsafeBytes { unsafe body($0) }
        case .integer(let value):
            TextOutput.withDigits(of: value) { unsafe $0.bytes.withUnsafeBytes { unsafe body($0) } }
        }
    }
}
