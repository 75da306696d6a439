/// What applies to a piece of text; nil is as in the text around it, in the end the base style.
public struct TextAttributes: Hashable, Sendable, Codable {
    /// The font's name.
    public var fontName: String?
    /// The font's size in points.
    public var size: Double?
    /// The text's color.
    public var color: TextColor?
    /// Whether the text is bold; false takes away what the base style has, as in the other traits.
    public var bold: Bool?
    /// Whether the text is italic.
    public var italic: Bool?
    /// Whether all characters are of one width.
    public var monospace: Bool?
    /// Whether a line runs under the text.
    public var underline: Bool?
    /// Whether a line runs through the text.
    public var strikethrough: Bool?
    /// Space between characters in points, which may be below zero.
    public var kern: Double?
    /// Where the text leads.
    public var link: String?
    /// Space between paragraphs in points.
    public var paragraphSpacing: Double?
    /// Space between the lines of a paragraph in points.
    public var lineSpacing: Double?
    /// How paragraphs are aligned.
    public var alignment: TextAlignment?

    /// Nothing applies.
    public init() {}

    /// These, overridden by those of a section inside.
    func overridden(by inner: TextAttributes) -> TextAttributes {
        var result = inner
        result.fontName = inner.fontName ?? fontName
        result.size = inner.size ?? size
        result.color = inner.color ?? color
        result.bold = inner.bold ?? bold
        result.italic = inner.italic ?? italic
        result.monospace = inner.monospace ?? monospace
        result.underline = inner.underline ?? underline
        result.strikethrough = inner.strikethrough ?? strikethrough
        result.kern = inner.kern ?? kern
        result.link = inner.link ?? link
        result.paragraphSpacing = inner.paragraphSpacing ?? paragraphSpacing
        result.lineSpacing = inner.lineSpacing ?? lineSpacing
        result.alignment = inner.alignment ?? alignment
        return result
    }
}

/// A color in sRGB; each part 0 to 255, 255 of `alpha` being opaque.
public struct TextColor: Hashable, Sendable, Codable {
    /// 0 to 255, as the others.
    public var red: UInt8
    /// 0 to 255.
    public var green: UInt8
    /// 0 to 255.
    public var blue: UInt8
    /// 0 to 255, which is opaque.
    public var alpha: UInt8

    /// A color of these parts.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

/// How the lines of a paragraph are aligned.
public enum TextAlignment: String, Hashable, Sendable, Codable {
    /// To the left margin.
    case left
    /// In the middle.
    case center
    /// To the right margin.
    case right
    /// To both margins.
    case justified
    /// By the direction of the text.
    case natural
}
