/// Reads the members of one object by name, quickest in the order of the text.
///
/// For `JSONElementDecodable` types: it remembers where the last member was found, so members that are asked for in the
/// order in which they stand are found with one comparison each, and nothing is allocated but the values.
/// Errors are `DecodingError`s that name the way to the member; null counts as absent.
package struct JSONObjectReader {
    private let object: JSONElement
    private var next: Int

    /// Starts to read an object.
    ///
    /// - Throws: `DecodingError` when the element is something else.
    package init(_ element: JSONElement) throws {
        guard element.kind == .object else { throw element.typeMismatch([String: JSONValue].self) }
        object = element
        next = element.index + 1
    }

    /// The member's value, or nil where it is absent or null.
    @inline(__always)
    package mutating func optional(_ name: StaticString) -> JSONElement? {
        find(name).map { JSONElement(tape: object.tape, index: $0) }
    }

    /// A string.
    package mutating func string(_ name: StaticString) throws -> String {
        try string(at: index(name))
    }

    /// A string, or nil where the member is absent or null.
    package mutating func optionalString(_ name: StaticString) throws -> String? {
        guard let index = find(name) else { return nil }
        return try string(at: index)
    }

    /// An integer of the type that is asked for.
    package mutating func integer<Integer: FixedWidthInteger>(_ name: StaticString) throws -> Integer {
        try integer(at: index(name))
    }

    /// An integer of the type that is asked for, or nil where the member is absent or null.
    package mutating func optionalInteger<Integer: FixedWidthInteger>(_ name: StaticString) throws -> Integer? {
        guard let index = find(name) else { return nil }
        return try integer(at: index)
    }

    /// A boolean.
    package mutating func bool(_ name: StaticString) throws -> Bool {
        try bool(at: index(name))
    }

    /// The elements of an array, each read by the closure.
    package mutating func array<Value>(
        _ name: StaticString, of read: (JSONElement) throws -> Value
    ) throws -> [Value] {
        try array(at: index(name), of: read)
    }

    /// An array of strings.
    package mutating func strings(_ name: StaticString) throws -> [String] {
        try strings(at: index(name))
    }

    /// A string that is one of an enumeration's.
    package mutating func enumeration<Value: RawRepresentable>(_ name: StaticString) throws -> Value
    where Value.RawValue == String {
        let index = try index(name)
        guard let value = Value(rawValue: try string(at: index)) else { throw mismatch(Value.self, at: index) }
        return value
    }

    /// An object of strings, without order.
    package mutating func stringMap(_ name: StaticString) throws -> [String: String] {
        let index = try index(name)
        let element = JSONElement(tape: object.tape, index: index)
        guard element.kind == .object else { throw mismatch([String: String].self, at: index) }
        var map: [String: String] = [:]
        map.reserveCapacity(element.count)
        for member in element.members {
            map[member.name] = try string(at: member.nameIndex + 1)
        }
        return map
    }

    // MARK: Places

    @inline(__always)
    private mutating func find(_ name: StaticString) -> Int? {
        let tape = object.tape
        let found = name.withUTF8Buffer { buffer in
            // The literal lives as long as the program, and the span does not leave the closure.
            unsafe tape.member(of: object.index, named: buffer.span, startingAt: next)
        }
        guard let found else { return nil }
        next = tape.end(of: found)
        return tape.entries[found].kind == .null ? nil : found
    }

    @inline(__always)
    private mutating func index(_ name: StaticString) throws -> Int {
        guard let index = find(name) else { throw object.missing("\(name)") }
        return index
    }

    private func string(at index: Int) throws -> String {
        guard object.tape.entries[index].kind == .string else { throw mismatch(String.self, at: index) }
        return object.tape.string(at: index)
    }

    @inline(__always)
    private func integer<Integer: FixedWidthInteger>(at index: Int) throws -> Integer {
        guard let value = JSONElement(tape: object.tape, index: index).integer(as: Integer.self) else {
            throw mismatch(Integer.self, at: index)
        }
        return value
    }

    private func bool(at index: Int) throws -> Bool {
        guard let value = JSONElement(tape: object.tape, index: index).bool else {
            throw mismatch(Bool.self, at: index)
        }
        return value
    }

    private func array<Value>(at index: Int, of read: (JSONElement) throws -> Value) throws -> [Value] {
        let element = JSONElement(tape: object.tape, index: index)
        guard element.kind == .array else { throw mismatch([Value].self, at: index) }
        var values: [Value] = []
        values.reserveCapacity(element.count)
        for child in element.elements { values.append(try read(child)) }
        return values
    }

    private func strings(at index: Int) throws -> [String] {
        let element = JSONElement(tape: object.tape, index: index)
        guard element.kind == .array else { throw mismatch([String].self, at: index) }
        var values: [String] = []
        values.reserveCapacity(element.count)
        for child in index + 1..<index + 1 + element.count { values.append(try string(at: child)) }
        return values
    }

    private func mismatch(_ type: Any.Type, at index: Int) -> DecodingError {
        JSONElement(tape: object.tape, index: index).typeMismatch(type)
    }
}
