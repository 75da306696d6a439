/// A JSON text that has been read and found correct.
///
/// Strict RFC 8259 in UTF-8: no byte order mark, no comments, no trailing commas, no second value, no name twice in an
/// object (also when written with escapes), and within limits. Parsing is one pass without recursion into a flat tape;
/// strings are copied and numbers converted only when they are asked for.
package struct JSONDocument: Sendable {
    let tape: JSONTape

    /// Reads a whole text.
    ///
    /// - Throws: `JSONError` with the first fault and its place.
    package init(parsing bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        var parser = JSONParser(limits: limits)
        try parser.parse(bytes.span)
        tape = JSONTape(bytes: bytes, entries: parser.entries, resolved: parser.resolved)
    }

    /// The value that the text is.
    package var root: JSONElement {
        JSONElement(tape: tape, index: 0)
    }

    /// The text as it was given.
    package var bytes: [UInt8] { tape.bytes }

    /// Finds line and column of a byte offset that an element or a member gave.
    package func position(ofOffset offset: Int) -> JSONPosition {
        let bytes = tape.bytes
        return JSONPosition(ofOffset: offset, in: bytes.span)
    }
}
