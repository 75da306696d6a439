// Android's string resources: <string>, <plurals> and <string-array> in <resources>. The elements of an array have the keys
// name.0, name.1 and so on. Source: https://developer.android.com/guide/topics/resources/string-resource, and aapt2 where
// that is silent.

import Catalog
import CatalogBuilder
import LanguageTags

/// Reads messages from an XML file of Android's.
struct AndroidResources {
    /// References within references.
    private static let maximumReferences = 8

    private var messages: [Message] = []
    private var texts: [String: String] = [:]
    /// What stands before the next element for translators.
    private var comment: String?

    /// The messages of the one language that `source` holds; what is found wrong is added to `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard let language = source.requiredLanguage(&diagnostics) else { return [] }
        do throws(XMLReader.Failure) {
            let root = try XMLReader.root(of: source.bytes)
            guard root.name == "resources" else {
                diagnostics.error("a file of string resources begins with <resources>", at: root.position)
                return []
            }
            var reader = AndroidResources()
            for part in root.content { reader.add(part, &diagnostics) }
            return [(language, reader.messages.map { reader.resolved($0, &diagnostics) })]
        } catch {
            diagnostics.error(error.message, at: error.position)
            return []
        }
    }

    private mutating func add(_ part: XMLElement.Content, _ diagnostics: inout DiagnosticCollector) {
        switch part {
        case .comment(let text): comment = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case .text: break
        case .element(let element):
            add(element, &diagnostics)
            comment = nil
        }
    }

    private mutating func add(_ element: XMLElement, _ diagnostics: inout DiagnosticCollector) {
        let position = element.position
        guard ["string", "plurals", "string-array"].contains(element.name) else { return }
        guard let name = element.attributes["name"] else {
            return diagnostics.error("<\(element.name)> has no name", at: position)
        }
        switch element.name {
        case "string":
            let text = Self.text(of: element, name, &diagnostics)
            texts[name] = text
            messages.append(Message(key: name, text: text, comment: comment, position: position))
        case "plurals":
            let variants = element.children.compactMap { variant(of: $0, name, &diagnostics) }
            let argument = Self.argument(of: variants)
            messages.append(
                Message(
                    key: name,
                    content: .select(
                        MessageSelect(.cardinal, on: argument, variants: variants, position: position)),
                    comment: comment, position: position))
        default:
            for (index, item) in element.children.enumerated() {
                messages.append(
                    Message(
                        key: "\(name).\(index)", text: Self.text(of: item, name, &diagnostics), comment: comment,
                        position: item.position))
            }
        }
    }

    private func variant(
        of item: XMLElement, _ name: String, _ diagnostics: inout DiagnosticCollector
    ) -> MessageSelect.Variant? {
        let quantity = item.attributes["quantity"] ?? ""
        guard item.name == "item", let category = PluralCategory(keyword: quantity) else {
            diagnostics.error(
                "\(quoted(name)) has a text for the quantity \(quoted(quantity)), which is no category",
                at: item.position)
            return nil
        }
        return .init(.category(category), .text(Self.text(of: item, name, &diagnostics)))
    }

    /// Which argument a plural counts: the first whole number that `other` shows, else the first one.
    private static func argument(of variants: [MessageSelect.Variant]) -> MessageSelect.Argument {
        let text = variants.last { $0.selector == .category(.other) }?.content.neutralText ?? ""
        let bytes = Array(text.utf8)
        let number = TemplateParser(bytes.span).specifiers.first { $0.conversion == .signed }
        return .position(number?.position ?? 0)
    }

    // MARK: Texts

    /// A resource's text as a program sees it.
    private static func text(
        of element: XMLElement, _ name: String, _ diagnostics: inout DiagnosticCollector
    ) -> String {
        var text = AndroidText()
        append(element, to: &text, name, &diagnostics)
        if text.hasBareApostrophe {
            diagnostics.error(
                "\(quoted(name)) has an apostrophe that is neither \\' nor in quotation marks", at: element.position)
        }
        if text.hasOpenQuotation {
            diagnostics.warning("\(quoted(name)) has a quotation mark without its other one", at: element.position)
        }
        return text.value
    }

    private static func append(
        _ element: XMLElement, to text: inout AndroidText, _ name: String, _ diagnostics: inout DiagnosticCollector
    ) {
        for part in element.content {
            switch part {
            case .comment: break
            case .text(let characters, _): text.append(characters)
            case .element(let inner):
                // <xliff:g> only marks what is not to be translated.
                if inner.space != "urn:oasis:names:tc:xliff:document:1.2" {
                    diagnostics.warning(
                        "\(quoted(name)) has <\(inner.name)>, which is left out; its text stays", at: inner.position)
                }
                append(inner, to: &text, name, &diagnostics)
            }
        }
    }

    /// A message whose text names another one has that one's.
    private func resolved(_ message: Message, _ diagnostics: inout DiagnosticCollector) -> Message {
        var message = message
        for _ in 0..<Self.maximumReferences {
            guard case .text(let text) = message.content, text.hasPrefix("@string/") else { return message }
            guard let other = texts[String(text.dropFirst("@string/".count))] else {
                diagnostics.error("\(quoted(message.key)) is \(text), which is not in this file", at: message.position)
                return message
            }
            message.content = .text(other)
        }
        diagnostics.error("\(quoted(message.key)) refers to itself", at: message.position)
        return message
    }
}

/// Characters of a resource on their way to a text: escapes are resolved, blanks outside of quotation marks become one, and
/// those at the ends none.
private struct AndroidText {
    private(set) var hasBareApostrophe = false
    /// Whether quotation marks are open.
    private(set) var hasOpenQuotation = false
    private var text = ""
    private var hasPendingBlank = false

    var value: String { text }

    mutating func append(_ characters: String) {
        var rest = characters.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\": add(Self.escape(&rest))
            case "\"": hasOpenQuotation.toggle()
            case "'" where !hasOpenQuotation:
                hasBareApostrophe = true
                add("'")
            case " ", "\n", "\r", "\t":
                if hasOpenQuotation { add(String(scalar)) } else { hasPendingBlank = true }
            default: add(String(scalar))
            }
        }
    }

    private mutating func add(_ characters: String) {
        if hasPendingBlank, !text.isEmpty { text += " " }
        hasPendingBlank = false
        text += characters
    }

    /// What stands behind a backslash. One before nothing in particular is dropped.
    private static func escape(_ rest: inout Substring.UnicodeScalarView) -> String {
        guard let scalar = rest.popFirst() else { return "" }
        switch scalar {
        case "n": return "\n"
        case "t": return "\t"
        case "u":
            let digits = rest.prefix(4)
            guard digits.count == 4, let value = UInt32(String(digits), radix: 16), let escaped = Unicode.Scalar(value)
            else { return "u" }
            rest = rest.dropFirst(4)
            return String(escaped)
        default: return String(scalar)
        }
    }
}
