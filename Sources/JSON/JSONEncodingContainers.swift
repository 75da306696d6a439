/// The members of the object at `depth`.
struct JSONKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONEncoderOutput
    let depth: Int

    var codingPath: [any CodingKey] { [] }

    /// The encoder of a member's value, its name written.
    private func member(_ key: Key) -> JSONElementEncoder {
        output.prepare(depth: depth, name: key.stringValue)
        return JSONElementEncoder(output: output, depth: depth)
    }

    func encodeNil(forKey key: Key) { member(key).encodeNil() }
    func encode(_ value: Bool, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: String, forKey key: Key) { member(key).encode(value) }
    func encode(_ value: Double, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Float, forKey key: Key) throws { try member(key).encode(value) }
    func encode(_ value: Int, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: Int8, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: Int16, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: Int32, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: Int64, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: UInt, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: UInt8, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: UInt16, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: UInt32, forKey key: Key) { member(key).integer(value) }
    func encode(_ value: UInt64, forKey key: Key) { member(key).integer(value) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try member(key).encode(value) }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        member(key).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { member(key).unkeyedContainer() }

    func superEncoder() -> any Encoder {
        output.prepare(depth: depth, name: "super")
        return JSONElementEncoder(output: output, depth: depth)
    }

    func superEncoder(forKey key: Key) -> any Encoder { member(key) }
}

/// The elements of the array at `depth`.
struct JSONUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let output: JSONEncoderOutput
    let depth: Int
    private(set) var count = 0

    init(output: JSONEncoderOutput, depth: Int) {
        self.output = output
        self.depth = depth
    }

    var codingPath: [any CodingKey] { [] }

    /// The encoder of the next element.
    private mutating func element() -> JSONElementEncoder {
        output.prepare(depth: depth)
        count += 1
        return JSONElementEncoder(output: output, depth: depth)
    }

    mutating func encodeNil() { element().encodeNil() }
    mutating func encode(_ value: Bool) { element().encode(value) }
    mutating func encode(_ value: String) { element().encode(value) }
    mutating func encode(_ value: Double) throws { try element().encode(value) }
    mutating func encode(_ value: Float) throws { try element().encode(value) }
    mutating func encode(_ value: Int) { element().integer(value) }
    mutating func encode(_ value: Int8) { element().integer(value) }
    mutating func encode(_ value: Int16) { element().integer(value) }
    mutating func encode(_ value: Int32) { element().integer(value) }
    mutating func encode(_ value: Int64) { element().integer(value) }
    mutating func encode(_ value: UInt) { element().integer(value) }
    mutating func encode(_ value: UInt8) { element().integer(value) }
    mutating func encode(_ value: UInt16) { element().integer(value) }
    mutating func encode(_ value: UInt32) { element().integer(value) }
    mutating func encode(_ value: UInt64) { element().integer(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try element().encode(value) }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy keyType: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
        element().container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { element() }
}
