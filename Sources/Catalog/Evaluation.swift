/// One walk over a text.
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

    private let text: UnsafeBufferPointer<UInt8>
    private let arguments: MessageArguments
    var output: TextOutput
    private(set) var failure: Failure?
    /// Bytes of the text that are done.
    private var done = 0

    init(text: UnsafeBufferPointer<UInt8>, arguments: MessageArguments, output: TextOutput) {
        unsafe self.text = text
        self.arguments = arguments
        self.output = output
    }

    /// Writes the whole text.
    mutating func run(_ records: UnsafeRawBufferPointer) {
        let tokens = arguments.placeholders.isEmpty ? nil : TokenSet(arguments.placeholders)
        var offset = 0
        while offset < records.count {
            guard let specifier = unsafe TemplateSpecifier(record: records, at: offset),
                unsafe specifier.offset + specifier.size <= text.count
            else {
                failure = failure ?? Failure(code: .damaged, specifier: "")
                break
            }
            offset += TemplateSpecifier.recordSize
            copyLiteral(upTo: specifier.offset, replacing: tokens)
            if specifier.offset < done { continue }
            if let tokens, let token = unsafe tokens.firstMatch(in: text, from: specifier.offset, to: specifier.end) {
                copyLiteral(upTo: token + 1, replacing: tokens)
            } else {
                insert(specifier)
                done = specifier.end
            }
        }
        unsafe copyLiteral(upTo: text.count, replacing: tokens)
    }

    /// Copies the text up to `end`, or a little further when the last token there reaches beyond.
    private mutating func copyLiteral(upTo end: Int, replacing tokens: TokenSet?) {
        guard done < end else { return }
        guard let tokens else {
            return copy(done..<end)
        }
        while done < end {
            guard let start = unsafe tokens.firstMatch(in: text, from: done, to: end),
                let token = unsafe tokens.longestMatch(in: text, at: start)
            else { return copy(done..<end) }
            copy(done..<start)
            output.append(shown: arguments.placeholders[token.index].value)
            done = start + token.size
        }
    }

    private mutating func copy(_ range: Range<Int>) {
        unsafe output.append(UnsafeBufferPointer(rebasing: text[range]))
        done = range.upperBound
    }

    /// Writes what belongs in the place of `specifier`.
    private mutating func insert(_ specifier: TemplateSpecifier) {
        let range = specifier.offset..<specifier.end
        switch specifier.conversion {
        case .percent:
            if arguments.positional.isEmpty { return copy(range) }
            output.append(UInt8(ascii: "%"))
        case .named, .doublyNamed:
            if arguments.named.isEmpty { return copy(range) }
            guard let value = namedArgument(for: specifier) else {
                return keepVisible(specifier, because: .missingArgument)
            }
            output.append(shown: value)
        default:
            if arguments.positional.isEmpty { return copy(range) }
            guard specifier.position < arguments.positional.count else {
                return keepVisible(specifier, because: .missingArgument)
            }
            if !output.append(arguments.positional[specifier.position], as: specifier) {
                keepVisible(specifier, because: .wrongArgumentType)
            }
        }
    }

    private func namedArgument(for specifier: TemplateSpecifier) -> MessageArgument? {
        guard let range = specifier.nameRange else { return nil }
        let name = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[range]))
        return arguments.named.first { unsafe $0.name.isEqual(to: name) }?.value
    }

    private mutating func keepVisible(_ specifier: TemplateSpecifier, because code: CatalogError.Code) {
        let range = specifier.offset..<specifier.end
        if failure == nil {
            let shown = unsafe String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
            failure = Failure(code: code, specifier: shown)
        }
        copy(range)
    }
}

extension TemplateSpecifier {
    /// The first byte after it.
    var end: Int { offset + size }
}

extension String {
    /// Whether the UTF-8 of the string is exactly `bytes`; nothing is normalised.
    func isEqual(to bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe utf8Span.span.withUnsafeBufferPointer { own in
            guard own.count == bytes.count, let left = own.baseAddress,
                let right = bytes.baseAddress
            else { return unsafe own.isEmpty && bytes.isEmpty }
            return unsafe equalBytes(left, right, own.count)
        }
    }
}
