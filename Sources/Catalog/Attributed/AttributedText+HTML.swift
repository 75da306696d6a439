extension AttributedText {
    /// The text as HTML for the inside of an element: `span` elements with styles, line ends as `br`, every character that
    /// means something to a parser escaped.
    ///
    /// A link becomes an `a` element if it leads to the web, a mail address or a telephone; any other, such as one that would
    /// run a script, is left out. `imageURL` tells where an image is found, nil for one that is not shown, as all are
    /// without it. The spacing and alignment of paragraphs are for the element around.
    public func html(imageURL: (_ name: String) -> String? = { _ in nil }) -> String {
        spans.map { span in
            let content: String
            if let image = span.image {
                guard let url = imageURL(image.name) else { return "" }
                content = image.htmlElement(url: url)
            } else {
                content = MarkupEscaping.html(span.text).split(separator: "\n", omittingEmptySubsequences: false)
                    .joined(separator: "<br>")
            }
            return span.attributes.htmlElements(around: content)
        }.joined()
    }
}

extension TextAttributes {
    fileprivate func htmlElements(around content: String) -> String {
        var content = content
        let style = cssDeclarations.joined(separator: ";")
        if !style.isEmpty { content = "<span style=\"\(MarkupEscaping.html(style))\">\(content)</span>" }
        if let link, Self.leadsToPeople(link) {
            content = "<a href=\"\(MarkupEscaping.html(link))\">\(content)</a>"
        }
        return content
    }

    /// Whether the link's scheme is one that runs nothing.
    private static func leadsToPeople(_ link: String) -> Bool {
        let lowercase = link.prefix(16).lowercased()
        return ["https:", "http:", "mailto:", "tel:"].contains { lowercase.hasPrefix($0) }
    }

    private var cssDeclarations: [String] {
        var result: [String] = []
        if let family = fontName.map(MarkupEscaping.cssString) ?? (monospace == true ? "monospace" : nil) {
            result.append("font-family:\(family)")
        }
        if let size { result.append("font-size:\(size.css)pt") }
        if let color {
            let alpha = color.alpha == 255 ? "" : (color.alpha < 16 ? "0" : "") + String(color.alpha, radix: 16)
            result.append("color:#\(color.hexadecimal)\(alpha)")
        }
        if let bold { result.append("font-weight:\(bold ? "bold" : "normal")") }
        if let italic { result.append("font-style:\(italic ? "italic" : "normal")") }
        if underline != nil || strikethrough != nil {
            let lines = [underline == true ? "underline" : nil, strikethrough == true ? "line-through" : nil]
            let value = lines.compactMap { $0 }.joined(separator: " ")
            result.append("text-decoration:\(value.isEmpty ? "none" : value)")
        }
        if let kern { result.append("letter-spacing:\(kern.css)pt") }
        return result
    }
}

extension TextImage {
    fileprivate func htmlElement(url: String) -> String {
        var style: [String] = []
        if let width { style.append("width:\(width.css)pt") }
        if let height { style.append("height:\(height.css)pt") }
        if let x, x != 0 { style.append("margin-left:\(x.css)pt") }
        if let y { style.append("vertical-align:\(y.css)pt") }
        let attribute = style.isEmpty ? "" : " style=\"\(style.joined(separator: ";"))\""
        return "<img src=\"\(MarkupEscaping.html(url))\" alt=\"\"\(attribute)>"
    }
}

extension Double {
    /// Without a fraction of nothing.
    fileprivate var css: String {
        self == rounded() ? String(Int(self)) : String(self)
    }
}
