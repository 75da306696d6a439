/// A place in a source file as editors show it.
package struct SourcePosition: Hashable, Sendable {
    /// From 1.
    package var line: Int
    /// From 1, in Unicode scalars.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// Tells lines and columns of ascending offsets, going over the text once. Lines end in LF, CR LF or CR.
package struct PositionCursor {
    private var offset = 0
    private var line = 1
    private var column = 1

    package init() {}

    /// The place of the byte at `target`, which may be one past the end. Going back starts over.
    package mutating func position(ofOffset target: Int, in text: Span<UInt8>) -> SourcePosition {
        if target < offset { self = PositionCursor() }
        while offset < min(target, text.count) {
            let byte = text[offset]
            let endsLine =
                byte == 0x0A || byte == 0x0D && (offset + 1 == text.count || text[offset + 1] != 0x0A)
            offset += 1
            if endsLine {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return SourcePosition(line: line, column: column)
    }
}
