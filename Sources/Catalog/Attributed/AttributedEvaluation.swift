/// Puts a message's markup and a call's arguments together.
///
/// Markup is read first, in the message's own text and that of the chosen variants; what arguments hold is put in
/// afterwards and stays text.
struct AttributedEvaluation {
    private let arguments: MessageArguments
    private let file: CatalogBytes?
    private let tokens: TokenSet?
    private(set) var result = AttributedText()
    private(set) var failure: Evaluation.Failure?
    private var depth = 0
    private var budget = CatalogFormat.maximumTextSize

    /// `file` is the catalog's, for its selects; nil for a text from elsewhere.
    init(_ arguments: MessageArguments, file: CatalogBytes?) {
        self.arguments = arguments
        self.file = file
        tokens = arguments.placeholders.isEmpty ? nil : TokenSet(arguments.placeholders)
    }

    /// Appends a text with its specifiers, to which `base` applies.
    mutating func append(_ text: [UInt8], _ specifiers: [TemplateSpecifier], _ base: TextAttributes) {
        let scanner = MarkupScanner(
            text, specifiers: specifiers, readsNames: !arguments.named.isEmpty, tokens: tokens)
        var styles = [base]
        for element in scanner.elements {
            let style = styles[styles.count - 1]
            switch element {
            case .literal(let range), .open(_, head: let range, isClosed: false):
                append(String(decoding: text[range], as: UTF8.self), style)
            case .open(let attributes, head: _, isClosed: true):
                styles.append(style.overridden(by: attributes))
            case .close:
                styles.removeLast()
            case .image(let image):
                result.append(AttributedText.Span(image, style))
            case .token(let range):
                append(isolated: evaluate(text[range], []), style)
            case .insertion(let specifier):
                insert(specifier, of: text, style)
            }
        }
    }

    private mutating func append(_ text: String, _ style: TextAttributes) {
        result.append(AttributedText.Span(text, style))
    }

    private mutating func append(isolated text: String, _ style: TextAttributes) {
        append(BidirectionalText.isolated(text), style)
    }

    private mutating func insert(_ specifier: TemplateSpecifier, of text: [UInt8], _ style: TextAttributes) {
        if specifier.conversion == .select {
            if !arguments.isEmpty, insertVariant(specifier, style) { return }
            return append(String(decoding: text[specifier.offset..<specifier.end], as: UTF8.self), style)
        }
        var alone = specifier
        alone.offset = 0
        append(isolated: evaluate(text[specifier.offset..<specifier.end], [alone]), style)
    }

    /// What the plain call makes of a part of the text.
    private mutating func evaluate(_ text: ArraySlice<UInt8>, _ specifiers: [TemplateSpecifier]) -> String {
        var records: [UInt8] = []
        for specifier in specifiers { specifier.encode(to: &records) }
        let (string, failure) = unsafe text.withUnsafeBufferPointer { text in
            unsafe records.withUnsafeBufferPointer { records in
                ArgumentList.with(arguments) { arguments in
                    unsafe MessageFormatter(text: text, records: records, file: nil, isChecked: false)
                        .evaluated(arguments)
                }
            }
        }
        self.failure = self.failure ?? failure
        return string
    }

    /// Appends the variant that a select's argument chooses; false when the catalog is damaged there.
    private mutating func insertVariant(_ specifier: TemplateSpecifier, _ style: TextAttributes) -> Bool {
        guard depth < CatalogFormat.maximumSelectDepth, let sections = file.map(SelectSections.init(of:)),
            let select = sections.select(at: specifier.position),
            let variant = select.text(chosenVariant(of: select, by: sections.rules)),
            let records = sections.specifiers(at: variant.template), spend(on: variant.text)
        else {
            failure = failure ?? Evaluation.Failure(code: .damaged, specifier: "")
            return false
        }
        depth += 1
        append(unsafe Array(variant.text.buffer), records.templateSpecifiers, style)
        depth -= 1
        return true
    }

    private mutating func chosenVariant(of select: SelectRecord, by rules: PluralRules) -> Int {
        let (variant, failure) = ArgumentList.with(arguments) { arguments in
            // It only chooses: nothing is written.
            var evaluation = unsafe Evaluation(arguments, file: nil, output: TextOutput(.init(start: nil, count: 0)))
            return (evaluation.chosenVariant(of: select, by: rules), evaluation.failure)
        }
        self.failure = self.failure ?? failure
        return variant
    }

    /// Whether the variant's text still fits into what one evaluation may take.
    private mutating func spend(on text: CatalogBytes) -> Bool {
        budget -= text.count + CatalogFormat.selectCost
        return budget >= 0
    }
}

extension CatalogEntry {
    /// The text with its markup read and `arguments` in their places; a specifier that lacks its argument stays visible.
    ///
    /// An argument is put in as text, whatever it looks like. One that holds bidirectional controls is isolated, so that
    /// they end with it.
    package func attributed(_ arguments: MessageArguments) -> AttributedText {
        attributedEvaluation(arguments).result
    }

    /// The text with its markup read and `arguments` in their places.
    ///
    /// Errors: `missingArgument`, `wrongArgumentType` for the first specifier that lacks its argument, `damaged`.
    package func attributed(checking arguments: MessageArguments) throws(CatalogError) -> AttributedText {
        let evaluation = attributedEvaluation(arguments)
        if let failure = evaluation.failure { throw failure.error }
        return evaluation.result
    }

    private func attributedEvaluation(_ arguments: MessageArguments) -> AttributedEvaluation {
        var evaluation = AttributedEvaluation(arguments, file: file)
        unsafe evaluation.append(Array(text.buffer), templateSpecifiers, TextAttributes())
        return evaluation
    }
}

extension MessageTemplate {
    /// The text with its markup read and `arguments` in their places; a specifier that lacks its argument stays visible.
    package func attributed(_ arguments: MessageArguments) -> AttributedText {
        var evaluation = AttributedEvaluation(arguments, file: nil)
        evaluation.append(Array(text.utf8), specifiers, TextAttributes())
        return evaluation.result
    }

    /// What in the text's markup deserves a warning.
    package var markupFindings: [String] {
        MarkupScanner(Array(text.utf8), specifiers: specifiers, readsNames: true, tokens: nil).findings
    }
}
