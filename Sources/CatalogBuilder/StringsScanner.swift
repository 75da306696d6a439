/// Splits the text of a .strings file into its entries.
struct StringsScanner {
    /// A key and its text.
    struct Entry {
        var key: String
        var text: String
        /// The last comment before the key, without its marks and the blanks around it.
        var comment: String?
        /// Where the key begins.
        var offset: Int
    }

    /// What is wrong, and at which byte.
    struct Failure: Error {
        let message: String
        let offset: Int
    }

    /// UTF-8, checked.
    let text: [UInt8]
    var index = 0
    private var comment: String?

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The next entry, or nil at the end of the text.
    mutating func nextEntry() throws(Failure) -> Entry? {
        comment = nil
        try skipBlanksAndComments()
        guard index < text.count else { return nil }
        var entry = Entry(key: "", text: "", comment: comment, offset: index)
        entry.key = try string(expected: "a key")
        try skipBlanksAndComments()
        if byte == UInt8(ascii: ";") {
            entry.text = entry.key
        } else {
            guard byte == UInt8(ascii: "=") else { throw unexpected("“=” or “;” after a key") }
            index += 1
            try skipBlanksAndComments()
            entry.text = try string(expected: "a text")
            try skipBlanksAndComments()
            guard byte == UInt8(ascii: ";") else { throw unexpected("“;” after a text") }
        }
        index += 1
        return entry
    }

    /// The byte at `index`, or nil at the end.
    var byte: UInt8? {
        index < text.count ? text[index] : nil
    }

    /// An error that tells what stands here instead of what was expected.
    func unexpected(_ expectation: String) -> Failure {
        guard index < text.count else {
            return Failure(message: "\(expectation) was expected, the file ends", offset: index)
        }
        let shown = String(decoding: text[index...].prefix(32), as: UTF8.self).prefix(1)
        return Failure(message: "\(expectation) was expected, not \(quoted(String(shown)))", offset: index)
    }

    private mutating func skipBlanksAndComments() throws(Failure) {
        while index < text.count {
            if let size = blankSize() {
                index += size
            } else if text[index...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
                skipLineComment()
            } else if text[index...].starts(with: [UInt8(ascii: "/"), UInt8(ascii: "*")]) {
                try skipBlockComment()
            } else {
                return
            }
        }
    }

    /// The size of the blank here, which may be a line or paragraph separator (U+2028, U+2029); nil when there is none.
    private func blankSize() -> Int? {
        switch text[index] {
        case 0x09...0x0D, 0x20: 1
        case 0xE2 where text[index...].starts(with: [0xE2, 0x80, 0xA8]): 3
        case 0xE2 where text[index...].starts(with: [0xE2, 0x80, 0xA9]): 3
        default: nil
        }
    }

    private mutating func skipLineComment() {
        let start = index + 2
        while let byte, byte != 0x0A, byte != 0x0D { index += 1 }
        keepComment(start..<index)
    }

    private mutating func skipBlockComment() throws(Failure) {
        let start = index
        index += 2
        while index + 1 < text.count {
            if text[index] == UInt8(ascii: "*"), text[index + 1] == UInt8(ascii: "/") {
                keepComment(start + 2..<index)
                index += 2
                return
            }
            index += 1
        }
        throw Failure(message: "the comment that begins here has no end", offset: start)
    }

    private mutating func keepComment(_ range: Range<Int>) {
        var content = text[range]
        while let first = content.first, first <= 0x20 { content.removeFirst() }
        while let last = content.last, last <= 0x20 { content.removeLast() }
        comment = content.isEmpty ? nil : String(decoding: content, as: UTF8.self)
    }
}
