/// Writes `Encodable` types as compact JSON.
///
/// Members are written in the order the type encodes them; absent optionals are left out, as `encodeIfPresent` does.
package struct JSONEncoder: Sendable {
    /// Makes an encoder; it has no settings.
    package init() {}

    /// Writes a value; a type that encodes nothing is `{}`.
    ///
    /// - Throws: `EncodingError.invalidValue` for infinities and NaN, or whatever the type's own `encode(to:)` throws.
    package func encode(_ value: some Encodable) throws -> [UInt8] {
        let output = JSONEncoderOutput()
        try JSONElementEncoder(output: output, depth: 0).encode(value)
        output.close(downTo: 0)
        return output.finish()
    }
}

/// The text being written and the containers that are open in it.
///
/// Text is written as values come, without a tree in between. A container that a type stops using is closed when
/// something is next written to one around it. So containers have to be finished one after the other: writing to one
/// whose text is already closed is a mistake in the type and traps.
final class JSONEncoderOutput {
    private enum Container {
        case object, array
    }

    private var writer = JSONWriter()
    private var open: [Container] = []
    /// Counts what has been written, so that a value that wrote nothing is noticed.
    private(set) var writes = 0

    init() {
        writer.reserveCapacity(512)
    }

    var depth: Int { open.count }

    func finish() -> [UInt8] { writer.bytes }

    func close(downTo depth: Int) {
        while open.count > depth {
            switch open.removeLast() {
            case .object: writer.endObject()
            case .array: writer.endArray()
            }
        }
    }

    /// Opens an object at this depth, or goes on with the one that the same value opened before.
    func openObject(at depth: Int) {
        openContainer(.object, at: depth) { $0.beginObject() }
    }

    /// Opens an array at this depth, or goes on with the one that the same value opened before.
    func openArray(at depth: Int) {
        openContainer(.array, at: depth) { $0.beginArray() }
    }

    private func openContainer(_ container: Container, at depth: Int, _ begin: (inout JSONWriter) -> Void) {
        if open.count > depth, open[depth] == container {
            return close(downTo: depth + 1)
        }
        precondition(open.count == depth, "a value asked for two kinds of container")
        begin(&writer)
        open.append(container)
        writes += 1
    }

    /// Makes the container of that depth the innermost and, in an object, writes a member's name.
    func prepare(depth: Int, name: String? = nil) {
        precondition(open.count >= depth, "a container was written to after one around it")
        close(downTo: depth)
        if let name { writer.name(name) }
    }

    func write(_ body: (inout JSONWriter) -> Void) {
        body(&writer)
        writes += 1
    }
}

/// The encoder that a type sees: a depth in the output at which its value goes.
struct JSONElementEncoder: Encoder, SingleValueEncodingContainer {
    let output: JSONEncoderOutput
    let depth: Int

    /// Not kept: it is used by nothing here and would cost an allocation a level.
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.openObject(at: depth)
        return KeyedEncodingContainer(JSONKeyedEncodingContainer<Key>(output: output, depth: depth + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.openArray(at: depth)
        return JSONUnkeyedEncodingContainer(output: output, depth: depth + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { output.write { $0.null() } }
    func encode(_ value: Bool) { output.write { $0.bool(value) } }
    func encode(_ value: String) { output.write { $0.string(value) } }
    func encode(_ value: Float) throws { try float(value) }
    func encode(_ value: Double) throws { try float(value) }
    func encode(_ value: Int) { integer(value) }
    func encode(_ value: Int8) { integer(value) }
    func encode(_ value: Int16) { integer(value) }
    func encode(_ value: Int32) { integer(value) }
    func encode(_ value: Int64) { integer(value) }
    func encode(_ value: UInt) { integer(value) }
    func encode(_ value: UInt8) { integer(value) }
    func encode(_ value: UInt16) { integer(value) }
    func encode(_ value: UInt32) { integer(value) }
    func encode(_ value: UInt64) { integer(value) }

    func integer(_ value: some FixedWidthInteger) { output.write { $0.integer(value) } }

    /// Writes the shortest text that reads back as the same value of its own width.
    private func float<Float: BinaryFloatingPoint & CustomStringConvertible>(_ value: Float) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(
                value, .init(codingPath: codingPath, debugDescription: "JSON has no number for \(value)"))
        }
        output.write { $0.number(JSONNumber(validText: value.description)) }
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        // The cast is to the type that was just compared.
        if Value.self == String.self { return encode(value as! String) }
        let writes = output.writes
        try value.encode(to: self)
        if output.writes == writes { output.openObject(at: depth) }
    }
}
