package import Systemd
import TestSupport

/// A message as it is on the wire, little-endian.
package struct BusMessageImage {
    package enum Kind: UInt8 {
        case call = 1
        case reply, error, signal
    }

    package var kind: Kind
    package var path: String?
    package var interface: String?
    package var member: String?
    package var error: String?
    package var destination: String?
    package var sender: String?
    package var replySerial: UInt32?
    package var serial: UInt32 = 0
    /// Whether the caller waits for an answer.
    package var expectsReply = true
    package var values: [BusValue] = []

    /// The whole message.
    func bytes(serial: UInt32) -> [UInt8] {
        var body = WireWriter()
        for value in values { body.write(value) }
        var writer = WireWriter()
        writer.bytes = [UInt8(ascii: "l"), kind.rawValue, 0, 1]
        writer.write(.uint32(UInt32(body.bytes.count)))
        writer.write(.uint32(serial))
        let signature = values.map(\.signature).joined()
        let fields: [(UInt8, Character, String?)] = [
            (1, "o", path), (2, "s", interface), (3, "s", member), (4, "s", error), (6, "s", destination),
            (8, "g", signature.isEmpty ? nil : signature),
        ]
        writer.writeArray(alignment: 8) { writer in
            for case (let code, let type, let value?) in fields { writer.writeField(code, type, value) }
            if let replySerial { writer.writeField(5, replySerial) }
        }
        writer.align(8)
        return writer.bytes + body.bytes
    }

    /// The first message of these bytes and its length; nil while it is not whole.
    static func parse(_ bytes: [UInt8]) throws -> (BusMessageImage, Int)? {
        guard bytes.count >= 16 else { return nil }
        var reader = WireReader(bytes)
        guard try reader.byte() == UInt8(ascii: "l"), let kind = Kind(rawValue: try reader.byte()) else {
            throw TestFailure("no message that this peer reads")
        }
        let flags = try reader.byte()
        _ = try reader.byte()
        let bodyLength = Int(try reader.uint32())
        var message = BusMessageImage(kind: kind, serial: try reader.uint32(), expectsReply: flags & 1 == 0)
        let headerEnd = (16 + Int(try reader.uint32()) + 7) / 8 * 8
        guard bytes.count >= headerEnd + bodyLength else { return nil }
        let fieldsEnd = 16 + Int(bytes[12]) + Int(bytes[13]) << 8
        var signature = ""
        while reader.offset < fieldsEnd {
            try reader.align(8)
            let code = try reader.byte()
            switch (code, try reader.signature()) {
            case (5, _): message.replySerial = try reader.uint32()
            case (8, _): signature = try reader.signature()
            case (9, _): _ = try reader.uint32()
            case (_, _):
                let text = try reader.string()
                switch code {
                case 1: message.path = text
                case 2: message.interface = text
                case 3: message.member = text
                case 4: message.error = text
                case 6: message.destination = text
                case 7: message.sender = text
                default: break
                }
            }
        }
        var body = WireReader(Array(bytes[headerEnd..<headerEnd + bodyLength]))
        var types = signature[...]
        while !types.isEmpty { message.values.append(try body.value(&types)) }
        return (message, headerEnd + bodyLength)
    }
}

/// Writes values in the alignment that D-Bus asks for.
private struct WireWriter {
    var bytes: [UInt8] = []

    mutating func align(_ size: Int) {
        while bytes.count % size != 0 { bytes.append(0) }
    }

    mutating func write(_ value: BusValue) {
        switch value {
        case .boolean(let value): write(.uint32(value ? 1 : 0))
        case .int32(let value): write(.uint32(UInt32(bitPattern: value)))
        case .uint32(let value):
            align(4)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        case .uint64(let value):
            align(8)
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        case .string(let text):
            write(.uint32(UInt32(text.utf8.count)))
            bytes += Array(text.utf8) + [0]
        case .variant(let inner):
            writeSignature(inner.signature)
            write(inner)
        case .structure(let members):
            align(8)
            for member in members { write(member) }
        case .entry(let key, let inner):
            align(8)
            write(key)
            write(inner)
        case .array(let element, let elements):
            writeArray(alignment: alignment(of: element)) { writer in
                for element in elements { writer.write(element) }
            }
        }
    }

