/// Text for the inside of markup.
enum MarkupEscaping {
    /// For XML as GLib reads it: the characters that mean something as entities, and control characters, which must not
    /// stand in it, as references to them.
    static func xml(_ text: String) -> String {
        escaped(text) { "&#x" + String($0.value, radix: 16) + ";" }
    }

    /// For HTML, where control characters must not even be referred to: they become U+FFFD.
    static func html(_ text: String) -> String {
        escaped(text) { _ in "\u{FFFD}" }
    }

    /// A string of CSS in quotation marks; what is neither a letter, a digit, a blank nor one of `-_.` by its number.
    static func cssString(_ text: String) -> String {
        var result = "'"
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
                result.unicodeScalars.append(scalar)
            default:
                if " -_.".unicodeScalars.contains(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\" + String(scalar.value, radix: 16) + " "
                }
            }
        }
        return result + "'"
    }

    private static func escaped(_ text: String, control: (Unicode.Scalar) -> String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: result += "&amp;"
            case 0x3C: result += "&lt;"
            case 0x3E: result += "&gt;"
            case 0x22: result += "&quot;"
            case 0x27: result += "&#39;"
            case 0x09, 0x0A, 0x0D, 0x85: result.unicodeScalars.append(scalar)
            case 0: result += "\u{FFFD}"
            case 0..<0x20, 0x7F..<0xA0: result += control(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
