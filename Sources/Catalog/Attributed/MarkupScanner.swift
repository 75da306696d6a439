// A text is gone over once from left to right. A section's head is put on a stack, and the next `}` that nothing else
// claims closes the one on top; heads that are never closed turn out to be text. So the work grows with the size of the
// text alone, whatever it holds.

/// Finds the sections, images and insertions of a text.
struct MarkupScanner {
    /// A part of the text.
    enum Element {
        /// Bytes that are shown as they are.
        case literal(Range<Int>)
        /// A section begins. The bytes of its head are text as long as `isClosed` is false.
        case open(TextAttributes, head: Range<Int>, isClosed: Bool)
        /// The innermost section ends.
        case close
        case image(TextImage)
        /// An argument goes here, or a variant.
        case insertion(TemplateSpecifier)
        /// The token at these bytes is replaced.
        case token(Range<Int>)
    }

    private static let deepest = 64

    private let text: [UInt8]
    private let tokens: TokenSet?
    private let readsNames: Bool
    /// What the template lists, ascending; names are found anew, as a brace behind a head is no name's.
    private var specifiers: ArraySlice<TemplateSpecifier>
    private(set) var elements: [Element] = []
    /// What deserves a warning.
    private(set) var findings: [String] = []
    /// The elements that opened the sections around.
    private var sections: [Int] = []
    private var literalStart = 0
    private var index = 0

    /// Scans the text of a template. `{name}` is an argument's place where the call has named arguments, else text.
    init(_ text: [UInt8], specifiers: [TemplateSpecifier], readsNames: Bool, tokens: TokenSet?) {
        self.text = text
        self.tokens = tokens
        self.readsNames = readsNames
        self.specifiers = specifiers.filter { $0.nameRange == nil && $0.end <= text.count }[...]
        while index < text.count { step() }
        while let insertion = listedInsertion() { take(.insertion(insertion), size: 0) }
        endLiteral()
        noteUnclosedSections()
    }

    private mutating func step() {
        if let size = tokenSize() {
            take(.token(index..<index + size), size: size)
        } else if let insertion = listedInsertion() ?? namedInsertion() {
            take(.insertion(insertion), size: insertion.size)
        } else {
            switch text[index] {
            case UInt8(ascii: "\\"): escape()
            case UInt8(ascii: "<"): open()
            case UInt8(ascii: "["): image()
            case UInt8(ascii: "}"): close()
            default: index += 1
            }
        }
    }

    /// Appends an element made of the next `size` bytes.
    private mutating func take(_ element: Element, size: Int) {
        endLiteral()
        elements.append(element)
        index += size
        literalStart = index
    }

    private mutating func endLiteral() {
        if literalStart < index { elements.append(.literal(literalStart..<index)) }
        literalStart = index
    }

    // MARK: Insertions

    private func tokenSize() -> Int? {
        guard let tokens else { return nil }
        return unsafe text.withUnsafeBufferPointer { text in
            guard unsafe tokens.firstMatch(in: text, from: index, to: index + 1) != nil else { return nil }
            return unsafe tokens.longestMatch(in: text, at: index)?.size
        }
    }

    private mutating func listedInsertion() -> TemplateSpecifier? {
        while let next = specifiers.first, next.offset < index { specifiers.removeFirst() }
        guard let next = specifiers.first, next.offset == index else { return nil }
        return specifiers.removeFirst()
    }

    private func namedInsertion() -> TemplateSpecifier? {
        guard readsNames, text[index] == UInt8(ascii: "{") else { return nil }
        return TemplateParser.namedSpecifier(text.span, at: index)
    }

    // MARK: Markup

    private mutating func escape() {
        let escaped = index + 1
        guard escaped < text.count, [0x7B, 0x7D, 0x3C, 0x3E, 0x5B, 0x5C].contains(text[escaped]) else {
            index += 1
            return
        }
        endLiteral()
        literalStart = escaped
        index = escaped + 1
    }

    private mutating func open() {
        var reader = MarkupReader(text, at: index)
        guard let attributes = reader.sectionHead(), sections.count < Self.deepest else {
            index += 1
            return
        }
        let head = index..<reader.index
        endLiteral()
        sections.append(elements.count)
        take(.open(attributes, head: head, isClosed: false), size: head.count)
        findings += reader.findings
    }

    private mutating func close() {
        guard let section = sections.popLast(), case .open(let attributes, let head, _) = elements[section] else {
            index += 1
            return
        }
        elements[section] = .open(attributes, head: head, isClosed: true)
        take(.close, size: 1)
    }

    private mutating func image() {
        var reader = MarkupReader(text, at: index)
        guard let image = reader.image() else {
            index += 1
            return
        }
        take(.image(image), size: reader.index - index)
    }

    private mutating func noteUnclosedSections() {
        for section in sections {
            guard case .open(_, let head, _) = elements[section] else { continue }
            findings.append("no “}” closes \(String(decoding: text[head], as: UTF8.self))")
        }
    }
}
