/// A value on the bus, as the D-Bus specification's "Type System" has it: the types that locd's peers use.
///
/// What a peer sends with other types (bytes, doubles, descriptors …) is refused as malformed.
package indirect enum BusValue: Hashable, Sendable {
    /// `b`
    case boolean(Bool)
    /// `i`
    case int32(Int32)
    /// `u`
    case uint32(UInt32)
    /// `t`
    case uint64(UInt64)
    /// `s`
    case string(String)
    /// `v`
    case variant(BusValue)
    /// `(…)`
    case structure([BusValue])
    /// `a…`: the signature of an element, and the elements, all of that type.
    case array(of: String, [BusValue])
    /// `{…}`: a key and its value; an element of an array that is a dictionary.
    case entry(BusValue, BusValue)

    /// An array of strings: `as`.
    package static func strings(_ strings: [String]) -> BusValue {
        .array(of: "s", strings.map { .string($0) })
    }

    /// A dictionary of variants by name: `a{sv}`.
    package static func properties(_ properties: KeyValuePairs<String, BusValue>) -> BusValue {
        .array(of: "{sv}", properties.map { .entry(.string($0.key), .variant($0.value)) })
    }

    /// Its type in the bus's notation, such as `a{sv}`.
    package var signature: String {
        switch self {
        case .boolean: "b"
        case .int32: "i"
        case .uint32: "u"
        case .uint64: "t"
        case .string: "s"
        case .variant: "v"
        case .structure(let members): "(\(members.map(\.signature).joined()))"
        case .array(let element, _): "a\(element)"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        }
    }

    /// The text of a string; nil for anything else.
    package var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The texts of an array of strings; nil for anything else.
    package var texts: [String]? {
        guard case .array(of: "s", let elements) = self else { return nil }
        return elements.compactMap(\.text)
    }
}
