internal import Catalog

extension Texts {
    /// The text of a key with its markup read, `<traits=b>{bold}` becoming a span, and arguments in its places `%@`, `%d`,
    /// `%1$@` and so on.
    ///
    /// Arguments are put in as text, whatever they look like. What is shown for a missing key holds no markup, unless it is
    /// the `default` of the call.
    public func attributedText(
        _ key: String, _ arguments: any TextArgument..., default: String? = nil
    ) -> AttributedText {
        snapshot.attributedText(key, MessageArguments(positional: arguments), default: `default`, missing: missing)
    }

    /// The text of a key with its markup read, and arguments in its places `{name}` and `{{name}}`.
    ///
    /// As `attributedText(_:_:default:)`.
    public func attributedText(
        _ key: String, _ arguments: KeyValuePairs<String, any TextArgument>, default: String? = nil
    ) -> AttributedText {
        snapshot.attributedText(key, MessageArguments(named: arguments), default: `default`, missing: missing)
    }
}

extension Localizer {
    /// The text of a key with its markup read, `<traits=b>{bold}` becoming a span, and arguments in its places `%@`, `%d`,
    /// `%1$@` and so on.
    ///
    /// Arguments are put in as text, whatever they look like. What is shown for a missing key holds no markup, unless it is
    /// the `default` of the call.
    public func attributedText(
        _ key: String, _ arguments: any TextArgument..., default: String? = nil
    ) -> AttributedText {
        let arguments = MessageArguments(positional: arguments)
        return withSnapshot { $0.attributedText(key, arguments, default: `default`, missing: missing) }
    }

    /// The text of a key with its markup read, and arguments in its places `{name}` and `{{name}}`.
    ///
    /// As `attributedText(_:_:default:)`.
    public func attributedText(
        _ key: String, _ arguments: KeyValuePairs<String, any TextArgument>, default: String? = nil
    ) -> AttributedText {
        let arguments = MessageArguments(named: arguments)
        return withSnapshot { $0.attributedText(key, arguments, default: `default`, missing: missing) }
    }
}

extension Snapshot {
    func attributedText(
        _ key: String, _ arguments: MessageArguments, default: String?, missing: MissingTexts
    ) -> AttributedText {
        if let entry = lookup(key) { return entry.attributed(arguments) }
        if let text = `default` {
            missing.note(key, language: locale.tag)
            return MessageTemplate(parsing: text).attributed(arguments)
        }
        let text = missing.text(for: key, default: nil, arguments: arguments, language: locale.tag)
        return AttributedText([AttributedText.Span(text)])
    }
}
