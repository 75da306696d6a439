import CatalogBuilder
import JSON
import LanguageTags

/// A JSON file of a translation format while it is read: the document, and where things stand in it.
struct JSONTexts {
    let root: JSONElement
    private var cursor = PositionCursor()
    private let bytes: [UInt8]

    /// The document of a source; nil, and a finding, for what is no object of strict JSON.
    init?(_ source: CatalogSource, _ diagnostics: inout DiagnosticCollector) {
        do throws(JSONError) {
            let document = try JSONDocument(parsing: source.bytes, limits: .sourceFile)
            root = document.root
            bytes = document.bytes
        } catch {
            diagnostics.error(
                error.message, at: SourcePosition(line: error.position.line, column: error.position.column))
            return nil
        }
        guard root.kind == .object else {
            diagnostics.error("an object was expected", at: position(root.offset))
            return nil
        }
    }

    mutating func position(_ offset: Int) -> SourcePosition {
        // The cursor changes while the text is read.
        let text = bytes
        return cursor.position(ofOffset: offset, in: text.span)
    }

    mutating func position(of member: JSONMember) -> SourcePosition {
        position(member.nameOffset)
    }

    /// A tag that stands in the file; nil, and a finding, for one that is none.
    mutating func language(
        _ text: String, at offset: Int, _ diagnostics: inout DiagnosticCollector
    ) -> LanguageTag? {
        do throws(LanguageTagError) {
            return try LanguageTag(parsing: text)
        } catch {
            diagnostics.error(error.message, at: position(offset))
            return nil
        }
    }
}
