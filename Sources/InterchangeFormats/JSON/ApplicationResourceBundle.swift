// Flutter's Application Resource Bundle: a JSON object of keys and messages in ICU's MessageFormat. Members that begin
// with @@ are about the file, @key is about a key: https://github.com/google/app-resource-bundle/wiki/ApplicationResourceBundleSpecification

import CatalogBuilder
import JSON
import LanguageTags

/// Reads messages from an .arb file.
enum ApplicationResourceBundle {
    /// The messages of the one language that `source` holds, which `@@locale` names; what is found wrong is added to
    /// `diagnostics`.
    static func read(
        _ source: CatalogSource, _ diagnostics: inout DiagnosticCollector
    ) -> [(LanguageTag, [Message])] {
        guard var texts = JSONTexts(source, &diagnostics),
            let language = language(of: source, &texts, &diagnostics)
        else { return [] }
        var messages: [Message] = []
        for member in texts.root.members where !member.name.hasPrefix("@") {
            let position = texts.position(of: member)
            guard let text = member.value.string else {
                diagnostics.error("\(quoted(member.name)) is no string", at: position)
                continue
            }
            do throws(ICUMessage.Failure) {
                let (content, formats) = try ICUMessage.content(of: text)
                if let format = formats.first {
                    diagnostics.warning(
                        "the text of \(quoted(member.name)) asks for \(format); the program has to pass it formatted",
                        at: position)
                }
                messages.append(
                    Message(
                        key: member.name, content: content,
                        comment: texts.root["@" + member.name]?["description"]?.string, position: position))
            } catch {
                diagnostics.error("the text of \(quoted(member.name)) \(error.message)", at: position)
            }
        }
        return [(language, messages)]
    }

    private static func language(
        of source: CatalogSource, _ texts: inout JSONTexts, _ diagnostics: inout DiagnosticCollector
    ) -> LanguageTag? {
        guard let element = texts.root["@@locale"], let text = element.string else {
            return source.requiredLanguage(&diagnostics)
        }
        guard let language = texts.language(text, at: element.offset, &diagnostics) else { return nil }
        if let other = source.language, other != language {
            diagnostics.error("the file is in \(language), not in \(other)", at: texts.position(element.offset))
            return nil
        }
        return language
    }
}
