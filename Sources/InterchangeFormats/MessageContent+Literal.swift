import Catalog
import CatalogBuilder

extension MessageContent {
    /// A text of a format in which neither `%` nor braces mean what they mean in templates: it is cut within whatever
    /// would be read as a specifier, and no piece has one.
    static func literal(_ text: String) -> [MessageContent] {
        let bytes = Array(text.utf8)
        var pieces: [MessageContent] = []
        var start = 0
        for specifier in TemplateParser(bytes.span).specifiers {
            // Behind its first byte; in {{name}} the inner brace would begin one again.
            for cut in [specifier.offset + 1, specifier.offset + 2] where cut > start {
                pieces.append(.text(String(decoding: bytes[start..<cut], as: UTF8.self)))
                start = cut
            }
        }
        if start < bytes.count || pieces.isEmpty {
            pieces.append(.text(String(decoding: bytes[start...], as: UTF8.self)))
        }
        return pieces
    }

    /// One content of several pieces; texts are not joined, since that could make a specifier.
    static func joined(_ pieces: [MessageContent]) -> MessageContent {
        pieces.count == 1 ? pieces[0] : pieces.isEmpty ? .text("") : .sequence(pieces)
    }
}
