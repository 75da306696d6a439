/// A message as the catalog holds it: its text, and where in it arguments go.
package struct CatalogEntry: Sendable {
    /// The text without a copy, UTF-8; a NUL follows its last byte.
    package let text: CatalogBytes
    /// Records of `TemplateSpecifier`, or nil for a text that has none.
    @usableFromInline let specifiers: CatalogBytes?
    /// Whether the text holds markup for the attributed call. The plain call gives it as it stands.
    package let isAttributed: Bool
    /// Whether the text is known to be UTF-8.
    @usableFromInline let isChecked: Bool

    /// `text` is followed by a NUL and, like `specifiers`, stays as it is for the life of the process.
    @inlinable
    package init(text: CatalogBytes, specifiers: CatalogBytes?, isAttributed: Bool, isChecked: Bool) {
        self.isChecked = isChecked
        self.text = text
        self.specifiers = specifiers
        self.isAttributed = isAttributed
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
        unsafe MessageFormatter(text: text.buffer, records: recordBuffer).string(arguments)
    }

    /// The text with `arguments` in their places.
    ///
    /// Errors: `missingArgument`, `wrongArgumentType` for the first specifier that lacks its argument, `damaged`.
    package func formatted(checking arguments: MessageArguments) throws(CatalogError) -> String {
        try unsafe MessageFormatter(text: text.buffer, records: recordBuffer).checkedString(arguments)
    }

    /// Writes the text with `arguments` in their places to `buffer` as far as it fits, and returns the number of bytes
    /// that the whole takes. No NUL is added.
    package func format(_ arguments: MessageArguments, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        unsafe MessageFormatter(text: text.buffer, records: recordBuffer).write(arguments, to: buffer)
    }

    /// The template's specifiers in the order of the text; damaged ones are left out.
    package var templateSpecifiers: [TemplateSpecifier] {
        guard let specifiers else { return [] }
        return stride(from: 0, to: specifiers.count, by: TemplateSpecifier.recordSize).compactMap { offset in
            unsafe TemplateSpecifier(record: UnsafeRawBufferPointer(recordBuffer), at: offset)
        }
    }

    private var recordBuffer: UnsafeBufferPointer<UInt8> {
        unsafe (specifiers ?? text.empty).buffer
    }
}