    mutating func writeArray(alignment: Int, _ body: (inout WireWriter) -> Void) {
        write(.uint32(0))
        let place = bytes.count - 4
        align(alignment)
        let start = bytes.count
        body(&self)
        let length = UInt32(bytes.count - start)
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    }

    mutating func writeSignature(_ signature: String) {
        bytes.append(UInt8(signature.utf8.count))
        bytes += Array(signature.utf8) + [0]
    }

    mutating func writeField(_ code: UInt8, _ type: Character, _ value: String) {
        align(8)
        bytes.append(code)
        writeSignature(String(type))
        if type == "g" { writeSignature(value) } else { write(.string(value)) }
    }

    mutating func writeField(_ code: UInt8, _ value: UInt32) {
        align(8)
        bytes.append(code)
        writeSignature("u")
        write(.uint32(value))
    }
}

private func alignment(of signature: String) -> Int {
    switch signature.first {
    case "t", "(", "{": 8
    case "v": 1
    default: 4
    }
}

/// Reads values that a `WireWriter`, or libsystemd, has written.
private struct WireReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func align(_ size: Int) throws {
        offset = (offset + size - 1) / size * size
    }

    mutating func byte() throws -> UInt8 {
        guard offset < bytes.count else { throw TestFailure("a message ends too soon") }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func uint32() throws -> UInt32 {
        try align(4)
        var value: UInt32 = 0
        for index in 0..<4 { value |= UInt32(try byte()) << UInt32(8 * index) }
        return value
    }

    mutating func string() throws -> String { try text(length: Int(uint32())) }
    mutating func signature() throws -> String { try text(length: Int(byte())) }

    private mutating func text(length: Int) throws -> String {
        var text: [UInt8] = []
        for _ in 0..<length { text.append(try byte()) }
        _ = try byte()
        return String(decoding: text, as: UTF8.self)
    }

    /// One value of the first type of a signature, which is taken from it.
    mutating func value(_ types: inout Substring) throws -> BusValue {
        let type = Self.takeType(&types)
        switch type.first {
        case "b": return .boolean(try uint32() != 0)
        case "i": return .int32(Int32(bitPattern: try uint32()))
        case "u": return .uint32(try uint32())
        case "t":
            try align(8)
            let low = UInt64(try uint32())
            return .uint64(low | UInt64(try uint32()) << 32)
        case "s", "o": return .string(try string())
        case "v":
            var inner = try signature()[...]
            return .variant(try value(&inner))
        case "(", "{":
            try align(8)
            var inner = type.dropFirst().dropLast()
            var members: [BusValue] = []
            while !inner.isEmpty { members.append(try value(&inner)) }
            return type.first == "(" ? .structure(members) : .entry(members[0], members[1])
        case "a":
            let element = String(type.dropFirst())
            let length = Int(try uint32())
            try align(alignment(of: element))
            let end = offset + length
            var elements: [BusValue] = []
            while offset < end {
                var inner = element[...]
                elements.append(try value(&inner))
            }
            return .array(of: element, elements)
        default: throw TestFailure("a value of type \(type), which this peer does not read")
        }
    }

    private static func takeType(_ types: inout Substring) -> Substring {
        var depth = 0
        var end = types.startIndex
        while end < types.endIndex {
            let letter = types[end]
            end = types.index(after: end)
            if letter == "(" || letter == "{" { depth += 1 }
            if letter == ")" || letter == "}" { depth -= 1 }
            if depth == 0, letter != "a" { break }
        }
        defer { types = types[end...] }
        return types[..<end]
    }
}
