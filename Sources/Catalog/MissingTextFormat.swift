/// What is shown for a message that no catalog of the chain has.
package struct MissingTextFormat: Hashable, Sendable {
    /// Text with `{key}` and `{language}`, such as `[No '{key}' in '{language}']`.
    package let format: String

    package init(_ format: String) {
        self.format = format
    }

    /// The format with every `{key}` and `{language}` replaced, and the call's own placeholders with them, in one pass:
    /// what a key holds is never taken for one of them.
    package func text(key: String, language: String, placeholders: [Placeholder] = []) -> String {
        let own = [Placeholder("{key}", .text(key)), Placeholder("{language}", .text(language))]
        return MessageTemplate(verbatim: format).formatted(MessageArguments(placeholders: own + placeholders))
    }
}
