package import JSON

/// The error a call is answered with: a name that programs recognise, and data about it.
///
/// Thrown by handlers on one side and by calls on the other.
package struct VarlinkError: Error, Codable, Sendable, Equatable, CustomStringConvertible {
    /// The fully qualified name, for example `org.varlink.service.MethodNotFound`.
    package let name: String
    /// An object with the error's members, empty when it has none.
    package let parameters: JSONValue

    /// Makes an error of any interface.
    package init(name: String, parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = .object(parameters)
    }

    /// Reads the error's members as a type.
    ///
    /// - Throws: `DecodingError` when they do not fit.
    package func parameters<Value: Decodable>(as type: Value.Type) throws -> Value {
        let text = parameters.serialized()
        return try JSONDecoder().decode(type, from: text, limits: .reply)
    }

    /// The name, with the parameters as JSON where there are any.
    package var description: String {
        guard parameters != [:] else { return name }
        return name + " " + String(decoding: parameters.serialized(), as: UTF8.self)
    }
}

/// The errors that UAPI.20 defines for every service ("The org.varlink.service Interface").
extension VarlinkError {
    /// The service has no such interface.
    package static func interfaceNotFound(_ interface: String) -> VarlinkError {
        VarlinkError(name: "org.varlink.service.InterfaceNotFound", parameters: ["interface": .string(interface)])
    }

    /// The interface has no such method, or the name has no interface in it.
    package static func methodNotFound(_ method: String) -> VarlinkError {
        VarlinkError(name: "org.varlink.service.MethodNotFound", parameters: ["method": .string(method)])
    }

    /// The interface has the method, but this service does not offer it.
    package static func methodNotImplemented(_ method: String) -> VarlinkError {
        VarlinkError(name: "org.varlink.service.MethodNotImplemented", parameters: ["method": .string(method)])
    }

    /// A parameter is missing, unknown, of the wrong type or out of range.
    ///
    /// - Parameter parameter: its name; for a part of it the way there, as in `arguments[1].kind`.
    package static func invalidParameter(_ parameter: String) -> VarlinkError {
        VarlinkError(name: "org.varlink.service.InvalidParameter", parameters: ["parameter": .string(parameter)])
    }

    /// The peer may not do this.
    package static let permissionDenied = VarlinkError(name: "org.varlink.service.PermissionDenied")

    /// The method works only with `more`.
    package static let expectedMore = VarlinkError(name: "org.varlink.service.ExpectedMore")

    /// Makes of a failure to read parameters the error that names the parameter; other errors stay what they are.
    package static func describing(_ error: any Error) -> VarlinkError {
        switch error {
        case let error as VarlinkError: error
        case DecodingError.keyNotFound(let key, let context): invalidParameter(way(context.codingPath + [key]))
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            invalidParameter(way(context.codingPath))
        default: invalidParameter("parameters")
        }
    }

    private static func way(_ path: [any CodingKey]) -> String {
        var way = ""
        for key in path {
            if let index = key.intValue {
                way += "[\(index)]"
            } else {
                way += way.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return way.isEmpty ? "parameters" : way
    }
}
