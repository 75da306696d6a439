/// Reads `Decodable` types from parsed documents.
///
/// Members that the type does not ask for are ignored; kinds are never converted; integers must be written without
/// fraction and exponent. Errors are `DecodingError`s whose coding path starts at the element that was given, and whose
/// description names line and column.
package struct JSONDecoder: Sendable {
    /// Makes a decoder; it has no settings.
    package init() {}

    /// Reads a value of the type.
    ///
    /// - Throws: `DecodingError`, or whatever the type's own `init(from:)` throws.
    package func decode<Value: Decodable>(_ type: Value.Type, from element: JSONElement) throws -> Value {
        try JSONElementDecoder(root: element).decode(type)
    }

    /// Parses a text and reads a value of the type.
    ///
    /// - Throws: `JSONError` for the text, otherwise as `decode(_:from:)`.
    package func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], limits: JSONLimits
    ) throws -> Value {
        try decode(type, from: JSONDocument(parsing: bytes, limits: limits).root)
    }
}

/// The decoder that a type sees: a place on a tape.
///
/// It is three words, so it travels in an existential without an allocation. The coding path is not kept but found, when
/// an error asks for it, by walking the tape from the root to this place.
struct JSONElementDecoder: Decoder, SingleValueDecodingContainer {
    let tape: JSONTape
    private let rootIndex: UInt32
    private let elementIndex: UInt32

    init(root: JSONElement) {
        tape = root.tape
        rootIndex = UInt32(root.index)
        elementIndex = UInt32(root.index)
    }

    private init(tape: JSONTape, rootIndex: UInt32, elementIndex: UInt32) {
        self.tape = tape
        self.rootIndex = rootIndex
        self.elementIndex = elementIndex
    }

    /// A decoder for a value inside this one.
    @inline(__always)
    func at(_ index: Int) -> JSONElementDecoder {
        JSONElementDecoder(tape: tape, rootIndex: rootIndex, elementIndex: UInt32(index))
    }

    var index: Int { Int(elementIndex) }

    var element: JSONElement { JSONElement(tape: tape, index: index) }

    var codingPath: [any CodingKey] {
        tape.path(from: Int(rootIndex), to: index)
    }

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard element.kind == .object else { throw mismatch([String: JSONValue].self, at: index) }
        return KeyedDecodingContainer(JSONKeyedDecodingContainer<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard element.kind == .array else { throw mismatch([JSONValue].self, at: index) }
        return JSONUnkeyedDecodingContainer(self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: This value

    func decodeNil() -> Bool { isNull(at: index) }
    func decode(_ type: Bool.Type) throws -> Bool { try bool(at: index) }
    func decode(_ type: String.Type) throws -> String { try string(at: index) }
    func decode(_ type: Double.Type) throws -> Double { try double(at: index) }
    func decode(_ type: Float.Type) throws -> Float { try float(at: index) }
    func decode(_ type: Int.Type) throws -> Int { try integer(at: index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(at: index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(at: index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(at: index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(at: index) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(at: index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(at: index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(at: index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(at: index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(at: index) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value(at: index) }

    // MARK: Values at a place on the tape
    //
    // Containers read scalars through these, without making a decoder for each.

    @inline(__always)
    func isNull(at index: Int) -> Bool { tape.entries[index].kind == .null }

    @inline(__always)
    func bool(at index: Int) throws -> Bool {
        let entry = tape.entries[index]
        guard entry.kind == .bool else { throw mismatch(Bool.self, at: index) }
        return entry.flag
    }

    @inline(__always)
    func string(at index: Int) throws -> String {
        guard tape.entries[index].kind == .string else { throw mismatch(String.self, at: index) }
        return tape.string(at: index)
    }

    func double(at index: Int) throws -> Double {
        guard let value = JSONElement(tape: tape, index: index).double else { throw mismatch(Double.self, at: index) }
        return value
    }

    func float(at index: Int) throws -> Float {
        let value = Float(try double(at: index))
        guard value.isFinite else { throw mismatch(Float.self, at: index) }
        return value
    }

    @inline(__always)
    func integer<Integer: FixedWidthInteger>(at index: Int) throws -> Integer {
        guard tape.entries[index].kind == .number,
            let value = tape.withText(at: index, { text in Integer(jsonDigits: text) })
        else { throw mismatch(Integer.self, at: index) }
        return value
    }

    /// Reads any other type: by its own reader of elements, or by its `Decodable`.
    func value<Value: Decodable>(at index: Int) throws -> Value {
        // Each cast is to the type that was just compared, or to the type whose own initializer made the value.
        if Value.self == String.self { return try string(at: index) as! Value }
        if Value.self == [String].self { return try strings(at: index) as! Value }
        if let direct = Value.self as? any JSONElementDecodable.Type {
            let value = try direct.init(from: JSONElement(tape: tape, index: index))
            return value as! Value  // `direct` is `Value`.
        }
        return try Value(from: at(index))
    }

    private func strings(at index: Int) throws -> [String] {
        let entry = tape.entries[index]
        guard entry.kind == .array else { throw mismatch([String].self, at: index) }
        var strings: [String] = []
        strings.reserveCapacity(Int(entry.length))
        var child = index + 1
        for _ in 0..<entry.length {
            strings.append(try string(at: child))
            child += 1
        }
        return strings
    }

    func mismatch(_ type: Any.Type, at index: Int) -> DecodingError {
        let element = JSONElement(tape: tape, index: index)
        return element.typeMismatch(type, codingPath: tape.path(from: Int(rootIndex), to: index))
    }
}

extension JSONElement {
    /// The error for a value of the wrong kind, a number out of range included; its coding path starts at the root.
    package func typeMismatch(_ type: Any.Type) -> DecodingError {
        typeMismatch(type, codingPath: tape.path(from: 0, to: index))
    }

    /// The error for an object without a member it must have; its coding path starts at the root.
    package func missing(_ name: String) -> DecodingError {
        let key = JSONPathComponent(stringValue: name)
        return .keyNotFound(
            key,
            .init(codingPath: tape.path(from: 0, to: index), debugDescription: "\(place): no member \"\(name)\""))
    }

    func typeMismatch(_ type: Any.Type, codingPath: [any CodingKey]) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "\(place): \(kind) where \(type) was expected")
        return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    /// Line and column for an error's description.
    var place: String {
        let position = document.position(ofOffset: offset)
        return "line \(position.line), column \(position.column)"
    }
}

/// A step of a coding path that was found on the tape.
struct JSONPathComponent: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }
}

extension JSONTape {
    /// The names and indexes that lead from one value to another inside it.
    func path(from root: Int, to target: Int) -> [any CodingKey] {
        var path: [any CodingKey] = []
        var container = root
        while container < target {
            let isObject = entries[container].kind == .object
            var child = container + 1
            var number = 0
            while true {
                let value = isObject ? child + 1 : child
                let end = end(of: value)
                if target < end {
                    path.append(
                        isObject
                            ? JSONPathComponent(stringValue: string(at: child)) : JSONPathComponent(intValue: number))
                    container = value
                    break
                }
                child = end
                number += 1
            }
        }
        return path
    }
}
