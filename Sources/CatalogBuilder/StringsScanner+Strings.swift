extension StringsScanner {
    /// Reads a key or a text, in quotation marks or bare.
    mutating func string(expected: String) throws(Failure) -> String {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            return try quotedString()
        case let first? where Self.isBare(first):
            let start = index
            while let byte, Self.isBare(byte) { index += 1 }
            return String(decoding: text[start..<index], as: UTF8.self)
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"):
            throw Failure(message: "\(expected) was expected; property lists are not read", offset: index)
        default:
            throw unexpected(expected)
        }
    }

    /// Whether the byte may stand in a string without quotation marks.
    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "/"),
            UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private mutating func quotedString() throws(Failure) -> String {
        let start = index
        let mark = text[start]
        index += 1
        var result: [UInt8] = []
        while let byte {
            if byte == mark {
                index += 1
                return String(decoding: result, as: UTF8.self)
            } else if byte == UInt8(ascii: "\\") {
                let scalar = try escape()
                result.append(contentsOf: UTF8.encode(scalar)!)  // Every Unicode scalar has a form in UTF-8.
            } else {
                result.append(byte)
                index += 1
            }
        }
        throw Failure(message: "the quotation mark that opens here is never closed", offset: start)
    }

    /// Reads an escape, `index` being at its backslash.
    private mutating func escape() throws(Failure) -> Unicode.Scalar {
        let start = index
        index += 1
        guard let byte else { throw Failure(message: "the file ends after a backslash", offset: start) }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "7"): return try octalEscape(from: start)
        case UInt8(ascii: "U"), UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: break
        }
        guard let scalar = Self.escapes[byte] ?? Self.punctuation(byte) else {
            throw Failure(message: "there is no escape \\\(Character(Unicode.Scalar(byte)))", offset: start)
        }
        index += 1
        return scalar
    }

    private static let escapes: [UInt8: Unicode.Scalar] = [
        UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "t"): "\t", UInt8(ascii: "n"): "\n",
        UInt8(ascii: "v"): "\u{0B}", UInt8(ascii: "f"): "\u{0C}", UInt8(ascii: "r"): "\r", 0x0A: "\n",
    ]

    /// A backslash makes nothing special of an ASCII character that is neither a letter, a digit nor a blank.
    private static func punctuation(_ byte: UInt8) -> Unicode.Scalar? {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: Unicode.Scalar(byte)
        default: nil
        }
    }

    /// One to three octal digits: a character of the NeXTSTEP encoding, as in Apple's reader.
    private mutating func octalEscape(from start: Int) throws(Failure) -> Unicode.Scalar {
        var value = 0
        var count = 0
        while count < 3, let byte, (0x30...0x37).contains(byte) {
            value = value * 8 + Int(byte - 0x30)
            count += 1
            index += 1
        }
        guard value != 0 else { throw Failure(message: "a NUL character", offset: start) }
        guard let scalar = NextStepEncoding.scalar(value) else {
            throw Failure(message: "no character has the octal number \(String(value, radix: 8))", offset: start)
        }
        return scalar
    }

    /// `\U` or `\u` and four hexadecimal digits; two of them for characters beyond U+FFFF.
    private mutating func unicodeEscape(from start: Int) throws(Failure) -> Unicode.Scalar {
        let first = try utf16Unit(from: start)
        if first & 0xFC00 == 0xD800, byte == UInt8(ascii: "\\"), index + 1 < text.count,
            text[index + 1] | 0x20 == UInt8(ascii: "u")
        {
            let second = index
            index += 1
            let low = try utf16Unit(from: second)
            if low & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + (low & 0x3FF)) {
                return scalar
            }
        }
        guard first != 0 else { throw Failure(message: "a NUL character", offset: start) }
        guard let scalar = Unicode.Scalar(first) else {
            let digits = hexadecimal(first, digits: 4)
            throw Failure(message: "half of a UTF-16 pair: \\U\(digits)", offset: start)
        }
        return scalar
    }

    /// Reads the letter and the four digits of `\Uxxxx`; `start` is its backslash.
    private mutating func utf16Unit(from start: Int) throws(Failure) -> UInt32 {
        index += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw Failure(message: "four hexadecimal digits must follow \\U", offset: start)
            }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }
}
