/// One walk over a text and the variants in it.
@safe
struct Evaluation {
    /// What went wrong first, in terms of the text; the sentence is made only when somebody asks.
    struct Failure {
        let code: CatalogError.Code
        let specifier: String

        var error: CatalogError {
            switch code {
            case .missingArgument: CatalogError(code, "no argument was given for \(specifier)")
            case .wrongArgumentType: CatalogError(code, "the argument for \(specifier) is of the wrong type")
            default: CatalogError(code, "the message's template is damaged")
            }
        }
    }

    let arguments: ArgumentList
    var output: TextOutput
    private(set) var failure: Failure?
    /// Whether no piece of a text was cut within a character.
    private(set) var isWhole = true
    private let tokens: TokenSet?
    private let file: CatalogBytes?
    /// How many selects the walk is in.
    private var depth = 0
    /// What variants may still take, in bytes of their texts.
    private var budget = CatalogFormat.maximumTextSize
    private var text = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Bytes of the text that are done.
    private var done = 0

    /// `file` is the catalog's, for its selects; nil for a text from elsewhere.
    @inline(__always)
    init(_ arguments: ArgumentList, file: CatalogBytes?, output: TextOutput) {
        self.arguments = arguments
        self.file = file
        self.output = output
        tokens = unsafe arguments.placeholders.isEmpty ? nil : TokenSet(Array(arguments.placeholders))
    }

    /// Writes the whole of a text with the specifiers that these records describe.
    mutating func run(_ text: UnsafeBufferPointer<UInt8>, _ records: UnsafeRawBufferPointer) {
        unsafe self.text = text
        done = 0
        var offset = 0
        while offset < records.count {
            guard let specifier = unsafe TemplateSpecifier(record: records, at: offset),
                specifier.offset + specifier.size <= text.count
            else {
                fail(.damaged, at: "")
                break
            }
            offset += TemplateSpecifier.recordSize
            copyLiteral(upTo: specifier.offset)
            if specifier.offset < done { continue }
            if specifier.conversion == .select {
                insertVariant(specifier)
            } else if let tokens,
                let token = unsafe tokens.firstMatch(in: text, from: specifier.offset, to: specifier.end)
            {
                copyLiteral(upTo: token + 1)
            } else {
                insert(specifier)
                done = specifier.end
            }
        }
        copyLiteral(upTo: text.count)
    }

    /// Copies the text up to `end`, or a little further when the last token there reaches beyond.
    @inline(__always)
    private mutating func copyLiteral(upTo end: Int) {
        guard done < end else { return }
        if let tokens {
            copyLiteral(upTo: end, replacing: tokens)
        } else {
            copy(done..<end)
        }
    }

    @inline(never)
    private mutating func copyLiteral(upTo end: Int, replacing tokens: TokenSet) {
        while done < end {
            guard let start = unsafe tokens.firstMatch(in: text, from: done, to: end),
                let token = unsafe tokens.longestMatch(in: text, at: start)
            else { return copy(done..<end) }
            copy(done..<start)
            unsafe output.append(shown: arguments.placeholders[token.index].value)
            done = start + token.size
        }
    }

    @inline(__always)
    private mutating func copy(_ range: Range<Int>) {
        unsafe output.append(UnsafeBufferPointer(rebasing: text[range]))
        if cutsCharacter(at: range.lowerBound) || cutsCharacter(at: range.upperBound) { isWhole = false }
        done = range.upperBound
    }

    private func cutsCharacter(at offset: Int) -> Bool {
        unsafe offset < text.count && text[offset] & 0xC0 == 0x80
    }

    /// Writes what belongs in the place of `specifier`.
    @inline(__always)
    private mutating func insert(_ specifier: TemplateSpecifier) {
        let range = specifier.offset..<specifier.end
        switch specifier.conversion {
        case .percent:
            if !arguments.hasPositional { return copy(range) }
            output.append(UInt8(ascii: "%"))
        case .named, .doublyNamed:
            if !arguments.hasNamed { return copy(range) }
            guard let value = namedArgument(for: specifier) else {
                return keepVisible(specifier, because: .missingArgument)
            }
            output.append(shown: value)
        default:
            if !arguments.hasPositional { return copy(range) }
            guard let value = arguments.positional(specifier.position) else {
                return keepVisible(specifier, because: .missingArgument)
            }
            if !output.append(value, as: specifier) {
                keepVisible(specifier, because: .wrongArgumentType)
            }
        }
    }

    private func namedArgument(for specifier: TemplateSpecifier) -> MessageArgument? {
        guard let range = specifier.nameRange else { return nil }
        return unsafe arguments.named(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[range])))
    }

    private mutating func keepVisible(_ specifier: TemplateSpecifier, because code: CatalogError.Code) {
        let range = specifier.offset..<specifier.end
        if failure == nil {
            let shown = unsafe String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
            failure = Failure(code: code, specifier: shown)
        }
        copy(range)
    }

    /// Notes the first thing that goes wrong; `specifier` names it.
    mutating func fail(_ code: CatalogError.Code, at specifier: @autoclosure () -> String) {
        if failure == nil { failure = Failure(code: code, specifier: specifier()) }
    }

    /// Writes the variant that the argument of a select chooses. A damaged one shows what the text around has in its
    /// place.
    private mutating func insertVariant(_ specifier: TemplateSpecifier) {
        guard depth < CatalogFormat.maximumSelectDepth, let sections = file.map(SelectSections.init(of:)),
            let select = sections.select(at: specifier.position),
            let variant = select.text(chosenVariant(of: select, by: sections.rules)),
            let records = sections.specifiers(at: variant.template), spend(on: variant.text)
        else {
            fail(.damaged, at: "")
            return copy(specifier.offset..<specifier.end)
        }
        let outer = unsafe text
        depth += 1
        unsafe run(variant.text.buffer, UnsafeRawBufferPointer(records.buffer))
        depth -= 1
        unsafe text = outer
        done = specifier.end
    }

    /// Whether the variant's text still fits into what one evaluation may take.
    private mutating func spend(on text: CatalogBytes) -> Bool {
        budget -= text.count + CatalogFormat.selectCost
        return budget >= 0
    }
}

extension TemplateSpecifier {
    /// The first byte after it.
    var end: Int { offset + size }
}
