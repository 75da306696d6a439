/// The members of an object, as `Decodable` types ask for them.
///
/// A class so that it can remember where the last member was found: types that ask in the order of the text, as
/// synthesized ones do for our own encoder's output, find each member with one comparison.
final class JSONKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: JSONElementDecoder
    /// The tape index of the name after the member that was found last.
    private var next: Int

    init(_ decoder: JSONElementDecoder) {
        self.decoder = decoder
        next = decoder.index + 1
    }

    var codingPath: [any CodingKey] { decoder.codingPath }

    var allKeys: [Key] {
        decoder.element.members.compactMap { Key(stringValue: $0.name) }
    }

    /// The tape index of a member's value; nil where there is no such member.
    @inline(__always)
    private func find(_ name: String) -> Int? {
        var name = name
        let tape = decoder.tape
        let found = name.withUTF8 { buffer in
            // The span does not leave the closure.
            unsafe tape.member(of: decoder.index, named: buffer.span, startingAt: next)
        }
        if let found { next = tape.end(of: found) }
        return found
    }

    @inline(__always)
    private func index(_ key: some CodingKey) throws -> Int {
        guard let index = find(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "\(decoder.element.place): no member \"\(key.stringValue)\""))
        }
        return index
    }

    /// The tape index of a member's value; nil where the member is absent or null.
    @inline(__always)
    private func present(_ key: Key) -> Int? {
        guard let index = find(key.stringValue), !decoder.isNull(at: index) else { return nil }
        return index
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(at: try index(key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(at: index(key)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(at: index(key)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder.double(at: index(key)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder.float(at: index(key)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder.integer(at: index(key)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder.integer(at: index(key)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder.integer(at: index(key)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder.integer(at: index(key)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder.integer(at: index(key)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder.integer(at: index(key)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder.integer(at: index(key)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder.integer(at: index(key)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder.integer(at: index(key)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder.integer(at: index(key)) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.value(at: index(key))
    }

    // The defaults would look each member up three times; these are the types that wire structures are made of.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try decoder.bool(at: $0) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try decoder.string(at: $0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { try decoder.double(at: $0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try decoder.integer(at: $0) }
    }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
        try present(key).map { try decoder.integer(at: $0) }
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key).map { try decoder.value(at: $0) }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try decoder.at(index(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.at(index(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        decoder.at(try index(JSONPathComponent(stringValue: "super")))
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { decoder.at(try index(key)) }
}
