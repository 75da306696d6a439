/// Appends JSON to a byte array, placing commas and, when pretty, line ends.
///
/// Calls come in the order of the text: in an object `name` before each value; every `begin` has its `end`. A wrong order
/// is a mistake in the program and not checked.
package struct JSONWriter: Sendable {
    /// What stands last in the output; decides whether a comma or a line end is due.
    private enum Previous: Sendable {
        case nothing, opening, name, value
    }

    private let pretty: Bool
    private var previous = Previous.nothing
    private var depth = 0
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []

    /// Starts an empty text: on one line, or `pretty` with two spaces a level.
    package init(pretty: Bool = false) {
        self.pretty = pretty
    }

    /// Makes room for a text of about this many bytes.
    package mutating func reserveCapacity(_ count: Int) {
        bytes.reserveCapacity(count)
    }

    /// Hands over the text; a pretty one ends with a line feed.
    package consuming func finish() -> [UInt8] {
        if pretty { bytes.append(UInt8(ascii: "\n")) }
        return bytes
    }

    // MARK: Structure

    /// Opens an object.
    package mutating func beginObject() { begin(UInt8(ascii: "{")) }

    /// Closes the innermost object.
    package mutating func endObject() { end(UInt8(ascii: "}")) }

    /// Opens an array.
    package mutating func beginArray() { begin(UInt8(ascii: "[")) }

    /// Closes the innermost array.
    package mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Writes a member's name; its value comes next.
    package mutating func name(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(UInt8(ascii: ":"))
        if pretty { bytes.append(UInt8(ascii: " ")) }
        previous = .name
    }

    // MARK: Values

    /// Writes `null`.
    package mutating func null() { literal("null") }

    /// Writes `true` or `false`.
    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    /// Writes an integer.
    package mutating func integer(_ value: some FixedWidthInteger) {
        separate()
        appendDigits(of: value)
        previous = .value
    }

    /// Writes the shortest text that reads back as the same double.
    ///
    /// - Returns: false, with nothing written, for infinities and NaN, which JSON cannot write.
    package mutating func double(_ value: Double) -> Bool {
        guard value.isFinite else { return false }
        literal(value.description)
        return true
    }

    /// Writes a number with its own text.
    package mutating func number(_ value: JSONNumber) { literal(value.text) }

    /// Writes a string: quotes, backslashes and control characters escaped, everything else as UTF-8.
    package mutating func string(_ value: String) {
        separate()
        appendQuoted(value)
        previous = .value
    }

    /// Writes a value with all its content.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let value): bool(value)
        case .number(let value): number(value)
        case .string(let value): string(value)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                name(member.name)
                write(member.value)
            }
            endObject()
        }
    }

    /// Writes an element with all its content; numbers keep their text.
    package mutating func write(_ element: JSONElement) {
        switch element.kind {
        case .null: null()
        case .bool: bool(element.bool == true)
        case .number: literal(element.tape.string(at: element.index))
        case .string: string(element.tape.string(at: element.index))
        case .array:
            beginArray()
            for child in element.elements { write(child) }
            endArray()
        case .object:
            beginObject()
            for member in element.members {
                name(member.name)
                write(member.value)
            }
            endObject()
        }
    }

    /// Writes one value that is JSON already: compact, valid and without a line end.
    package mutating func raw(_ json: [UInt8]) {
        separate()
        bytes.append(contentsOf: json)
        previous = .value
    }

    // MARK: Bytes

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        depth += 1
        previous = .opening
    }

    private mutating func end(_ bracket: UInt8) {
        depth -= 1
        if pretty, previous != .opening { breakLine() }
        bytes.append(bracket)
        previous = .value
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
        previous = .value
    }

    @inline(__always)
    private mutating func separate() {
        switch previous {
        case .nothing, .name: return
        case .opening: break
        case .value: bytes.append(UInt8(ascii: ","))
        }
        if pretty { breakLine() }
    }

    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func appendDigits<Integer: FixedWidthInteger>(of value: Integer) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let start = bytes.count
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest != 0
        bytes[start...].reverse()
    }

    private mutating func appendQuoted(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { buffer in
            var runStart = 0
            for index in 0..<buffer.count {
                // `index` is within the buffer.
                let byte = unsafe buffer[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                unsafe bytes.append(contentsOf: buffer[runStart..<index])
                appendEscape(of: byte)
                runStart = index + 1
            }
            unsafe bytes.append(contentsOf: buffer[runStart...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(of byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case 0x08: bytes.append(UInt8(ascii: "b"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0C: bytes.append(UInt8(ascii: "f"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        default:
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0xF
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
