package import JSON

extension InterfaceDescription {
    /// Checks a call's parameters against the definition.
    ///
    /// - Throws: `MethodNotFound` for a method that is not declared, otherwise `InvalidParameter` with the way to the first member that is
    ///   unknown, missing, of the wrong type, an undeclared enumeration value, or a string with a NUL character.
    package func validate(parameters: JSONElement, of method: String) throws(VarlinkError) {
        guard case .method(let fields, _)? = member(method)?.definition else {
            throw .methodNotFound("\(name).\(method)")
        }
        try check(parameters, fields, "")
    }

    /// Checks a reply's parameters against the definition, as `validate(parameters:of:)` does a call's.
    ///
    /// For the service's own tests: a client ignores members it does not know.
    package func validate(reply: JSONElement, of method: String) throws(VarlinkError) {
        guard case .method(_, let fields)? = member(method)?.definition else {
            throw .methodNotFound("\(name).\(method)")
        }
        try check(reply, fields, "")
    }

    /// Checks an error's members against the definition; an error that is not declared is `InvalidParameter` with its
    /// name.
    package func validate(error: JSONElement, named errorName: String) throws(VarlinkError) {
        guard case .error(let fields)? = member(errorName)?.definition else {
            throw .invalidParameter(errorName)
        }
        try check(error, fields, "")
    }

    // Recursion is bounded by the depth of the value, which its parser has limited: a named type is a structure or an
    // enumeration, so every step goes further into the value.

    private func check(_ object: JSONElement, _ fields: [Field], _ way: String) throws(VarlinkError) {
        guard object.kind == .object else { throw .invalidParameter(way.isEmpty ? "parameters" : way) }
        let prefix = way.isEmpty ? "" : way + "."
        for member in object.members {
            let name = member.name
            guard fields.contains(where: { $0.name == name }) else { throw .invalidParameter(prefix + name) }
        }
        for field in fields {
            if let value = object[field.name] {
                try check(value, field.type, prefix + field.name)
            } else if case .nullable = field.type {
                continue
            } else {
                throw .invalidParameter(prefix + field.name)
            }
        }
    }

    private func check(_ value: JSONElement, _ type: TypeExpression, _ way: String) throws(VarlinkError) {
        let fits: Bool
        switch type {
        case .bool: fits = value.kind == .bool
        case .int: fits = value.integer(as: Int64.self) != nil || value.integer(as: UInt64.self) != nil
        case .float: fits = value.double != nil
        case .string: fits = value.withUTF8 { text in !text.containsNUL } ?? false
        case .object: fits = value.kind == .object
        case .any: fits = !value.isNull
        case .enumeration(let values):
            let text = value.string
            fits = values.contains { $0.name == text }
        case .structure(let fields): return try check(value, fields, way)
        case .named(let name):
            guard case .type(let definition)? = member(name)?.definition else {
                preconditionFailure("the parser checks that \(name) is declared")
            }
            return try check(value, definition, way)
        case .nullable(let type):
            return value.isNull ? () : try check(value, type, way)
        case .array(let element): return try check(elementsOf: value, element, way)
        case .map(let element): return try check(membersOf: value, element, way)
        }
        guard fits else { throw .invalidParameter(way) }
    }

    private func check(elementsOf array: JSONElement, _ type: TypeExpression, _ way: String) throws(VarlinkError) {
        guard array.kind == .array else { throw .invalidParameter(way) }
        var index = 0
        for element in array.elements {
            try check(element, type, "\(way)[\(index)]")
            index += 1
        }
    }

    private func check(membersOf map: JSONElement, _ type: TypeExpression, _ way: String) throws(VarlinkError) {
        guard map.kind == .object else { throw .invalidParameter(way) }
        for member in map.members {
            let name = member.name
            guard !name.utf8.contains(0) else { throw .invalidParameter(way) }
            try check(member.value, type, "\(way).\(name)")
        }
    }
}

extension Span where Element == UInt8 {
    fileprivate var containsNUL: Bool {
        for index in 0..<count where self[index] == 0 { return true }
        return false
    }
}
