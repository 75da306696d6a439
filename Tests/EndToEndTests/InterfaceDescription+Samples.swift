import JSON
import TestSupport
import Varlink

/// Values made from an interface's description: ones that fit, and ones that do not.
extension InterfaceDescription {
    /// A value that does not fit, and what the error has to name.
    struct Misfit {
        let value: JSONValue
        let way: String
    }

    /// A method's parameters.
    func parameters(of method: String) throws -> [Field] {
        guard case .method(let parameters, _)? = member(method)?.definition else {
            throw TestFailure("\(name) has no method \(method)")
        }
        return parameters
    }

    /// Parameters that fit, without those that may be absent.
    func sample(_ fields: [Field]) throws -> JSONObject {
        var object = JSONObject()
        for field in fields {
            if case .nullable = field.type { continue }
            object[field.name] = try sample(field.type)
        }
        return object
    }

    /// Parameters of which each set has exactly one fault: one missing, one unknown, or one that does not fit.
    func misfits(_ fields: [Field], way: String = "") throws -> [Misfit] {
        let prefix = way.isEmpty ? "" : way + "."
        let fitting = try sample(fields)
        var unknown = fitting
        unknown["surprise"] = 1
        var misfits = [Misfit(value: .object(unknown), way: prefix + "surprise")]
        for field in fields {
            if fitting[field.name] != nil {
                let others = fitting.members.filter { $0.name != field.name }
                var object = JSONObject()
                for member in others { object[member.name] = member.value }
                misfits.append(Misfit(value: .object(object), way: prefix + field.name))
            }
            for misfit in try self.misfits(field.type, way: prefix + field.name) {
                var object = fitting
                object[field.name] = misfit.value
                misfits.append(Misfit(value: .object(object), way: misfit.way))
            }
        }
        return misfits
    }

    private func sample(_ type: TypeExpression) throws -> JSONValue {
        switch type {
        case .bool: false
        case .int, .float: 1
        case .string, .any: "x"
        case .object, .map: [:]
        case .array: []
        case .nullable: .null
        case .enumeration(let values): .string(values[0].name)
        case .structure(let fields): .object(try sample(fields))
        case .named(let name): try sample(try definition(name))
        }
    }

    private func misfits(_ type: TypeExpression, way: String) throws -> [Misfit] {
        func wrong(_ values: JSONValue...) -> [Misfit] { values.map { Misfit(value: $0, way: way) } }
        switch type {
        case .bool: return wrong(.null, 0, "true", [], [:])
        case .int:
            let beyond = try JSONValue(parsing: Array("18446744073709551616".utf8), limits: .reply)
            let exponent = try JSONValue(parsing: Array("1e0".utf8), limits: .reply)
            let fraction = try JSONValue(parsing: Array("1.5".utf8), limits: .reply)
            return wrong(.null, true, "1", [], [:], fraction, exponent, beyond)
        case .float: return wrong(.null, true, "1", [], [:])
        case .string: return wrong(.null, true, 1, [], [:], "a\u{0}b")
        case .object: return wrong(.null, true, 1, "x", [])
        case .any: return wrong(.null)
        case .enumeration(let values): return wrong(.null, 0, "", .string(values[0].name.uppercased()), [])
        case .structure(let fields): return try wrong(.null, 1, "x", []) + misfits(fields, way: way)
        case .named(let name): return try misfits(try definition(name), way: way)
        case .nullable(let type): return try misfits(type, way: way).filter { $0.value != .null }
        case .array(let element):
            let good = try sample(element)
            return try wrong(.null, 1, "x", [:])
                + misfits(element, way: "\(way)[0]").map { Misfit(value: .array([$0.value]), way: $0.way) }
                + misfits(element, way: "\(way)[1]").map { Misfit(value: .array([good, $0.value]), way: $0.way) }
        case .map(let element):
            return try wrong(.null, 1, "x", [], ["\u{0}": try sample(element)])
                + misfits(element, way: "\(way).k").map { Misfit(value: ["k": $0.value], way: $0.way) }
        }
    }

    private func definition(_ name: String) throws -> TypeExpression {
        guard case .type(let type)? = member(name)?.definition else { throw TestFailure("no type \(name)") }
        return type
    }
}
