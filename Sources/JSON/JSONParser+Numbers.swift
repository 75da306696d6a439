extension JSONParser {
    /// Reads a number by the grammar of RFC 8259 section 6 and keeps its text; `position` is at its first byte.
    mutating func parseNumber(_ bytes: Span<UInt8>) throws(JSONError) {
        let start = position
        if bytes[position] == UInt8(ascii: "-") { position += 1 }
        if position < bytes.count, bytes[position] == UInt8(ascii: "0") {
            position += 1
            if position < bytes.count, Self.isDigit(bytes[position]) {
                throw error(.invalidNumber, at: start, "a number begins with a needless zero", bytes)
            }
        } else {
            try parseDigits("its integer part", of: start, bytes)
        }
        if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try parseDigits("its fraction", of: start, bytes)
        }
        if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < bytes.count, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try parseDigits("its exponent", of: start, bytes)
        }
        guard position - start <= limits.maximumStringBytes else {
            throw error(
                .stringTooLong, at: start,
                "a number has \(position - start) bytes, more than \(limits.maximumStringBytes)", bytes)
        }
        entries.append(
            TapeEntry(offset: UInt32(start), length: UInt32(position - start), link: 0, kind: .number, flag: false))
    }

    @inline(__always)
    private mutating func parseDigits(_ part: String, of start: Int, _ bytes: Span<UInt8>) throws(JSONError) {
        let first = position
        while position < bytes.count, Self.isDigit(bytes[position]) {
            position += 1
        }
        guard position > first else {
            throw error(.invalidNumber, at: start, "a number has no digit in \(part)", bytes)
        }
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }
}
