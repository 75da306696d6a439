import CatalogBuilder

/// A property list in its XML form, with the place of every value: plist(5) of macOS, PropertyList-1.0.dtd.
///
/// The binary form and the old one with braces have no places to point at, and no tool writes texts in them by hand.
indirect enum PropertyList {
    /// A member of a dictionary.
    struct Member {
        let key: String
        let value: PropertyList
        /// Where its key stands.
        let position: SourcePosition
    }

    case dictionary([Member], SourcePosition)
    case array([PropertyList], SourcePosition)
    case string(String, SourcePosition)
    /// Numbers, dates, data and truth values, as they are written.
    case other(String, SourcePosition)

    init(parsing file: [UInt8]) throws(XMLReader.Failure) {
        if file.starts(with: Array("bplist".utf8)) {
            throw XMLReader.Failure(
                message: "the property list is binary; convert it with plistutil or plutil -convert xml1",
                position: SourcePosition(line: 1, column: 1))
        }
        let root = try XMLReader.root(of: file)
        guard root.name == "plist" else {
            throw XMLReader.Failure(
                message: "a property list begins with <plist>, not with <\(root.name)>", position: root.position)
        }
        guard let value = root.children.first, root.children.count == 1 else {
            throw XMLReader.Failure(message: "a property list holds one value", position: root.position)
        }
        try self.init(value)
    }

    private init(_ element: XMLElement) throws(XMLReader.Failure) {
        let position = element.position
        switch element.name {
        case "dict": self = .dictionary(try Self.members(of: element), position)
        case "array":
            var values: [PropertyList] = []
            for child in element.children { values.append(try PropertyList(child)) }
            self = .array(values, position)
        case "string": self = .string(element.text, position)
        case "integer", "real", "date", "data": self = .other(element.text, position)
        case "true", "false": self = .other(element.name, position)
        default:
            throw XMLReader.Failure(message: "<\(element.name)> is no value of a property list", position: position)
        }
    }

    private static func members(of element: XMLElement) throws(XMLReader.Failure) -> [Member] {
        var members: [Member] = []
        var keys: Set<[UInt8]> = []
        var rest = element.children[...]
        while let key = rest.popFirst() {
            guard key.name == "key" else {
                throw XMLReader.Failure(message: "a <key> was expected, not <\(key.name)>", position: key.position)
            }
            guard let value = rest.popFirst() else {
                throw XMLReader.Failure(message: "the key \(quoted(key.text)) has no value", position: key.position)
            }
            guard keys.insert(Array(key.text.utf8)).inserted else {
                throw XMLReader.Failure(message: "the key \(quoted(key.text)) is there twice", position: key.position)
            }
            members.append(Member(key: key.text, value: try PropertyList(value), position: key.position))
        }
        return members
    }

    /// What a string says; nil for anything else.
    var text: String? {
        if case .string(let text, _) = self { text } else { nil }
    }

    /// The members of a dictionary; nil for anything else.
    var members: [Member]? {
        if case .dictionary(let members, _) = self { members } else { nil }
    }
}

extension [PropertyList.Member] {
    /// The value of a key.
    subscript(key: String) -> PropertyList? {
        first { $0.key == key }?.value
    }
}
