/// One value or member name of a parsed document.
///
/// The tape is the document in reading order: a container is followed by its content, an object's content is
/// name, value, name, value. Sixteen bytes each, so that a reply of the usual size stays in a few cache lines.
struct TapeEntry {
    /// Where the value starts in the text; for strings and names the byte after the quote.
    var offset: UInt32
    /// Bytes of a string (escapes resolved) or of a number's text; children of a container, a member counting once.
    var length: UInt32
    /// The tape index after a container's content (while parsing: the container around it);
    /// where a string with escapes stands in the store of resolved strings.
    var link: UInt32
    /// What stands here; member names are strings.
    var kind: JSONKind
    /// `true` itself for booleans; for strings: the text has escapes and `link` holds.
    var flag: Bool
}

/// A parsed document's bytes and tape, shared by its elements and never changed.
final class JSONTape: Sendable {
    let bytes: [UInt8]
    let entries: [TapeEntry]
    /// Strings that were written with escapes, resolved, one after the other.
    let resolved: [UInt8]

    init(bytes: [UInt8], entries: [TapeEntry], resolved: [UInt8]) {
        self.bytes = bytes
        self.entries = entries
        self.resolved = resolved
    }

    /// The tape index after the value at `index` and all its content.
    func end(of index: Int) -> Int {
        let entry = entries[index]
        return entry.kind.isContainer ? Int(entry.link) : index + 1
    }

    /// Hands out the UTF-8 of a string, a name or a number's text without copying it.
    @inline(__always)
    func withText<Result, Failure: Error>(
        at index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let entry = entries[index]
        if entry.kind == .string, entry.flag {
            let store = resolved
            let span = store.span
            return try body(span.extracting(Int(entry.link)..<Int(entry.link + entry.length)))
        }
        let store = bytes
        let span = store.span
        return try body(span.extracting(Int(entry.offset)..<Int(entry.offset + entry.length)))
    }

    /// Copies a string, a name or a number's text; the parser has checked that it is UTF-8.
    func string(at index: Int) -> String {
        withText(at: index) { text in
            // Every text on the tape went through the parser's UTF-8 check.
            var text = unsafe UTF8Span(unchecked: text)
            // Strings that are known to be ASCII hash and compare as bytes.
            _ = text.checkForASCII()
            return String(copying: text)
        }
    }

    /// Whether the text at `index` has exactly these bytes.
    func text(at index: Int, equals other: Span<UInt8>) -> Bool {
        guard Int(entries[index].length) == other.count else { return false }
        return withText(at: index) { text in text.hasSameBytes(as: other) }
    }
}

extension Span where Element == UInt8 {
    /// Whether both hold the same bytes in the same order.
    @inline(__always)
    func hasSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] {
            return false
        }
        return true
    }
}
