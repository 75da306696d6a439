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

    /// The decoder of a member's value; nil where there is no such member.
    @inline(__always)
    private func find(_ name: String) -> JSONElementDecoder? {
        var name = name
        let tape = decoder.tape
        let found = name.withUTF8 { buffer in
            // The span does not leave the closure.
            unsafe tape.member(of: decoder.index, named: buffer.span, startingAt: next)
        }
        guard let found else { return nil }
        next = tape.end(of: found)
        return decoder.at(found)
    }

    @inline(__always)
    private func value(_ key: Key) throws -> JSONElementDecoder {
        guard let value = find(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "\(decoder.element.place): no member \"\(key.stringValue)\""))
        }
        return value
    }

    /// The decoder of a member's value; nil where the member is absent or null.
    @inline(__always)
    private func present(_ key: Key) -> JSONElementDecoder? {
        guard let value = find(key.stringValue), !value.decodeNil() else { return nil }
        return value
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try value(key).decode(type) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).integer(type) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try value(key).integer(type) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try value(key).integer(type) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try value(key).integer(type) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).integer(type) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try value(key).integer(type) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try value(key).integer(type) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try value(key).integer(type) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try value(key).integer(type) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try value(key).integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try value(key).decode(type)
    }

    // The defaults would look each member up three times; these are the types that wire structures are made of.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try present(key)?.decode(type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.integer(type) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try present(key)?.integer(type) }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try present(key)?.decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try value(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try value(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let value = find("super") else {
            throw DecodingError.keyNotFound(
                JSONPathComponent(stringValue: "super"),
                .init(codingPath: codingPath, debugDescription: "\(decoder.element.place): no member \"super\""))
        }
        return value
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try value(key) }
}
