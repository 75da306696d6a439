/// The six kinds of JSON values.
package enum JSONKind: UInt8, Sendable {
    case null, bool, number, string, array, object

    var isContainer: Bool { self == .array || self == .object }
}

/// A value inside a parsed document, which it keeps alive.
///
/// Asking for another kind than the value has gives nil, never a conversion.
package struct JSONElement: Sendable {
    let tape: JSONTape
    let index: Int

    private var entry: TapeEntry { tape.entries[index] }

    /// Which of the six kinds this is.
    package var kind: JSONKind { entry.kind }

    /// Where the value's text starts, in bytes from the start of the document; strings include their quote.
    package var offset: Int { kind == .string ? Int(entry.offset) - 1 : Int(entry.offset) }

    /// The document around it.
    package var document: JSONDocument { JSONDocument(tape: tape) }

    // MARK: Scalars

    /// Whether this is `null`.
    package var isNull: Bool { kind == .null }

    /// The boolean, or nil for any other kind.
    package var bool: Bool? { kind == .bool ? entry.flag : nil }

    /// The string with its escapes resolved, or nil for any other kind.
    package var string: String? { kind == .string ? tape.string(at: index) : nil }

    /// A number exactly as it was written, or nil for any other kind.
    package var numberText: String? { kind == .number ? tape.string(at: index) : nil }

    /// The number as a 64-bit integer; see `integer(as:)`.
    package var int: Int? { integer(as: Int.self) }

    /// The number as an integer of the given type.
    ///
    /// Nil for another kind, for a fraction or an exponent (UAPI.20: an int is a number without them), for `-0`, and
    /// for a value that the type cannot hold.
    package func integer<Integer: FixedWidthInteger>(as type: Integer.Type) -> Integer? {
        guard kind == .number else { return nil }
        return tape.withText(at: index) { text in Integer(jsonDigits: text) }
    }

    /// The number as the nearest double, or nil for another kind and for a number beyond the range of doubles.
    package var double: Double? {
        guard kind == .number else { return nil }
        if let int = integer(as: Int32.self) { return Double(int) }
        guard let value = Double(tape.string(at: index)), value.isFinite else { return nil }
        return value
    }

    /// Whether this is a string of exactly these characters, compared without copying.
    package func equals(_ other: StaticString) -> Bool {
        guard kind == .string else { return false }
        return tape.text(at: index, equals: other)
    }

    /// Hands out a string's UTF-8 without copying it; nil for any other kind.
    package func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
        guard kind == .string else { return nil }
        return tape.withText(at: index, body)
    }

    // MARK: Containers

    /// How many elements or members there are; 0 for scalars.
    package var count: Int { kind.isContainer ? Int(entry.length) : 0 }

    /// The elements of an array in their order; none for any other kind.
    package var elements: JSONElements { JSONElements(self) }

    /// The members of an object in their order; none for any other kind.
    package var members: JSONMembers { JSONMembers(self) }

    /// The member of that name, or nil where there is none or this is no object.
    package subscript(name: String) -> JSONElement? {
        guard kind == .object else { return nil }
        var name = name
        return name.withUTF8 { buffer in
            // The span does not leave the closure.
            let found = unsafe tape.member(of: index, named: buffer.span, startingAt: index + 1)
            return found.map { JSONElement(tape: tape, index: $0) }
        }
    }
}

/// A member of an object.
package struct JSONMember: Sendable {
    let tape: JSONTape
    let nameIndex: Int

    /// The name with its escapes resolved.
    package var name: String { tape.string(at: nameIndex) }

    /// Where the name's quote stands, in bytes from the start of the document.
    package var nameOffset: Int { Int(tape.entries[nameIndex].offset) - 1 }

    /// What the member holds.
    package var value: JSONElement { JSONElement(tape: tape, index: nameIndex + 1) }

    /// Whether the name is this one, compared without copying.
    package func isNamed(_ other: StaticString) -> Bool {
        tape.text(at: nameIndex, equals: other)
    }
}

/// The elements of an array, in order.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var position: Int
    private let end: Int

    init(_ array: JSONElement) {
        tape = array.tape
        position = array.index + 1
        end = array.kind == .array ? tape.end(of: array.index) : position
    }

    /// The next element, nil after the last.
    package mutating func next() -> JSONElement? {
        guard position < end else { return nil }
        defer { position = tape.end(of: position) }
        return JSONElement(tape: tape, index: position)
    }
}

/// The members of an object, in order.
package struct JSONMembers: Sequence, IteratorProtocol, Sendable {
    private let tape: JSONTape
    private var position: Int
    private let end: Int

    init(_ object: JSONElement) {
        tape = object.tape
        position = object.index + 1
        end = object.kind == .object ? tape.end(of: object.index) : position
    }

    /// The next member, nil after the last.
    package mutating func next() -> JSONMember? {
        guard position < end else { return nil }
        defer { position = tape.end(of: position + 1) }
        return JSONMember(tape: tape, nameIndex: position)
    }
}

extension JSONDocument {
    init(tape: JSONTape) {
        self.tape = tape
    }
}

extension JSONTape {
    /// Finds a member's value, looking from the name at `start` to the end of the object and then from its beginning.
    ///
    /// Callers that read members in the order of the text pass the place after the last one and find each at once.
    func member(of object: Int, named name: Span<UInt8>, startingAt start: Int) -> Int? {
        let end = Int(entries[object].link)
        var index = start
        while index < end {
            if text(at: index, equals: name) { return index + 1 }
            index = self.end(of: index + 1)
        }
        index = object + 1
        while index < start {
            if text(at: index, equals: name) { return index + 1 }
            index = self.end(of: index + 1)
        }
        return nil
    }
}

extension JSONTape {
    /// Whether the text at `index` has exactly the bytes of a literal.
    func text(at index: Int, equals literal: StaticString) -> Bool {
        literal.withUTF8Buffer { buffer in
            // The literal lives as long as the program, and the span does not leave the closure.
            unsafe text(at: index, equals: buffer.span)
        }
    }
}

extension FixedWidthInteger {
    /// Reads the text of a JSON number; nil unless it is an integer in this type's range and not `-0`.
    ///
    /// The digits are read as one concrete type, since arithmetic of a type that is not known here is many times slower.
    init?(jsonDigits text: Span<UInt8>) {
        let isNegative = text.count > 0 && text[0] == UInt8(ascii: "-")
        guard let magnitude = UInt64(digits: text, from: isNegative ? 1 : 0) else { return nil }
        if isNegative {
            // Down to the least Int64, whose magnitude is one more than the greatest.
            guard magnitude != 0, magnitude <= UInt64(Int64.max) + 1 else { return nil }
            self.init(exactly: Int64(truncatingIfNeeded: 0 &- magnitude))
        } else {
            self.init(exactly: magnitude)
        }
    }
}

extension UInt64 {
    /// Reads decimal digits from `start` to the end; nil for anything else, and for what does not fit.
    fileprivate init?(digits text: Span<UInt8>, from start: Int) {
        var value: UInt64 = 0
        for index in start..<text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = product.addingReportingOverflow(UInt64(digit))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        self = value
    }
}
