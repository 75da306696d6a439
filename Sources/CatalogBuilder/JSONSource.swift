// JSON as translators and translation services write it. A file that is named by a tag, or whose language was given,
// is one object of keys and texts; any other is an object whose every member is named by a tag and holds such an
// object. Objects inside are dotted key paths: {"a": {"b": "x"}} is the key a.b.

import Catalog
import JSON
import LanguageTags

/// Reads messages from JSON.
struct JSONSource {
    private let document: JSONDocument
    private var cursor = PositionCursor()
    private var messages: [Message] = []

    /// The languages in `source` and their messages; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        do {
            var reader = JSONSource(document: try JSONDocument(parsing: source.bytes, limits: .sourceFile))
            // A name that is no tag is what tells a map from a file of one language.
            if let language = source.language ?? (try? LanguageTag(parsing: stem(of: source.file))) {
                return [(language, reader.messages(of: reader.document.root, &diagnostics))]
            }
            return reader.languages(&diagnostics)
        } catch {
            diagnostics.error(
                error.message, at: SourcePosition(line: error.position.line, column: error.position.column))
            return []
        }
    }

    private init(document: JSONDocument) {
        self.document = document
    }

    /// The file's name without directories and ending.
    private static func stem(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        return String(name.hasSuffix(".json") ? name.dropLast(5) : name)
    }

    private mutating func languages(_ diagnostics: inout DiagnosticCollector) -> [(LanguageTag, [Message])] {
        let root = document.root
        guard root.kind == .object else {
            diagnostics.error("an object of language tags was expected", at: position(root.offset))
            return []
        }
        var result: [(LanguageTag, [Message])] = []
        for member in root.members {
            do {
                let language = try LanguageTag(parsing: member.name)
                guard !result.contains(where: { $0.0 == language }) else {
                    diagnostics.error("the language \(language) is there twice", at: position(member.nameOffset))
                    continue
                }
                result.append((language, messages(of: member.value, &diagnostics)))
            } catch {
                diagnostics.error(
                    "\(error.message); every name on the top level of this file must be a language tag",
                    at: position(member.nameOffset))
            }
        }
        return result
    }

    /// The messages of one language.
    private mutating func messages(of element: JSONElement, _ diagnostics: inout DiagnosticCollector) -> [Message] {
        guard element.kind == .object else {
            diagnostics.error("an object of keys and texts was expected", at: position(element.offset))
            return []
        }
        messages = []
        messages.reserveCapacity(element.count)
        read(element, path: "", &diagnostics)
        return messages
    }

    /// Adds the members of an object whose own place is `path`. The parser's limit bounds the depth.
    private mutating func read(_ object: JSONElement, path: String, _ diagnostics: inout DiagnosticCollector) {
        for member in object.members {
            let key = path + member.name
            let position = position(member.nameOffset)
            let value = member.value
            switch value.kind {
            case .string: add(key, value.string, at: position)
            case .number: add(key, value.numberText, at: position)
            case .bool: add(key, value.bool.map { $0 ? "true" : "false" }, at: position)
            case .null: diagnostics.warning("\(quoted(key)) is null and will be missing", at: position)
            case .array: diagnostics.warning("\(quoted(key)) is an array and will be missing", at: position)
            case .object:
                // Beyond it no key could be stored, and paths must not grow with the depth.
                guard key.utf8.count < CatalogFormat.maximumKeySize else {
                    diagnostics.error("the key path \(quoted(key)) is too long", at: position)
                    continue
                }
                read(value, path: key + ".", &diagnostics)
            }
        }
    }

    private mutating func add(_ key: String, _ text: String?, at position: SourcePosition) {
        if let text { messages.append(Message(key: key, text: text, position: position)) }
    }

    private mutating func position(_ offset: Int) -> SourcePosition {
        cursor.position(ofOffset: offset, in: document.bytes.span)
    }
}
