package import JSON

/// A reply as a client receives it (UAPI.20, "Reply").
package struct ServiceReply: Sendable {
    /// The output parameters, an object; empty when the reply has none.
    package let parameters: JSONElement
    /// Whether more replies to the same call follow.
    package let continues: Bool
    /// The error, when the call failed; `parameters` are then its members.
    package let error: VarlinkError?
    /// How many descriptors came with the reply's first byte.
    package internal(set) var descriptorCount = 0

    /// Reads a message; objects of vendors are ignored, other members than the specification's are a violation.
    init(parsing frame: [UInt8], limits: JSONLimits) throws(MessageViolation) {
        let object = try MessageShape.object(in: frame, limits: limits)
        var parameters: JSONElement?
        var continues = false
        var name: String?
        for member in object.members {
            let value = member.value
            if member.isNamed("parameters") {
                parameters = try MessageShape.parameters(value)
            } else if member.isNamed("continues") {
                continues = try MessageShape.flag(value, "continues")
            } else if member.isNamed("error") {
                guard value.isNull || value.kind == .string else { throw .wrongType(member: "error") }
                name = value.string
            } else {
                try MessageShape.ignoreVendorMember(member)
            }
        }
        guard name == nil || !continues else { throw .unexpectedContinues }
        self.continues = continues
        self.parameters = parameters ?? MessageShape.emptyObject
        error = name.map {
            VarlinkError(name: $0, parameters: JSONValue(parameters ?? MessageShape.emptyObject).object ?? [:])
        }
    }

    /// The output parameters as a method's type.
    ///
    /// - Throws: the reply's `VarlinkError`, or `DecodingError` when the parameters do not fit the type.
    package func decode<Reply: Decodable>(_ type: Reply.Type) throws -> Reply {
        if let error { throw error }
        return try JSONDecoder().decode(type, from: parameters)
    }
}
