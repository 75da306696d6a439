/// Reads a text into tape entries.
///
/// One loop reads a value, then whatever may follow a value, until the outermost value is complete. The containers that
/// are open are chained through the `link` of their own entries, so nothing grows with depth but the tape, and a hostile
/// text cannot overrun the stack. Every access to the text is bounds-checked except the eight-byte step of the string
/// scan, whose bound is checked beside it.
struct JSONParser {
    let limits: JSONLimits
    var entries: [TapeEntry] = []
    var resolved: [UInt8] = []
    /// The next byte to read.
    var position = 0
    /// The innermost open container, or `none`.
    private var container = none
    private var depth = 0
    private var members = 0

    private static let none = UInt32.max

    init(limits: JSONLimits) {
        self.limits = limits
    }

    mutating func parse(_ bytes: Span<UInt8>) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else {
            throw error(
                .tooLarge, at: limits.maximumBytes,
                "the text has \(bytes.count) bytes, more than \(limits.maximumBytes)",
                bytes)
        }
        try refuseByteOrderMark(bytes)
        entries.reserveCapacity(min(bytes.count / 8, 8192) + 8)
        skipWhiteSpace(bytes)
        repeat {
            try parseValueStart(bytes)
        } while try !parseValueEnd(bytes)
    }

    // MARK: Values

    /// Reads one scalar or empty container, or goes down to the first value inside a container.
    @inline(__always)
    private mutating func parseValueStart(_ bytes: Span<UInt8>) throws(JSONError) {
        while true {
            guard position < bytes.count else { throw endOfText("a value", bytes) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                return try parseString(bytes)
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                return try parseNumber(bytes)
            case UInt8(ascii: "{"):
                try open(.object, bytes)
                if take(UInt8(ascii: "}"), bytes) { return close() }
                try parseName(bytes)
            case UInt8(ascii: "["):
                try open(.array, bytes)
                if take(UInt8(ascii: "]"), bytes) { return close() }
                entries[Int(container)].length = 1
            case UInt8(ascii: "t"):
                return try parseLiteral("true", .bool, true, bytes)
            case UInt8(ascii: "f"):
                return try parseLiteral("false", .bool, false, bytes)
            case UInt8(ascii: "n"):
                return try parseLiteral("null", .null, false, bytes)
            default:
                throw unexpected("a value", bytes)
            }
        }
    }

    /// Reads what follows a complete value; true when the document is complete, false when another value is due.
    @inline(__always)
    private mutating func parseValueEnd(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        while container != Self.none {
            skipWhiteSpace(bytes)
            let isObject = entries[Int(container)].kind == .object
            guard position < bytes.count else {
                throw endOfText(isObject ? "a comma or the end of an object" : "a comma or the end of an array", bytes)
            }
            let byte = bytes[position]
            if byte == UInt8(ascii: ",") {
                position += 1
                skipWhiteSpace(bytes)
                if isObject {
                    try parseName(bytes)
                } else {
                    entries[Int(container)].length += 1
                }
                return false
            }
            guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                throw unexpected(isObject ? "a comma or the end of an object" : "a comma or the end of an array", bytes)
            }
            position += 1
            if isObject { try refuseDuplicatesInLargeObject(at: Int(container), bytes) }
            close()
        }
        skipWhiteSpace(bytes)
        guard position == bytes.count else {
            throw error(
                .trailingContent, at: position, "\(describe(bytes[position])) follows the end of the document", bytes)
        }
        return true
    }

    /// Reads a member's name and colon up to the first byte of its value.
    @inline(__always)
    private mutating func parseName(_ bytes: Span<UInt8>) throws(JSONError) {
        guard position < bytes.count else { throw endOfText("a member name", bytes) }
        guard bytes[position] == UInt8(ascii: "\"") else { throw unexpected("a member name in quotes", bytes) }
        members += 1
        guard members <= limits.maximumMembers else {
            throw error(.tooManyMembers, at: position, "more than \(limits.maximumMembers) members", bytes)
        }
        try parseString(bytes)
        entries[Int(container)].length += 1
        try refuseDuplicateInSmallObject(at: Int(container), bytes)
        skipWhiteSpace(bytes)
        guard position < bytes.count else { throw endOfText("a colon", bytes) }
        guard bytes[position] == UInt8(ascii: ":") else { throw unexpected("a colon", bytes) }
        position += 1
        skipWhiteSpace(bytes)
    }

    private mutating func parseLiteral(
        _ literal: String, _ kind: JSONKind, _ flag: Bool, _ bytes: Span<UInt8>
    ) throws(JSONError) {
        let start = position
        for byte in literal.utf8 {
            guard position < bytes.count else { throw endOfText(literal, bytes) }
            guard bytes[position] == byte else { throw unexpected(literal, bytes) }
            position += 1
        }
        entries.append(TapeEntry(offset: UInt32(start), length: 0, link: 0, kind: kind, flag: flag))
    }

    // MARK: Containers

    private mutating func open(_ kind: JSONKind, _ bytes: Span<UInt8>) throws(JSONError) {
        guard depth < limits.maximumDepth else {
            throw error(.tooDeep, at: position, "nested deeper than \(limits.maximumDepth)", bytes)
        }
        depth += 1
        entries.append(TapeEntry(offset: UInt32(position), length: 0, link: container, kind: kind, flag: false))
        container = UInt32(entries.count - 1)
        position += 1
        skipWhiteSpace(bytes)
    }

    private mutating func close() {
        let closed = Int(container)
        container = entries[closed].link
        entries[closed].link = UInt32(entries.count)
        depth -= 1
    }

    // MARK: Bytes

    @inline(__always)
    private mutating func take(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    @inline(__always)
    private mutating func skipWhiteSpace(_ bytes: Span<UInt8>) {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    private func refuseByteOrderMark(_ bytes: Span<UInt8>) throws(JSONError) {
        guard bytes.count >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0xEF, 0xBB), (0xFE, 0xFF), (0xFF, 0xFE):
            throw error(.byteOrderMark, at: 0, "the text begins with a byte order mark", bytes)
        default:
            return
        }
    }
}
