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
        formatter.string(arguments)
    }

    /// The text with `arguments` in their places.
    ///
    /// Errors: `missingArgument`, `wrongArgumentType` for the first specifier that lacks its argument, `damaged`.
    package func formatted(checking arguments: MessageArguments) throws(CatalogError) -> String {
        try formatter.checkedString(arguments)
    }

    /// Writes the text with `arguments` in their places to `buffer` as far as it fits, and returns the number of bytes
    /// that the whole takes. No NUL is added.
    package func format(_ arguments: MessageArguments, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        unsafe formatter.write(arguments, to: buffer)
    }

    /// The template's specifiers in the order of the text; damaged ones are left out.
    package var templateSpecifiers: [TemplateSpecifier] {
        guard let specifiers else { return [] }
        return stride(from: 0, to: specifiers.count, by: TemplateSpecifier.recordSize).compactMap { offset in
            unsafe TemplateSpecifier(record: UnsafeRawBufferPointer(recordBuffer), at: offset)
        }
    }

    private var formatter: MessageFormatter {
        unsafe MessageFormatter(text: text.buffer, records: recordBuffer, file: file)
    }

    private var recordBuffer: UnsafeBufferPointer<UInt8> {
        unsafe (specifiers ?? text.empty).buffer
    }
}
