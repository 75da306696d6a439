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
        guard element.kind == .object else { throw mismatch([String: JSONValue].self) }
        return KeyedDecodingContainer(JSONKeyedDecodingContainer<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard element.kind == .array else { throw mismatch([JSONValue].self) }
        return JSONUnkeyedDecodingContainer(self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    // MARK: Values

    func decodeNil() -> Bool { element.isNull }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard let value = element.bool else { throw mismatch(type) }
        return value
    }

    func decode(_ type: String.Type) throws -> String {
        guard let value = element.string else { throw mismatch(type) }
        return value
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let value = element.double else { throw mismatch(type) }
        return value
    }

    func decode(_ type: Float.Type) throws -> Float {
        let value = Float(try decode(Double.self))
        guard value.isFinite else { throw mismatch(type) }
        return value
    }

    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
        guard let value = element.integer(as: type) else { throw mismatch(type) }
        return value
    }

    /// Reads any other type: by its own reader of elements, or by its `Decodable`.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == String.self { return try decode(String.self) as! Value }
        if let direct = type as? any JSONElementDecodable.Type { return try direct.init(from: element) as! Value }
        return try Value(from: self)
    }

    func mismatch(_ type: Any.Type) -> DecodingError {
        element.typeMismatch(type, codingPath: codingPath)
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
