import CatalogBuilder

/// An element of an XML document, with all that is in it.
final class XMLElement {
    /// What an element holds.
    enum Content {
        case element(XMLElement)
        /// Characters with references resolved; `isCDATA` for those of a CDATA section, in which none are.
        case text(String, isCDATA: Bool)
        case comment(String)
    }

    /// Without a prefix.
    let name: String
    /// The namespace's address; nil for none.
    let space: String?
    /// By name; those of a namespace as `{ADDRESS}name`.
    let attributes: [String: String]
    /// Where its tag begins.
    let position: SourcePosition
    fileprivate(set) var content: [Content] = []

    init(name: String, space: String?, attributes: [String: String], position: SourcePosition) {
        self.name = name
        self.space = space
        self.attributes = attributes
        self.position = position
    }

    /// The elements right inside it.
    var children: [XMLElement] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    /// The first element of that name right inside it.
    func first(_ name: String) -> XMLElement? {
        children.first { $0.name == name }
    }

    /// All characters in it and in its elements.
    var text: String {
        content.reduce(into: "") { text, part in
            switch part {
            case .element(let element): text += element.text
            case .text(let characters, _): text += characters
            case .comment: break
            }
        }
    }
}

extension XMLElement {
    func append(_ element: XMLElement) {
        content.append(.element(element))
    }

    func append(comment: String) {
        content.append(.comment(comment))
    }

    /// Adds characters; the parser hands them out in portions.
    func append(_ characters: String, isCDATA: Bool) {
        if case .text(let before, isCDATA) = content.last {
            content[content.count - 1] = .text(before + characters, isCDATA: isCDATA)
        } else {
            content.append(.text(characters, isCDATA: isCDATA))
        }
    }
}
