package import JSON

/// What a peer sent that UAPI.20 answers with the end of the connection ("Connection Lifecycle").
package enum MessageViolation: Error, Sendable, Equatable, CustomStringConvertible {
    /// A message longer than this side accepts.
    case tooLarge(maximumBytes: Int)
    /// A message that is not JSON, or is beyond the limits for JSON.
    case notJSON(JSONError)
    /// A message that is some other JSON value than an object.
    case notAnObject
    /// A call without `method`.
    case noMethod
    /// A member that has a value of another type than the specification says.
    case wrongType(member: String)
    /// A member that the specification does not name and that is no vendor's object.
    case unknownMember(String)
    /// More than one of `oneway`, `more` and `upgrade`.
    case conflictingFlags
    /// The stream ended inside a message.
    case truncated
    /// Descriptors that came inside a message instead of with its first byte, or more than may come.
    case strayDescriptors
    /// A reply although no call waits for one.
    case unexpectedReply
    /// A reply with `continues` to a call without `more`, or in an error.
    case unexpectedContinues

    /// A sentence for the log; the name of a member, which the peer chose, is shortened and escaped.
    package var description: String {
        switch self {
        case .tooLarge(let maximumBytes): "a message of more than \(maximumBytes) bytes"
        case .notJSON(let error): "a message that is not valid JSON: \(error)"
        case .notAnObject: "a message that is no object"
        case .noMethod: "a call without a method"
        case .wrongType(let member): "a value of the wrong type in \(quoted(member))"
        case .unknownMember(let member): "the unknown member \(quoted(member))"
        case .conflictingFlags: "more than one of oneway, more and upgrade"
        case .truncated: "the end of the stream inside a message"
        case .strayDescriptors: "descriptors that belong to no message"
        case .unexpectedReply: "a reply that no call waits for"
        case .unexpectedContinues: "a reply that continues where none may"
        }
    }

    private func quoted(_ name: String) -> String {
        String(decoding: JSONValue.string(String(name.prefix(64))).serialized(), as: UTF8.self)
    }
}

/// The rules that calls and replies share.
enum MessageShape {
    /// Parses a frame whose top level must be an object.
    static func object(in frame: [UInt8], limits: JSONLimits) throws(MessageViolation) -> JSONElement {
        let document: JSONDocument
        do throws(JSONError) {
            document = try JSONDocument(parsing: frame, limits: limits)
        } catch {
            throw .notJSON(error)
        }
        guard document.root.kind == .object else { throw .notAnObject }
        return document.root
    }

    /// A flag; null is the same as absence.
    static func flag(_ element: JSONElement, _ name: String) throws(MessageViolation) -> Bool {
        if element.isNull { return false }
        guard let value = element.bool else { throw .wrongType(member: name) }
        return value
    }

    /// Parameters; null is the same as absence.
    static func parameters(_ element: JSONElement) throws(MessageViolation) -> JSONElement? {
        if element.isNull { return nil }
        guard element.kind == .object else { throw .wrongType(member: "parameters") }
        return element
    }

    /// A member that is none of the specification's: objects of vendors, which have a dot in their name, are ignored.
    static func ignoreVendorMember(_ member: JSONMember) throws(MessageViolation) {
        let name = member.name
        guard name.utf8.contains(UInt8(ascii: ".")) else { throw .unknownMember(name) }
        guard member.value.kind == .object else { throw .wrongType(member: name) }
    }

    /// An empty object, which absent parameters are equivalent to.
    static let emptyObject: JSONElement = {
        // Two bytes of valid JSON within every limit.
        try! JSONDocument(parsing: Array("{}".utf8), limits: .request).root
    }()
}
