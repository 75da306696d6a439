extension AttributedText {
    /// The text as Pango markup: one `span` element for each piece that has attributes, every character that means something
    /// to a parser escaped, as g_markup_escape_text does.
    ///
    /// What Pango's markup has no word for is left out: links, images, the spacing and alignment of paragraphs.
    public var pangoMarkup: String {
        spans.map { span in
            let text = MarkupEscaping.xml(span.text)
            let attributes = span.attributes.pangoAttributes
            guard !attributes.isEmpty, !text.isEmpty else { return text }
            let list = attributes.map { " \($0)=\"\(MarkupEscaping.xml($1))\"" }.joined()
            return "<span\(list)>\(text)</span>"
        }.joined()
    }
}

extension TextAttributes {
    /// Attributes of Pango's `span` element and their values.
    fileprivate var pangoAttributes: [(name: String, value: String)] {
        var result: [(name: String, value: String)] = []
        func add(_ name: String, _ value: String?) {
            if let value { result.append((name, value)) }
        }
        add("face", fontName ?? (monospace == true ? "monospace" : nil))
        add("size", size.map(Self.pangoUnits))
        add("foreground", color.map { "#" + $0.hexadecimal })
        // Pango counts opacity from 1 to 65 536.
        add("fgalpha", color.flatMap { $0.alpha == 255 ? nil : String(max(1, Int($0.alpha) * 257)) })
        add("weight", bold.map { $0 ? "bold" : "normal" })
        add("style", italic.map { $0 ? "italic" : "normal" })
        add("underline", underline.map { $0 ? "single" : "none" })
        add("strikethrough", strikethrough.map { $0 ? "true" : "false" })
        add("letter_spacing", kern.map(Self.pangoUnits))
        return result
    }

    /// Points in Pango's unit, a 1024th of one.
    private static func pangoUnits(_ points: Double) -> String {
        String(Int((points * 1024).rounded()))
    }
}

extension TextColor {
    /// Red, green and blue, two digits each.
    var hexadecimal: String {
        [red, green, blue].map { part in
            (part < 16 ? "0" : "") + String(part, radix: 16)
        }.joined()
    }
}
