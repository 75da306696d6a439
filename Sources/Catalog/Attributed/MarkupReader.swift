// What markup is made of
// ----------------------
//   section     <attributes>{text}   `>` and `{` touch; the first `}` that is neither escaped nor a section's own ends it
//   attributes  NAME=VALUE, in any order, blanks between them; VALUE stands in quotation marks or has no blank
//   image       [<img="NAME" size=(W;H) offset=(X;Y)>], size and offset optional, in either order, `,` or `;` in them, and
//               also behind the `>`
//   escapes     \{ \} \< \> \[ \\
// What is not of this form is text. Attributes of other names are taken, without effect.

/// Reads attributes and images out of a text.
struct MarkupReader {
    private let text: [UInt8]
    private(set) var index: Int
    /// What deserves a warning, once the whole has been read.
    private(set) var findings: [String] = []

    private static let longestValue = 2048

    init(_ text: [UInt8], at index: Int) {
        self.text = text
        self.index = index
    }

    /// Reads `<attributes>{`; nil when none begins here.
    mutating func sectionHead() -> TextAttributes? {
        guard take("<") else { return nil }
        var attributes = TextAttributes()
        var isFirst = true
        while true {
            let hasBlank = skipBlanks()
            if take(">") { return take("{") ? attributes : nil }
            guard hasBlank || isFirst, let name = name(), take("="), let value = value(),
                set(name, to: value, of: &attributes)
            else { return nil }
            isFirst = false
        }
    }

    /// Reads `[<img="NAME" …>]`; nil when none begins here.
    mutating func image() -> TextImage? {
        guard take("["), take("<"), name() == "img", take("="), byte == UInt8(ascii: "\""), let name = value(),
            !name.isEmpty
        else { return nil }
        var image = TextImage(name: name)
        var isInside = true
        while true {
            let hasBlank = skipBlanks()
            if isInside, take(">") {
                isInside = false
                continue
            }
            if !isInside, take("]") { return image }
            guard hasBlank, let name = self.name(), take("="), let (first, second) = pair() else { return nil }
            switch name {
            case "size": (image.width, image.height) = (first, second)
            case "offset": (image.x, image.y) = (first, second)
            default: return nil
            }
        }
    }

    // MARK: Values

    private mutating func set(_ name: String, to value: String, of attributes: inout TextAttributes) -> Bool {
        switch name {
        case "name": return Self.assign(value.isEmpty ? nil : value, to: &attributes.fontName)
        case "link": return Self.assign(value.isEmpty ? nil : value, to: &attributes.link)
        case "size": return Self.assign(Self.number(value).flatMap { $0 > 0 ? $0 : nil }, to: &attributes.size)
        case "kern": return Self.assign(Self.number(value), to: &attributes.kern)
        case "spacing": return Self.assign(Self.number(value), to: &attributes.paragraphSpacing)
        case "linespacing": return Self.assign(Self.number(value), to: &attributes.lineSpacing)
        case "alignment": return Self.assign(TextAlignment(rawValue: value.lowercased()), to: &attributes.alignment)
        case "color": return Self.assign(color(value), to: &attributes.color)
        case "traits": return Self.setTraits(value, of: &attributes)
        default:
            findings.append("there is no attribute “\(name)”")
            return true
        }
    }

    /// Whether there is a value to set.
    private static func assign<Value>(_ value: Value?, to place: inout Value?) -> Bool {
        guard let value else { return false }
        place = value
        return true
    }

    /// `r,g,b` or `r,g,b,a`; parts above 255 are 255.
    private mutating func color(_ text: String) -> TextColor? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.number(String($0)) }
        guard (3...4).contains(parts.count) else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard let part else { return nil }
            if !(0...255).contains(part) { findings.append("the color \(text) is out of range") }
            bytes.append(UInt8(min(max(part, 0), 255)))
        }
        return TextColor(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: bytes.count > 3 ? bytes[3] : 255)
    }

    /// Letters, each with a `!` before it to take the trait away, which counts more than to add it.
    private static func setTraits(_ text: String, of attributes: inout TextAttributes) -> Bool {
        let traits: [Character: WritableKeyPath<TextAttributes, Bool?>] = [
            "b": \.bold, "u": \.underline, "i": \.italic, "s": \.strikethrough, "m": \.monospace,
        ]
        var isRemoved = false
        for letter in text {
            if letter == "!" {
                isRemoved = true
                continue
            }
            guard let trait = traits[letter] else { return false }
            attributes[keyPath: trait] = !isRemoved && attributes[keyPath: trait] != false
            isRemoved = false
        }
        return !text.isEmpty
    }

    /// A number of at most five digits and four decimal places; nil for anything else.
    private static func number(_ text: String) -> Double? {
        let unsigned = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), (1...5).contains(parts[0].utf8.count),
            parts.count == 1 || (1...4).contains(parts[1].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return Double(text)
    }

    /// `(a;b)` or `(a,b)`.
    private mutating func pair() -> (Double, Double)? {
        guard take("(") else { return nil }
        let start = index
        while let byte, byte != UInt8(ascii: ")"), index - start < 32 { index += 1 }
        let parts = string(start..<index).split { $0 == ";" || $0 == "," }.map { part in
            Self.number(part.filter { $0 != " " })
        }
        guard take(")"), parts.count == 2, let first = parts[0], let second = parts[1] else { return nil }
        return (first, second)
    }

    // MARK: Words

    private var byte: UInt8? { index < text.count ? text[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard byte == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// Whether there was a blank.
    private mutating func skipBlanks() -> Bool {
        let start = index
        while let byte, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
        return index > start
    }

    private mutating func name() -> String? {
        let start = index
        while let byte, (0x61...0x7A).contains(byte | 0x20), index - start < 64 { index += 1 }
        return index > start ? string(start..<index) : nil
    }

    private mutating func value() -> String? {
        let isQuoted = take("\"")
        let start = index
        while let byte, index - start < Self.longestValue {
            if isQuoted ? byte == UInt8(ascii: "\"") : Self.endsValue(byte) { break }
            index += 1
        }
        let value = string(start..<index)
        if isQuoted { return take("\"") ? value : nil }
        return value.isEmpty ? nil : value
    }

    private static func endsValue(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\""):
            true
        default: false
        }
    }

    private func string(_ range: Range<Int>) -> String {
        String(decoding: text[range], as: UTF8.self)
    }
}
