/// The elements of an array, as `Decodable` types ask for them.
struct JSONUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private let decoder: JSONElementDecoder
    /// The tape index of the next element.
    private var position: UInt32
    private(set) var currentIndex = 0

    init(_ decoder: JSONElementDecoder) {
        self.decoder = decoder
        position = UInt32(decoder.index + 1)
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.element.count }
    var isAtEnd: Bool { currentIndex == decoder.element.count }

    /// Reads the next element; a failed read does not move on, as `UnkeyedDecodingContainer` promises.
    @inline(__always)
    private mutating func next<Value>(_ read: (JSONElementDecoder, Int) throws -> Value) throws -> Value {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                Value.self,
                .init(
                    codingPath: codingPath + [JSONPathComponent(intValue: currentIndex)],
                    debugDescription: "\(decoder.element.place): the array has only \(currentIndex) elements"))
        }
        let index = Int(position)
        let value = try read(decoder, index)
        position = UInt32(decoder.tape.end(of: index))
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, decoder.isNull(at: Int(position)) else { return false }
        position += 1
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool(at: $1) } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string(at: $1) } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double(at: $1) } }
    mutating func decode(_ type: Float.Type) throws -> Float { try next { try $0.float(at: $1) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer(at: $1) } }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer(at: $1) } }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.value(at: $1) } }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try next { try $0.at($1).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try $0.at($1).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { $0.at($1) } }
}
