/// Names of domains and applications. They become names of files.
package enum EntryName {
    /// Whether a name may be used: 1 to 127 bytes of ASCII letters, digits, `.`, `_`, `-` and `+`, the first one a letter,
    /// a digit or `_`. So it is one path component, neither `.` nor `..` nor hidden.
    package static func isValid(_ name: String) -> Bool {
        guard let first = name.utf8.first, name.utf8.count <= SettingsLimits.nameBytes else { return false }
        let others: [UInt8] = [UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+")]
        return isWord(first) && name.utf8.allSatisfy { isWord($0) || others.contains($0) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "_")
    }
}

/// What can be told of a language tag without knowing languages; the rest is for whoever uses it.
enum TagShape {
    /// Whether a text may be a tag in any spelling, `hi_IN.UTF-8` and `sr@latin` too: 1 to 127 bytes of ASCII letters,
    /// digits, `-`, `_`, `.` and `@`, beginning with a letter.
    static func isPlausible(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= SettingsLimits.nameBytes else {
            return false
        }
        let others = Array("-_.@".utf8)
        return text.utf8.allSatisfy { isAlphanumeric($0) || others.contains($0) }
    }

    /// Whether the first part of a file's name says a language, so that the file is in that language: two or three
    /// letters, alone or followed by more parts. `strings` and `messages` are none.
    static func namesLanguage(_ text: String) -> Bool {
        let language = text.utf8.prefix(while: isLetter)
        let rest = text.utf8.dropFirst(language.count)
        let separators = Array("-_.@".utf8)
        return isPlausible(text) && (2...3).contains(language.count) && rest.first.map(separators.contains) ?? true
    }

    /// Whether a text may be a region: two letters (ISO 3166) or three digits (UN M.49).
    static func isRegion(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 2 && bytes.allSatisfy(isLetter)
            || bytes.count == 3 && bytes.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
