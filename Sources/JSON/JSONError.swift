/// Why a text is not a JSON document that this reader accepts, and where.
package struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of fault, one for each rule.
    package enum Code: Sendable, Equatable {
        /// A byte that cannot stand here: a missing colon, a trailing comma, a comment, a bare word.
        case unexpectedByte
        /// The text ends inside a value.
        case unexpectedEnd
        /// Something other than white space follows the value.
        case trailingContent
        /// The text begins with a byte order mark; RFC 8259 section 8.1 forbids it.
        case byteOrderMark
        /// Bytes in a string that are not UTF-8 (RFC 3629): cut, overlong, a surrogate, beyond U+10FFFF.
        case invalidUTF8
        /// A control character that a string must escape.
        case controlCharacter
        /// An escape that RFC 8259 section 7 does not know.
        case invalidEscape
        /// A `\u` escape of half a surrogate pair.
        case loneSurrogate
        /// A NUL character in a string, where the limits forbid it.
        case nulCharacter
        /// A number outside the grammar of RFC 8259 section 6.
        case invalidNumber
        /// A name that its object already holds, compared after escapes are resolved.
        case duplicateName
        /// `JSONLimits.maximumBytes` is passed.
        case tooLarge
        /// `JSONLimits.maximumDepth` is passed.
        case tooDeep
        /// `JSONLimits.maximumMembers` is passed.
        case tooManyMembers
        /// `JSONLimits.maximumStringBytes` is passed.
        case stringTooLong
    }

    /// Which rule was broken.
    package let code: Code
    /// Where, in bytes from the start of the text.
    package let offset: Int
    /// The same place for people.
    package let position: JSONPosition
    /// A sentence that names the thing at fault, without the place.
    package let message: String

    /// The sentence with line and column in front.
    package var description: String {
        "line \(position.line), column \(position.column): \(message)"
    }
}

/// A place in a text as editors show it.
package struct JSONPosition: Sendable, Equatable {
    /// Counted from 1; a line ends with LF.
    package let line: Int
    /// Counted from 1 in Unicode scalars.
    package let column: Int

    /// Finds the place of a byte, which may be the one past the end.
    init(ofOffset offset: Int, in bytes: Span<UInt8>) {
        var line = 1
        var column = 1
        for index in 0..<min(offset, bytes.count) {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.line = line
        self.column = column
    }
}
