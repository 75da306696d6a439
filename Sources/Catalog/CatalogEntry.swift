/// A message as the catalog holds it: its text, and where in it arguments go.
package struct CatalogEntry: Sendable {
    /// The text without a copy, UTF-8; a NUL follows its last byte. Of a message with variants it is what `other` says.
    package let text: CatalogBytes
    /// Records of `TemplateSpecifier`, or nil for a text that has none.
    @usableFromInline let specifiers: CatalogBytes?
    /// Whether the text holds markup for the attributed call. The plain call gives it as it stands.
    package let isAttributed: Bool
    /// Whether the text is known to be UTF-8.
    @usableFromInline let isChecked: Bool

    /// The catalog's file, where variants are; no bytes for a text from elsewhere.
    @usableFromInline let file: CatalogBytes

    @inlinable
    init(text: CatalogBytes, specifiers: CatalogBytes?, isAttributed: Bool, isChecked: Bool, file: CatalogBytes) {
        self.isChecked = isChecked
        self.text = text
        self.specifiers = specifiers
        self.isAttributed = isAttributed
        self.file = file
    }

    /// A message from outside of a catalog. `text` is UTF-8, followed by a NUL and, like `specifiers`, stays as it is for
    /// the life of the process.
    package init(text: CatalogBytes, specifiers: CatalogBytes?) {
        self.init(text: text, specifiers: specifiers, isAttributed: false, isChecked: true, file: text.empty)
    }

    /// A copy of the text as a string; bytes that are not UTF-8 become U+FFFD.
    package var string: String {
        guard isChecked else { return text.string }
        var span = unsafe UTF8Span(unchecked: text.buffer.span)
        _ = span.checkForASCII()
        return String(copying: span)
    }

    /// Whether the text has a place for an argument, or a `%%`.
    package var isTemplate: Bool { specifiers != nil }

    /// The text with `arguments` in their places; a specifier that lacks its argument stays visible.
    ///
    /// Without arguments this is the text as it stands. At most one allocation: the string's own.
    package func formatted(_ arguments: MessageArguments) -> String {
        ArgumentList.with(arguments) { formatter.evaluated($0).string }
    }

    /// The text with these positional arguments in their places, as `formatted(_:)` without an array of them.
    package func formatted(positional arguments: UnsafeBufferPointer<MessageArgument>) -> String {
        unsafe formatter.evaluated(ArgumentList(positional: arguments)).string
    }

    /// The text with `arguments` in their places.
    ///
    /// Errors: `missingArgument`, `wrongArgumentType` for the first specifier that lacks its argument, `damaged`.
    package func formatted(checking arguments: MessageArguments) throws(CatalogError) -> String {
        let result = ArgumentList.with(arguments) { formatter.evaluated($0) }
        if let failure = result.failure { throw failure.error }
        return result.string
    }

    /// Writes the text with `arguments` in their places to `buffer` as far as it fits, and returns the number of bytes
    /// that the whole takes. No NUL is added.
    package func format(_ arguments: MessageArguments, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        ArgumentList.with(arguments) { unsafe formatter.write($0, to: buffer) }
    }

    /// The template's specifiers in the order of the text; damaged ones are left out.
    package var templateSpecifiers: [TemplateSpecifier] { specifiers?.templateSpecifiers ?? [] }

    private var formatter: MessageFormatter {
        unsafe MessageFormatter(text: text.buffer, records: recordBuffer, file: file, isChecked: isChecked)
    }

    private var recordBuffer: UnsafeBufferPointer<UInt8> {
        unsafe (specifiers ?? text.empty).buffer
    }
}

extension CatalogBytes {
    /// Of records of specifiers: what they describe; damaged ones are left out.
    var templateSpecifiers: [TemplateSpecifier] {
        stride(from: 0, to: count, by: TemplateSpecifier.recordSize).compactMap { offset in
            unsafe TemplateSpecifier(record: UnsafeRawBufferPointer(buffer), at: offset)
        }
    }
}
