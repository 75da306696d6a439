/// The elements of an array, as `Decodable` types ask for them.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private let decoder: JSONElementDecoder
    /// The tape index of the next element.
    private var next: UInt32
    private(set) var currentIndex = 0

    init(_ decoder: JSONElementDecoder) {
        self.decoder = decoder
        next = UInt32(decoder.index + 1)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.element.count }
    var isAtEnd: Bool { currentIndex == decoder.element.count }

    /// The decoder of the next element; a failed read of it does not move on, as `UnkeyedDecodingContainer` promises.
    @inline(__always)
    private mutating func element<Value>(
        _ type: Value.Type, _ read: (JSONElementDecoder) throws -> Value
    ) throws -> Value {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(
                    codingPath: codingPath + [JSONPathComponent(intValue: currentIndex)],
                    debugDescription: "\(decoder.element.place): the array has only \(currentIndex) elements"))
        }
        let index = Int(next)
        let value = try read(decoder.at(index))
        next = UInt32(decoder.tape.end(of: index))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, decoder.at(Int(next)).decodeNil() else { return false }
        next += 1
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try element(type) { try $0.decode(type) } }
    mutating func decode(_ type: String.Type) throws -> String { try element(type) { try $0.decode(type) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try element(type) { try $0.decode(type) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try element(type) { try $0.decode(type) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element(type) { try $0.integer(type) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element(type) { try $0.integer(type) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try element(type) { try $0.decode(type) }
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try element(KeyedDecodingContainer<NestedKey>.self) { try $0.container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try element((any UnkeyedDecodingContainer).self) { try $0.unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder {
        try element((any Decoder).self) { $0 }
    }
}
