extension JSONParser {
    /// Makes an error; only here line and column are counted.
    func error(
        _ code: JSONError.Code, at offset: Int, _ message: String, _ bytes: Span<UInt8>
    ) -> JSONError {
        JSONError(
            code: code, offset: offset, position: JSONPosition(ofOffset: offset, in: bytes), message: message)
    }

    /// The text ended where something was due.
    func endOfText(_ expected: String, _ bytes: Span<UInt8>) -> JSONError {
        error(.unexpectedEnd, at: bytes.count, "the text ends where \(expected) should stand", bytes)
    }

    /// The byte at `position` cannot stand there.
    func unexpected(_ expected: String, _ bytes: Span<UInt8>) -> JSONError {
        error(
            .unexpectedByte, at: position, "\(describe(bytes[position])) stands where \(expected) should", bytes)
    }

    /// A byte as a reader of the message would look for it.
    func describe(_ byte: UInt8) -> String {
        if byte > 0x20, byte < 0x7F {
            return "'\(Character(Unicode.Scalar(byte)))'"
        }
        let digits = String(byte, radix: 16, uppercase: true)
        return "byte 0x" + (digits.count == 1 ? "0" + digits : digits)
    }
}
