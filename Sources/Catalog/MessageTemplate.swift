/// A text from outside of a catalog, parsed for arguments: the default text of a call, a program's own text.
package struct MessageTemplate: Hashable, Sendable {
    package let text: String
    /// The specifiers in the order of the text.
    package let specifiers: [TemplateSpecifier]
    private let records: [UInt8]

    /// Parses `text` as the catalog's writer does.
    package init(parsing text: String) {
        self.text = text
        specifiers = TemplateParser(text.utf8Span.span).specifiers
        var records: [UInt8] = []
        records.reserveCapacity(specifiers.count * TemplateSpecifier.recordSize)
        for specifier in specifiers {
            specifier.encode(to: &records)
        }
        self.records = records
    }

    /// A text of which no part is a specifier.
    init(verbatim text: String) {
        self.text = text
        specifiers = []
        records = []
    }

    /// The text with `arguments` in their places; a specifier that lacks its argument stays visible.
    package func formatted(_ arguments: MessageArguments) -> String {
        evaluated(arguments).string
    }

    /// The text with `arguments` in their places.
    ///
    /// Errors: `missingArgument`, `wrongArgumentType` for the first specifier that lacks its argument.
    package func formatted(checking arguments: MessageArguments) throws(CatalogError) -> String {
        let result = evaluated(arguments)
        if let failure = result.failure { throw failure.error }
        return result.string
    }

    private func evaluated(_ arguments: MessageArguments) -> (string: String, failure: Evaluation.Failure?) {
        unsafe text.utf8Span.span.withUnsafeBufferPointer { text in
            unsafe records.withUnsafeBufferPointer { records in
                ArgumentList.with(arguments) { arguments in
                    unsafe MessageFormatter(text: text, records: records, file: nil, isChecked: true)
                        .evaluated(arguments)
                }
            }
        }
    }
}
