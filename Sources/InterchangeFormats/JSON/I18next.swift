// i18next's JSON, version 4: objects of keys and texts, whose ends tell plural forms (key_one, key_other), ordinals
// (key_ordinal_few) and contexts (key_male). {{name}} is an argument, {{count}} the number; {{- name}} is not escaped, which no
// catalog does anyway. Source: https://www.i18next.com/misc/json-format
//
// A context is left in the key, as i18next itself looks it up. `zero` is shown for exactly 0 in every language, as i18next
// does where the language has no such category.

import Catalog
import CatalogBuilder
import JSON
import LanguageTags

/// Reads messages from i18next's JSON.
struct I18next {
    private var texts: JSONTexts
    private let language: LanguageTag
    private var messages: [Message] = []
    /// Where the messages with forms are, by their keys' bytes.
    private var places: [[UInt8]: Int] = [:]

    /// The messages of the one language that `source` holds; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard let texts = JSONTexts(source, &diagnostics), let language = source.requiredLanguage(&diagnostics) else {
            return []
        }
        var reader = I18next(texts: texts, language: language)
        reader.read(texts.root, path: "", &diagnostics)
        return [(language, reader.messages)]
    }

    private init(texts: JSONTexts, language: LanguageTag) {
        self.texts = texts
        self.language = language
    }

    /// Whether a file has the plural forms that only i18next has.
    static func isLikely(_ root: JSONElement) -> Bool {
        root.members.contains { member in
            member.value.kind == .object
                ? isLikely(member.value)
                : member.name.hasSuffix("_other") || (member.value.string?.contains("$t(") ?? false)
        }
    }

    private mutating func read(_ object: JSONElement, path: String, _ diagnostics: inout DiagnosticCollector) {
        for member in object.members {
            let key = path + member.name
            let position = texts.position(of: member)
            switch member.value.kind {
            case .object where key.utf8.count < CatalogFormat.maximumKeySize:
                read(member.value, path: key + ".", &diagnostics)
            case .object: diagnostics.error("the key path \(quoted(key)) is too long", at: position)
            case .string: add(key, member.value.string ?? "", at: position, &diagnostics)
            default: diagnostics.warning("\(quoted(key)) is no text and will be missing", at: position)
            }
        }
    }

    private mutating func add(
        _ key: String, _ text: String, at position: SourcePosition, _ diagnostics: inout DiagnosticCollector
    ) {
        if text.contains("$t(") {
            diagnostics.warning("\(quoted(key)) holds another text ($t), which is left as it stands", at: position)
        }
        let content = Self.content(of: text, key: key, at: position, &diagnostics)
        guard let (stem, kind, selector) = Self.form(of: key) else {
            messages.append(Message(key: key, content: content, position: position))
            return
        }
        let variant = MessageSelect.Variant(selector, content)
        let bytes = Array(stem.utf8) + [kind == .ordinal ? 1 : 0]
        if let place = places[bytes], case .select(var select) = messages[place].content {
            select.variants.append(variant)
            messages[place].content = .select(select)
        } else {
            places[bytes] = messages.count
            let select = MessageSelect(kind, on: .name("count"), variants: [variant], position: position)
            messages.append(
                Message(key: kind == .ordinal ? stem + "_ordinal" : stem, content: .select(select), position: position))
        }
    }

    /// What a key's ending tells; nil for a key without forms.
    private static func form(
        of key: String
    ) -> (stem: String, kind: MessageSelect.Kind, selector: MessageSelect.Selector)? {
        guard let end = key.lastIndex(of: "_"), end != key.startIndex,
            let category = PluralCategory(keyword: key[key.index(after: end)...])
        else { return nil }
        let stem = key[..<end]
        let isOrdinal = stem.hasSuffix("_ordinal") && stem.count > "_ordinal".count
        return (
            String(isOrdinal ? stem.dropLast("_ordinal".count) : stem), isOrdinal ? .ordinal : .cardinal,
            category == .zero ? .exact(0) : .category(category)
        )
    }

    /// A text with its arguments.
    private static func content(
        of text: String, key: String, at position: SourcePosition, _ diagnostics: inout DiagnosticCollector
    ) -> MessageContent {
        var pieces: [MessageContent] = []
        var rest = text[...]
        while let start = rest.range(of: "{{") {
            guard let end = rest[start.upperBound...].range(of: "}}") else { break }
            let inner = rest[start.upperBound..<end.lowerBound]
            let parts = inner.split(separator: ",", maxSplits: 1)
            var name = (parts.first ?? "").drop { $0 == "-" || $0 == " " }
            while name.last == " " { name.removeLast() }
            let bytes = Array("{\(name)}".utf8)
            guard TemplateParser(bytes.span).specifiers.first?.size == bytes.count else {
                diagnostics.warning(
                    "\(quoted(key)) has {{\(inner)}}, which is no argument and is left as it stands", at: position)
                pieces += MessageContent.literal(String(rest[..<end.upperBound]))
                rest = rest[end.upperBound...]
                continue
            }
            if parts.count > 1 {
                diagnostics.warning(
                    "\(quoted(key)) asks for {{\(inner)}}; the program has to pass it formatted", at: position)
            }
            if start.lowerBound > rest.startIndex {
                pieces += MessageContent.literal(String(rest[..<start.lowerBound]))
            }
            pieces.append(.text("{\(name)}"))
            rest = rest[end.upperBound...]
        }
        if !rest.isEmpty { pieces += MessageContent.literal(String(rest)) }
        return .joined(pieces)
    }
}

extension StringProtocol {
    /// Where a text stands first.
    func range(of text: String) -> Range<Index>? {
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(text) { return index..<self.index(index, offsetBy: text.count) }
            index = self.index(after: index)
        }
        return nil
    }
}
