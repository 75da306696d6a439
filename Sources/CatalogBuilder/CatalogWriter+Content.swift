// A message with variants becomes one template: its text is the neutral one, in which each select has the range of what
// `other` says there. The variants' own texts and templates, and the selects in them, are written first.

import Catalog

extension CatalogWriter {
    /// The neutral text of a message and the specifiers in it, its selects being written.
    mutating func assemble(
        _ message: Message, _ diagnostics: inout DiagnosticCollector
    ) -> (text: String, specifiers: [TemplateSpecifier]) {
        places.removeAll(keepingCapacity: true)
        var assembly = ContentAssembly(message: message)
        append(message.content, to: &assembly, &diagnostics)
        return (assembly.text, assembly.specifiers)
    }

    private mutating func append(
        _ content: MessageContent, to assembly: inout ContentAssembly, _ diagnostics: inout DiagnosticCollector
    ) {
        switch content {
        case .text(let text):
            assembly.append(text, &diagnostics)
        case .sequence(let pieces):
            for piece in pieces { append(piece, to: &assembly, &diagnostics) }
        case .select(let select):
            append(select, to: &assembly, &diagnostics)
        }
    }

    /// Writes a select that was checked, `other` being its last variant.
    private mutating func append(
        _ select: MessageSelect, to assembly: inout ContentAssembly, _ diagnostics: inout DiagnosticCollector
    ) {
        let variants = select.variants.filter { $0.selector != .category(.other) }
        var records: [UInt8] = []
        for variant in variants {
            _ = append(variant, to: &records, assembly.message, &diagnostics)
        }
        let others = select.variants.filter { $0.selector == .category(.other) }
        let other = others.map { append($0, to: &records, assembly.message, &diagnostics) }.joined()
        assembly.append(selectAt: selects.count, neutralText: other)
        selects += [select.kind.code, select.argument.isName ? 1 : 0]
        selects.append(littleEndian: UInt16(select.variants.count))
        let argument = select.argument.place { self.variantPlace(of: $0) }
        selects.append(littleEndian: UInt32(argument.offset))
        selects.append(littleEndian: UInt32(argument.size))
        selects += records
    }

    /// Appends a variant's record; gives its neutral text.
    private mutating func append(
        _ variant: MessageSelect.Variant, to records: inout [UInt8], _ message: Message,
        _ diagnostics: inout DiagnosticCollector
    ) -> String {
        var assembly = ContentAssembly(message: message)
        append(variant.content, to: &assembly, &diagnostics)
        let text = variantPlace(of: assembly.text)
        let template = appendTemplate(assembly.specifiers)
        switch variant.selector {
        case .category(let category):
            records += [category.rawValue, 0, 0, 0]
            records.append(littleEndian: UInt64(0))
        case .exact(let value):
            records += [SelectRecord.exactSelector, 0, 0, 0]
            records.append(littleEndian: value)
        case .word(let word):
            let place = variantPlace(of: word)
            records += [SelectRecord.wordSelector, 0, 0, 0]
            records.append(littleEndian: UInt32(place.offset))
            records.append(littleEndian: UInt32(place.size))
        }
        records.append(littleEndian: UInt32(text.offset))
        records.append(littleEndian: UInt32(text.size))
        records.append(littleEndian: template.map { UInt32($0) } ?? SelectRecord.noTemplate)
        return assembly.text
    }

    /// Where a text of a select is in the pool.
    private mutating func variantPlace(of text: String) -> (offset: Int, size: Int) {
        let bytes = Array(text.utf8)
        if let place = places[bytes] { return place }
        let place = appendToPool(text)
        places[bytes] = place
        return place
    }
}

/// A text put together piece by piece, and the specifiers in it.
private struct ContentAssembly {
    let message: Message
    private(set) var text = ""
    private(set) var specifiers: [TemplateSpecifier] = []
    private var nextPosition = 0

    init(message: Message) {
        self.message = message
    }

    /// Appends a text, its specifiers going on counting.
    mutating func append(_ piece: String, _ diagnostics: inout DiagnosticCollector) {
        let start = text.utf8.count
        text = start == 0 ? piece : text + piece
        guard TemplateParser.mayHaveSpecifiers(piece.utf8Span.span) else { return }
        let parser = TemplateParser(piece.utf8Span.span, firstPosition: nextPosition)
        nextPosition = parser.nextPosition
        for var specifier in parser.specifiers {
            specifier.offset += start
            specifiers.append(specifier)
        }
        for offset in parser.malformed {
            let shown = String(decoding: piece.utf8.dropFirst(offset).prefix(12), as: UTF8.self)
            diagnostics.warning(
                "message \(quoted(message.key)): no specifier begins at “\(shown)”; it is shown as it stands",
                at: message.position)
        }
    }

    /// Appends a select whose record is at this offset.
    mutating func append(selectAt offset: Int, neutralText: String) {
        specifiers.append(
            TemplateSpecifier(
                offset: text.utf8.count, size: neutralText.utf8.count, conversion: .select, position: offset))
        text += neutralText
    }
}

extension MessageSelect.Kind {
    /// As the catalog has it.
    fileprivate var code: UInt8 {
        switch self {
        case .cardinal: SelectRecord.Kind.cardinal.rawValue
        case .ordinal: SelectRecord.Kind.ordinal.rawValue
        case .word: SelectRecord.Kind.word.rawValue
        }
    }
}

extension MessageSelect.Argument {
    fileprivate var isName: Bool {
        switch self {
        case .name: true
        case .position: false
        }
    }

    /// What the select's record says of it; `store` puts a name into the pool.
    fileprivate func place(_ store: (String) -> (offset: Int, size: Int)) -> (offset: Int, size: Int) {
        switch self {
        case .name(let name): store(name)
        case .position(let position): (position, 0)
        }
    }
}
