/// The tokens of a call's placeholders, arranged so that most bytes of a text are passed over with one test.
struct TokenSet {
    private let placeholders: [Placeholder]
    /// For each byte whether a token begins with it.
    private var firstBytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// Nil when all tokens are empty.
    init?(_ placeholders: [Placeholder]) {
        self.placeholders = placeholders
        for placeholder in placeholders {
            if let first = placeholder.token.utf8.first { insert(first) }
        }
        if firstBytes == (0, 0, 0, 0) { return nil }
    }

    /// The first place in `range` of `text` where a token begins.
    func firstMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
        for index in start..<max(start, end) where unsafe contains(text[index]) {
            if unsafe longestMatch(in: text, at: index) != nil { return index }
        }
        return nil
    }

    /// The longest token at `start`, as the index of its placeholder and its size.
    func longestMatch(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> (index: Int, size: Int)? {
        let rest = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: text[start...]))
        var best: (index: Int, size: Int)?
        for index in placeholders.indices {
            let size = placeholders[index].token.utf8.count
            guard size > best?.size ?? 0, size <= rest.count,
                unsafe placeholders[index].token.isEqual(to: UnsafeRawBufferPointer(rebasing: rest[..<size]))
            else { continue }
            best = (index, size)
        }
        return best
    }

    private mutating func insert(_ byte: UInt8) {
        let bit = UInt64(1) << UInt64(byte & 63)
        switch byte >> 6 {
        case 0: firstBytes.0 |= bit
        case 1: firstBytes.1 |= bit
        case 2: firstBytes.2 |= bit
        default: firstBytes.3 |= bit
        }
    }

    private func contains(_ byte: UInt8) -> Bool {
        let bits =
            switch byte >> 6 {
            case 0: firstBytes.0
            case 1: firstBytes.1
            case 2: firstBytes.2
            default: firstBytes.3
            }
        return bits >> UInt64(byte & 63) & 1 != 0
    }
}
