// Apple's .strings files: `"key" = "text";`, or `"key";` for a text that is its own key, with comments of both C
// styles. Keys and texts stand in quotation marks of either kind, or bare where they consist of ASCII letters, digits
// and `_ $ / : . -`. The first thing that is not as it should be ends reading with an error.

import LanguageTags

/// Reads messages from a .strings file.
enum StringsSource {
    /// The messages of the one language that `source` holds; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard let language = source.requiredLanguage(&diagnostics) else { return [] }
        do {
            let text = try SourceText(source.bytes)
            return [(language, messages(in: text.bytes, &diagnostics))]
        } catch {
            diagnostics.error(error.message, at: error.position)
            return []
        }
    }

    private static func messages(in text: [UInt8], _ diagnostics: inout DiagnosticCollector) -> [Message] {
        var scanner = StringsScanner(text)
        var cursor = PositionCursor()
        var messages: [Message] = []
        do {
            while let entry = try scanner.nextEntry() {
                messages.append(
                    Message(
                        key: entry.key, text: entry.text, comment: entry.comment,
                        position: cursor.position(ofOffset: entry.offset, in: text.span)))
            }
        } catch {
            diagnostics.error(error.message, at: cursor.position(ofOffset: error.offset, in: text.span))
        }
        return messages
    }
}
