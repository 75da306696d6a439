// Strings: most have neither escapes nor bytes beyond ASCII and are passed over eight bytes at a time. The first escape
// starts a resolved copy; from then on each run between escapes is appended to it.

extension JSONParser {
    /// Reads a string or name whose opening quote is at `position`.
    mutating func parseString(_ bytes: Span<UInt8>) throws(JSONError) {
        let start = position + 1
        let resolvedStart = resolved.count
        var hasEscapes = false
        var runStart = start
        position = start
        while true {
            position = Self.endOfPlainRun(from: position, bytes)
            guard position < bytes.count else { throw endOfText("the closing quote of a string", bytes) }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                break
            } else if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                appendRun(from: runStart, bytes)
                try parseEscape(bytes)
                runStart = position
            } else if byte < 0x20 {
                throw error(.controlCharacter, at: position, "\(describe(byte)) in a string must be escaped", bytes)
            } else {
                position = try endOfScalar(at: position, bytes)
            }
        }
        if hasEscapes { appendRun(from: runStart, bytes) }
        let length = hasEscapes ? resolved.count - resolvedStart : position - start
        guard length <= limits.maximumStringBytes else {
            throw error(
                .stringTooLong, at: start - 1, "a string has \(length) bytes, more than \(limits.maximumStringBytes)",
                bytes)
        }
        position += 1
        entries.append(
            TapeEntry(
                offset: UInt32(start), length: UInt32(length), link: UInt32(truncatingIfNeeded: resolvedStart),
                kind: .string, flag: hasEscapes))
    }

    /// Finds the first byte from `index` on that is a quote, a backslash, a control character or not ASCII.
    @inline(__always)
    private static func endOfPlainRun(from index: Int, _ bytes: Span<UInt8>) -> Int {
        var index = index
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highBits = ones << 7
        // Any eight bytes are a UInt64.
        let raw = unsafe bytes.bytes
        while index + 8 <= bytes.count {
            // `index + 8` is within the text.
            let word = unsafe UInt64(
                littleEndian: raw.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            let special =
                ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes)
                | ((word &- (ones &* 0x20)) & ~word) | word
            let found = special & highBits
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    private mutating func appendRun(from start: Int, _ bytes: Span<UInt8>) {
        for index in start..<position {
            resolved.append(bytes[index])
        }
    }

    /// Checks one scalar beyond ASCII by table 3-7 of the Unicode standard and returns the index after it.
    private func endOfScalar(at start: Int, _ bytes: Span<UInt8>) throws(JSONError) -> Int {
        let lead = bytes[start]
        let continuations: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0xC2...0xDF: continuations = 1
        case 0xE0: (continuations, second) = (2, 0xA0...0xBF)
        case 0xED: (continuations, second) = (2, 0x80...0x9F)
        case 0xE1...0xEF: continuations = 2
        case 0xF0: (continuations, second) = (3, 0x90...0xBF)
        case 0xF1...0xF3: continuations = 3
        case 0xF4: (continuations, second) = (3, 0x80...0x8F)
        default: throw invalidUTF8(at: start, bytes)
        }
        guard start + continuations < bytes.count, second.contains(bytes[start + 1]) else {
            throw invalidUTF8(at: start, bytes)
        }
        if continuations > 1 {
            for index in start + 2...start + continuations where bytes[index] & 0xC0 != 0x80 {
                throw invalidUTF8(at: start, bytes)
            }
        }
        return start + continuations + 1
    }

    private func invalidUTF8(at offset: Int, _ bytes: Span<UInt8>) -> JSONError {
        error(.invalidUTF8, at: offset, "\(describe(bytes[offset])) does not begin a UTF-8 sequence", bytes)
    }

    // MARK: Escapes

    /// Resolves the escape whose backslash is at `position`.
    private mutating func parseEscape(_ bytes: Span<UInt8>) throws(JSONError) {
        let start = position
        guard start + 1 < bytes.count else { throw endOfText("an escape", bytes) }
        position = start + 2
        switch bytes[start + 1] {
        case UInt8(ascii: "\""): resolved.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): resolved.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): resolved.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): resolved.append(0x08)
        case UInt8(ascii: "f"): resolved.append(0x0C)
        case UInt8(ascii: "n"): resolved.append(0x0A)
        case UInt8(ascii: "r"): resolved.append(0x0D)
        case UInt8(ascii: "t"): resolved.append(0x09)
        case UInt8(ascii: "u"): try parseUnicodeEscape(from: start, bytes)
        default:
            throw error(
                .invalidEscape, at: start, "a backslash followed by \(describe(bytes[start + 1])) is no escape", bytes)
        }
    }

    private mutating func parseUnicodeEscape(from start: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        var value = try parseHexDigits(from: start, bytes)
        if value & 0xFC00 == 0xD800 {
            let low = position
            guard low + 1 < bytes.count, bytes[low] == UInt8(ascii: "\\"), bytes[low + 1] == UInt8(ascii: "u") else {
                throw error(.loneSurrogate, at: start, "a high surrogate without its low one", bytes)
            }
            position += 2
            let lowValue = try parseHexDigits(from: low, bytes)
            guard lowValue & 0xFC00 == 0xDC00 else {
                throw error(.loneSurrogate, at: start, "a high surrogate without its low one", bytes)
            }
            value = 0x10000 + ((value & 0x3FF) << 10 | lowValue & 0x3FF)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw error(.loneSurrogate, at: start, "a low surrogate without its high one", bytes)
        }
        guard value != 0 || limits.allowsNUL else {
            throw error(.nulCharacter, at: start, "a NUL character in a string", bytes)
        }
        resolved.append(contentsOf: scalar.utf8)
    }

    private mutating func parseHexDigits(from start: Int, _ bytes: Span<UInt8>) throws(JSONError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count else { throw endOfText("four hexadecimal digits", bytes) }
            let byte = bytes[position]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default:
                throw error(.invalidEscape, at: start, "\\u needs four hexadecimal digits", bytes)
            }
            value = value << 4 | UInt32(digit)
            position += 1
        }
        return value
    }
}
