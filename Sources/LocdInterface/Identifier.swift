/// Names that peers and files give: application identifiers and domains.
package enum Identifier {
    /// Whether a name may be used: 1 to 127 bytes of ASCII letters, digits, `.`, `_`, `-` and `+`, beginning with a
    /// letter, a digit or `_`. So it is never a path of more than one component, `.`, `..` or an option.
    package static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= 127, isWord(first) else { return false }
        return bytes.allSatisfy {
            isWord($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            return true
        default: return false
        }
    }
}
