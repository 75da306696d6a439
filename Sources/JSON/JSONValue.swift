/// Any JSON value on its own, for data whose shape is not known beforehand.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// Copies an element out of its document. Depth is bounded by the limits the document was parsed with.
    package init(_ element: JSONElement) {
        switch element.kind {
        case .null: self = .null
        case .bool: self = .bool(element.bool == true)
        case .number: self = .number(JSONNumber(validText: element.tape.string(at: element.index)))
        case .string: self = .string(element.tape.string(at: element.index))
        case .array: self = .array(element.elements.map { JSONValue($0) })
        case .object:
            self = .object(JSONObject(uniqueMembers: element.members.map { ($0.name, JSONValue($0.value)) }))
        }
    }

    /// Parses a text; the short way where no element is needed.
    ///
    /// - Throws: `JSONError` with the first fault and its place.
    package init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        self.init(try JSONDocument(parsing: bytes, limits: limits).root)
    }

    /// The boolean, or nil for any other kind.
    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number as an integer; nil for any other kind and for what `JSONNumber.int` refuses.
    package var int: Int? {
        if case .number(let value) = self { value.int } else { nil }
    }

    /// The string, or nil for any other kind.
    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements, or nil for any other kind.
    package var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members, or nil for any other kind.
    package var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The member of that name; nil where there is none or this is no object.
    package subscript(name: String) -> JSONValue? {
        object?[name]
    }

    /// Writes the value in UTF-8: on one line, or `pretty` with two spaces a level and a line feed at the end.
    package func serialized(pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.write(self)
        return writer.finish()
    }
}

/// The members of an object in their order, each name once.
package struct JSONObject: Sendable, Hashable {
    /// A member; order counts in comparisons, as it does for readers.
    package struct Member: Sendable, Hashable {
        /// The name with escapes resolved.
        package let name: String
        /// What it holds.
        package var value: JSONValue
    }

    /// The members in their order.
    package private(set) var members: [Member]

    /// Makes an empty object.
    package init() {
        members = []
    }

    init(uniqueMembers: [(String, JSONValue)]) {
        members = uniqueMembers.map(Member.init(name:value:))
    }

    /// The value of that name, found by looking through all; setting replaces in place, appends, or removes with nil.
    package subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object of members in the order they are written; a name written twice is a mistake in the program.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        precondition(Set(elements.map(\.0)).count == elements.count, "a name stands twice in the literal")
        self.init(uniqueMembers: elements)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    /// Makes a string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// Makes a number.
    package init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
    /// Makes a boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes `null`.
    package init(nilLiteral: ()) { self = .null }
    /// Makes an array.
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Makes an object of members in the order they are written; a name written twice is a mistake in the program.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        precondition(Set(elements.map(\.0)).count == elements.count, "a name stands twice in the literal")
        self = .object(JSONObject(uniqueMembers: elements))
    }
}
