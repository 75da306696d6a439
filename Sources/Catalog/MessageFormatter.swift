// How a text and its arguments become one text
// --------------------------------------------
// The specifiers' records are walked in the order of the text; what lies between them is copied. The result goes to
// a buffer on the stack and from there into a string, which is the only allocation; a longer one is evaluated again,
// right into a string of the size now known. Nothing is parsed, and no argument's text is ever read for specifiers.
//
// With placeholders the text is walked byte by byte instead, as their tokens may begin anywhere. A specifier that a
// token touches is literal.

/// Puts arguments into one text. It borrows the text and the records for the time of a call.
@safe
struct MessageFormatter {
    private let text: UnsafeBufferPointer<UInt8>
    private let records: UnsafeRawBufferPointer

    /// `records` are those of `TemplateSpecifier`; they may be damaged.
    init(text: UnsafeBufferPointer<UInt8>, records: UnsafeBufferPointer<UInt8>) {
        unsafe self.text = text
        unsafe self.records = UnsafeRawBufferPointer(records)
    }

    /// Specifiers without their argument stay visible.
    func string(_ arguments: MessageArguments) -> String {
        makeString(arguments).string
    }

    func checkedString(_ arguments: MessageArguments) throws(CatalogError) -> String {
        let result = makeString(arguments)
        if let failure = result.failure { throw failure.error }
        return result.string
    }

    /// Writes as much as fits and returns the size of the whole.
    func write(_ arguments: MessageArguments, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var evaluation = unsafe Evaluation(text: text, arguments: arguments, output: TextOutput(buffer))
        unsafe evaluation.run(records)
        return evaluation.output.count
    }

    private func makeString(_ arguments: MessageArguments) -> (string: String, failure: Evaluation.Failure?) {
        if arguments.isEmpty {
            return unsafe (String(decoding: text, as: UTF8.self), nil)
        }
        let stackSize = 512
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackSize) { buffer in
            var evaluation = unsafe Evaluation(text: text, arguments: arguments, output: TextOutput(buffer))
            unsafe evaluation.run(records)
            let size = evaluation.output.count
            if size <= stackSize {
                let written = unsafe UnsafeBufferPointer(rebasing: buffer[..<size])
                return unsafe (String(decoding: written, as: UTF8.self), evaluation.failure)
            }
            let string = unsafe String(unsafeUninitializedCapacity: size) { unsafe write(arguments, to: $0) }
            return (string, evaluation.failure)
        }
    }
}

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
