/// An interface as its definition describes it (UAPI.20, "Interface Definition").
package struct InterfaceDescription: Sendable {
    /// A type of the definition language.
    package indirect enum TypeExpression: Sendable, Equatable {
        case bool, int, float, string
        /// Any JSON object.
        case object
        /// Any value but null.
        case any
        /// A type of the same interface, by name.
        case named(String)
        case structure([Field])
        case enumeration([EnumerationValue])
        case array(TypeExpression)
        /// Values of one type by name.
        case map(TypeExpression)
        /// The type, or null, or absent.
        case nullable(TypeExpression)
    }

    /// A member of a structure, or a parameter.
    package struct Field: Sendable, Equatable {
        package let name: String
        package let type: TypeExpression
        /// The comment before it; empty when there is none.
        package let documentation: String
    }

    /// One of the names that an enumeration allows.
    package struct EnumerationValue: Sendable, Equatable {
        package let name: String
        /// The comment before it; empty when there is none.
        package let documentation: String

        /// Describes a value.
        package init(name: String, documentation: String) {
            self.name = name
            self.documentation = documentation
        }
    }

    /// What a member of the interface is.
    package enum Definition: Sendable, Equatable {
        /// A structure or an enumeration.
        case type(TypeExpression)
        case method(parameters: [Field], reply: [Field])
        case error([Field])
    }

    /// A named type, method or error.
    package struct Member: Sendable, Equatable {
        /// The name without the interface.
        package let name: String
        /// The comment before it; empty when there is none.
        package let documentation: String
        package let definition: Definition
    }

    /// The interface's name in reverse-domain form.
    package let name: String
    /// The comment before the interface; empty when there is none.
    package let documentation: String
    /// Types, methods and errors in the order of the text.
    package let members: [Member]
    /// The definition as it was given; what `GetInterfaceDescription` answers.
    package let text: String
    private let indexes: [String: Int]

    /// Reads a definition.
    ///
    /// - Throws: `InterfaceDescriptionError` with the first fault and its line: outside the grammar, a name twice, a type that is not
    ///   defined.
    package init(parsing text: String) throws(InterfaceDescriptionError) {
        var parser = InterfaceParser(text)
        let parsed = try parser.parse()
        name = parsed.name
        documentation = parsed.documentation
        members = parsed.members
        indexes = Dictionary(uniqueKeysWithValues: parsed.members.enumerated().map { ($1.name, $0) })
        self.text = text
    }

    /// The member of that name, without the interface.
    package func member(_ name: String) -> Member? {
        indexes[name].map { members[$0] }
    }

    /// The names of the methods, without the interface, in the order of the text.
    package var methodNames: [String] {
        members.compactMap { member in
            if case .method = member.definition { member.name } else { nil }
        }
    }
}

/// Why a text is not an interface definition.
package struct InterfaceDescriptionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The line of the fault, counted from 1.
    package let line: Int
    /// A sentence that names the thing at fault.
    package let message: String

    /// The sentence with the line in front.
    package var description: String { "line \(line): \(message)" }
}
