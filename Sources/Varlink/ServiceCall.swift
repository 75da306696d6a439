package import JSON

/// A call as a service receives it (UAPI.20, "Call").
package struct ServiceCall: Sendable {
    /// The fully qualified name of the method, as the caller wrote it.
    package let method: String
    /// Whether none, one or many replies are asked for.
    package let mode: CallMode
    /// Whether the caller wants to take the connection over; no method here allows that.
    package let upgrade: Bool
    /// The input parameters, an object; empty when the call has none.
    package let parameters: JSONElement
    /// How many descriptors came with the call's first byte.
    package internal(set) var descriptorCount = 0

    /// Why a frame is not a call, and whether its sender can be told before the connection ends.
    struct Refusal: Error, Equatable {
        let violation: MessageViolation
        /// The error to send before closing: for what is recognisably a call that waits for a reply.
        let answer: VarlinkError?
    }

    /// Reads a message.
    ///
    /// Members: the five of the specification; objects of vendors are ignored; anything else is a violation.
    init(parsing frame: [UInt8], limits: JSONLimits) throws(Refusal) {
        let object: JSONElement
        do throws(MessageViolation) {
            object = try MessageShape.object(in: frame, limits: limits)
        } catch {
            throw Refusal(violation: error, answer: nil)
        }
        do throws(MessageViolation) {
            try self.init(object)
        } catch {
            throw Refusal(violation: error, answer: Self.answer(to: object, error))
        }
    }

    private init(_ object: JSONElement) throws(MessageViolation) {
        var method: String?
        var parameters: JSONElement?
        var oneway = false
        var more = false
        var upgrade = false
        for member in object.members {
            let value = member.value
            if member.isNamed("method") {
                guard value.isNull || value.kind == .string else { throw .wrongType(member: "method") }
                method = value.string
            } else if member.isNamed("parameters") {
                parameters = try MessageShape.parameters(value)
            } else if member.isNamed("oneway") {
                oneway = try MessageShape.flag(value, "oneway")
            } else if member.isNamed("more") {
                more = try MessageShape.flag(value, "more")
            } else if member.isNamed("upgrade") {
                upgrade = try MessageShape.flag(value, "upgrade")
            } else {
                try MessageShape.ignoreVendorMember(member)
            }
        }
        guard let method else { throw .noMethod }
        guard !(oneway && more), !(oneway && upgrade), !(more && upgrade) else { throw .conflictingFlags }
        self.method = method
        self.mode = oneway ? .oneway : more ? .more : .single
        self.upgrade = upgrade
        self.parameters = parameters ?? MessageShape.emptyObject
    }

    /// The specification knows no reply to a malformed call, only the end of the connection. Something with a method
    /// and without `oneway` was meant as a call that waits, so its sender is told first which member was at fault.
    private static func answer(to object: JSONElement, _ violation: MessageViolation) -> VarlinkError? {
        guard object["method"]?.kind == .string, object["oneway"]?.bool != true else { return nil }
        switch violation {
        case .wrongType(let member), .unknownMember(let member): return .invalidParameter(member)
        case .conflictingFlags: return .invalidParameter("upgrade")
        default: return nil
        }
    }

    /// The interface part of the method's name, up to its last dot; nil when there is none.
    package var interface: String? {
        guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
        return String(method[..<dot])
    }

    /// Reads the parameters as a method's type.
    ///
    /// - Throws: `org.varlink.service.InvalidParameter` with the name of the one at fault.
    package func decode<Parameters: Decodable>(_ type: Parameters.Type) throws(VarlinkError) -> Parameters {
        do {
            return try JSONDecoder().decode(type, from: parameters)
        } catch {
            throw VarlinkError.describing(error)
        }
    }
}
