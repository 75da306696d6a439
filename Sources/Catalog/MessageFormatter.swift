// How a text and its arguments become one text
// --------------------------------------------
// The specifiers' records are walked in the order of the text; what lies between them is copied. The result goes to
// a buffer on the stack and from there into a string, which is the only allocation; a longer one is evaluated again,
// right into a string of the size now known. Nothing is parsed, and no argument's text is ever read for specifiers.
//
// The text of a catalog whose texts were checked is UTF-8, and arguments are. So a result is, unless it was cut within a
// character, which the walk notices; only then, or where nothing was checked, the bytes are looked at again.
//
// Where a select stands, the variant that its argument chooses is walked the same way, and its selects within; the
// depth and the size of all that are bounded, so that a hostile catalog cannot make a call endless.
//
// With placeholders the text is walked byte by byte instead, as their tokens may begin anywhere. A specifier that a
// token touches is literal.

/// Puts arguments into one text. It borrows the text and the records for the time of a call.
@safe
struct MessageFormatter {
    private let text: UnsafeBufferPointer<UInt8>
    private let records: UnsafeRawBufferPointer
    private let file: CatalogBytes?
    private let isChecked: Bool

    /// `records` are those of `TemplateSpecifier`, `file` is the catalog's file, which holds their selects; both may
    /// be damaged. `isChecked` tells that the text, and that of the variants, is UTF-8.
    init(
        text: UnsafeBufferPointer<UInt8>, records: UnsafeBufferPointer<UInt8>, file: CatalogBytes?, isChecked: Bool
    ) {
        unsafe self.text = text
        unsafe self.records = UnsafeRawBufferPointer(records)
        self.file = file
        self.isChecked = isChecked
    }

    /// The text, and what went wrong first; specifiers without their argument stay visible.
    func evaluated(_ arguments: ArgumentList) -> (string: String, failure: Evaluation.Failure?) {
        if arguments.isEmpty {
            return unsafe (Self.string(text, isText: isChecked), nil)
        }
        let stackSize = 512
        return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: stackSize) { buffer in
            let evaluation = unsafe evaluate(arguments, into: buffer)
            let size = evaluation.output.count
            if size <= stackSize {
                let written = unsafe UnsafeBufferPointer(rebasing: buffer[..<size])
                return unsafe (Self.string(written, isText: isChecked && evaluation.isWhole), evaluation.failure)
            }
            let string = unsafe String(unsafeUninitializedCapacity: size) { unsafe write(arguments, to: $0) }
            return (string, evaluation.failure)
        }
    }

    /// Writes as much as fits and returns the size of the whole.
    func write(_ arguments: ArgumentList, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        unsafe evaluate(arguments, into: buffer).output.count
    }

    private func evaluate(
        _ arguments: ArgumentList, into buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Evaluation {
        var evaluation = unsafe Evaluation(arguments, file: file, output: TextOutput(buffer))
        unsafe evaluation.run(text, records)
        return evaluation
    }

    /// A string of these bytes; what is not UTF-8 becomes U+FFFD, unless it is known to be.
    private static func string(_ bytes: UnsafeBufferPointer<UInt8>, isText: Bool) -> String {
        guard isText else { return unsafe String(decoding: bytes, as: UTF8.self) }
        var span = unsafe UTF8Span(unchecked: bytes.span)
        _ = span.checkForASCII()
        return String(copying: span)
    }
}
