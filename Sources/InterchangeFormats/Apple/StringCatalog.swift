// Xcode's String Catalog, .xcstrings: a JSON object with the texts of all languages. A text is a stringUnit, or varies by
// plural category or device; substitutions are the variables of a .stringsdict, %arg being their own argument. A key without
// a text in the source language is its own text. Source: files that Xcode 15 and 16 write; there is no specification.

import Catalog
import CatalogBuilder
import JSON
import LanguageTags

/// Reads messages from an .xcstrings file.
struct StringCatalog {
    /// What is wrong, as it goes on after “the text of “key” in LANGUAGE”, and where.
    private struct Failure: Error {
        let message: String
        let offset: Int
    }

    private var texts: JSONTexts
    private var languages: [(tag: LanguageTag, messages: [Message])] = []

    /// The languages in `source` and their messages; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard let texts = JSONTexts(source, &diagnostics) else { return [] }
        var reader = StringCatalog(texts: texts)
        reader.read(&diagnostics)
        return reader.languages.map { ($0.tag, $0.messages) }
            .filter { source.language == nil || $0.0 == source.language }
    }

    private init(texts: JSONTexts) {
        self.texts = texts
    }

    private mutating func read(_ diagnostics: inout DiagnosticCollector) {
        guard let source = texts.root["sourceLanguage"], let tag = source.string,
            let sourceLanguage = texts.language(tag, at: source.offset, &diagnostics)
        else { return diagnostics.error("there is no sourceLanguage") }
        guard let strings = texts.root["strings"], strings.kind == .object else {
            return diagnostics.error("there is no object “strings”")
        }
        languages = [(sourceLanguage, [])]
        for entry in strings.members where entry.value["shouldTranslate"]?.bool ?? true {
            let position = texts.position(of: entry)
            let comment = entry.value["comment"]?.string
            var hasSource = false
            for localization in entry.value["localizations"]?.members.map({ $0 }) ?? [] {
                guard
                    let language = texts.language(localization.name, at: localization.nameOffset, &diagnostics)
                else { continue }
                hasSource = hasSource || language == sourceLanguage
                do throws(Failure) {
                    let content = try Self.content(of: localization.value)
                    guard let content else { continue }
                    append(Message(key: entry.name, content: content, comment: comment, position: position), language)
                } catch {
                    diagnostics.error(
                        "the text of \(quoted(entry.name)) in \(language) \(error.message)",
                        at: texts.position(error.offset))
                }
            }
            if !hasSource {
                append(
                    Message(key: entry.name, text: entry.name, comment: comment, position: position), sourceLanguage)
            }
        }
    }

    private mutating func append(_ message: Message, _ language: LanguageTag) {
        if let place = languages.firstIndex(where: { $0.tag == language }) {
            languages[place].messages.append(message)
        } else {
            languages.append((language, [message]))
        }
    }

    // MARK: One text

    /// Nil for a text that is not translated yet.
    private static func content(of localization: JSONElement) throws(Failure) -> MessageContent? {
        var variables: [String: JSONElement] = [:]
        for member in localization["substitutions"]?.members.map({ $0 }) ?? [] { variables[member.name] = member.value }
        var next = 0
        return try content(of: localization, variables, argument: nil, next: &next, depth: 0)
    }

    private static func content(
        of element: JSONElement, _ variables: [String: JSONElement], argument: Int?, next: inout Int, depth: Int
    ) throws(Failure) -> MessageContent? {
        guard depth <= CatalogFormat.maximumSelectDepth else {
            throw Failure(message: "varies deeper than \(CatalogFormat.maximumSelectDepth)", offset: element.offset)
        }
        if let unit = element["stringUnit"] {
            guard unit["state"]?.string != "new", let text = unit["value"]?.string else { return nil }
            return try content(of: text, in: unit, variables, argument: argument, next: &next, depth: depth)
        }
        guard let variations = element["variations"] else { return nil }
        if let devices = variations["device"] {
            // A machine is none of Apple's devices.
            guard let chosen = devices["other"] ?? devices["mac"] ?? devices.members.first(where: { _ in true })?.value
            else { return nil }
            return try content(of: chosen, variables, argument: argument, next: &next, depth: depth)
        }
        guard let plural = variations["plural"] else {
            throw Failure(message: "varies by something else than plural or device", offset: variations.offset)
        }
        let chooses = argument ?? next
        var variants: [MessageSelect.Variant] = []
        for member in plural.members {
            guard let category = PluralCategory(keyword: member.name) else {
                throw Failure(
                    message: "has a text for \(quoted(member.name)), which is no category", offset: member.nameOffset)
            }
            var inner = chooses
            let text = try content(of: member.value, variables, argument: argument, next: &inner, depth: depth + 1)
            // As in a .stringsdict, `zero` is for nothing at all.
            if let text { variants.append(.init(category == .zero ? .exact(0) : .category(category), text)) }
        }
        if variants.isEmpty { return nil }
        next = max(next, chooses + 1)
        return .select(MessageSelect(.cardinal, on: .position(chooses), variants: variants))
    }

    /// A text with its variables in place.
    private static func content(
        of text: String, in unit: JSONElement, _ variables: [String: JSONElement], argument: Int?, next: inout Int,
        depth: Int
    ) throws(Failure) -> MessageContent {
        var text = text
        if let argument {
            var parts: [Substring] = []
            var rest = text[...]
            while let place = rest.range(of: "%arg") {
                parts.append(rest[..<place.lowerBound])
                rest = rest[place.upperBound...]
            }
            text = (parts + [rest]).joined(separator: "%\(argument + 1)$@")
        }
        var pieces: [MessageContent] = []
        for piece in StringsFormat.pieces(of: text, next: &next) {
            switch piece {
            case .text(let text): pieces.append(.text(text))
            case .variable(let name, let inTurn):
                guard let variable = variables[name] else {
                    throw Failure(
                        message: "asks for the variable \(quoted(name)), which is not there", offset: unit.offset)
                }
                let own = variable["argNum"]?.int.map { $0 - 1 } ?? inTurn
                var inner = own
                let content = try content(of: variable, variables, argument: own, next: &inner, depth: depth + 1)
                pieces.append(content ?? .text(""))
            }
        }
        return .joined(pieces)
    }
}
