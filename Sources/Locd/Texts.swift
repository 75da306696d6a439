internal import Catalog

/// The texts of one domain in one language and those it falls back to: a fixed set, whatever the language becomes.
///
/// For a whole page or request in one language, and for languages other than the current one. Copying is cheap, and
/// any thread may use it.
public struct Texts: Sendable {
    let snapshot: Snapshot
    let missing: MissingTexts

    /// The language, and what goes with it.
    public var locale: Localizer.Locale { snapshot.locale }

    /// The text of a key, as it stands in the catalog; for a missing one what the missing-text policy says.
    public subscript(key: String) -> String {
        snapshot.text(key, missing: missing)
    }

    /// The text of a key, as it stands in the catalog. `default` is shown for a missing key in place of what the
    /// missing-text policy says.
    public func text(_ key: String, default: String? = nil) -> String {
        snapshot.text(key, MessageArguments(), default: `default`, missing: missing)
    }

    /// The text of a key with an argument in its place `%@`, `%d`, `%1$@` and so on; a number chooses the plural form.
    ///
    /// Superfluous arguments are ignored; a place that lacks its argument, or whose argument is of the wrong kind, stays
    /// visible. `default` is shown for a missing key in place of what the missing-text policy says.
    public func text(_ key: String, _ argument: any TextArgument, default: String? = nil) -> String {
        unsafe withArguments(argument) { unsafe snapshot.text(key, $0, default: `default`, missing: missing) }
    }

    /// The text of a key with two arguments in their places, as `text(_:_:default:)`.
    public func text(
        _ key: String, _ first: any TextArgument, _ second: any TextArgument, default: String? = nil
    ) -> String {
        unsafe withArguments(first, second) { unsafe snapshot.text(key, $0, default: `default`, missing: missing) }
    }

    /// The text of a key with three arguments in their places, as `text(_:_:default:)`.
    public func text(
        _ key: String, _ first: any TextArgument, _ second: any TextArgument, _ third: any TextArgument,
        default: String? = nil
    ) -> String {
        unsafe withArguments(first, second, third) {
            unsafe snapshot.text(key, $0, default: `default`, missing: missing)
        }
    }

    /// The text of a key with four arguments or more in their places, as `text(_:_:default:)`.
    public func text(
        _ key: String, _ first: any TextArgument, _ second: any TextArgument, _ third: any TextArgument,
        _ fourth: any TextArgument, _ others: any TextArgument..., default: String? = nil
    ) -> String {
        let arguments = MessageArguments(positional: [first, second, third, fourth] + others)
        return snapshot.text(key, arguments, default: `default`, missing: missing)
    }

    /// The text of a key with arguments in its places `{name}` and `{{name}}`.
    ///
    /// A place that lacks its argument stays visible. `default` is shown for a missing key in place of what the
    /// missing-text policy says.
    public func text(
        _ key: String, _ arguments: KeyValuePairs<String, any TextArgument>, default: String? = nil
    ) -> String {
        snapshot.text(key, MessageArguments(named: arguments), default: `default`, missing: missing)
    }

    /// The text of a key with each of these tokens replaced, wherever it stands: `["%name%": "Ada"]`.
    ///
    /// The text is read once from left to right, at each place the longest token counts, and what was put in is not read
    /// again. An empty token is ignored. Tokens are replaced in the text for a missing key too.
    public func text(
        _ key: String, replacing tokens: [String: any TextArgument], default: String? = nil
    ) -> String {
        snapshot.text(key, MessageArguments(tokens: tokens), default: `default`, missing: missing)
    }

    /// The text of a key with arguments in its places, for programs that would rather have an error than a gap.
    ///
    /// As `text(_:_:default:)`. Errors: `missingText`, `missingArgument`, `wrongArgumentType`.
    public func checkedText(_ key: String, _ arguments: any TextArgument...) throws(LocdError) -> String {
        try snapshot.checkedText(key, MessageArguments(positional: arguments))
    }

    /// The text of a key with named arguments in its places, for programs that would rather have an error than a gap.
    ///
    /// As `text(_:_:default:)`. Errors: `missingText`, `missingArgument`, `wrongArgumentType`.
    public func checkedText(
        _ key: String, _ arguments: KeyValuePairs<String, any TextArgument>
    ) throws(LocdError) -> String {
        try snapshot.checkedText(key, MessageArguments(named: arguments))
    }

    /// The text of a key as it stands in the catalog; nil for a missing one, which is told of all the same.
    public func textIfPresent(_ key: String) -> String? {
        snapshot.textIfPresent(key, missing: missing)
    }

    /// The text of a key without a copy; nil for a missing one, which is not told of.
    public func utf8(_ key: String) -> UTF8Text? {
        snapshot.utf8(key)
    }

    /// Where the text of a key comes from; nil for a missing one.
    public func origin(of key: String) -> TextOrigin? {
        snapshot.origin(of: key)
    }
}

/// Which catalog answers for a key.
public struct TextOrigin: Hashable, Sendable {
    /// The catalog's domain: the one asked, or one that it shares.
    public let domain: String
    /// The catalog's language, in BCP 47.
    public let language: String
    /// Whether that is the language in which the domain is complete.
    public let isBase: Bool
}

extension Snapshot {
    @inline(__always)
    func text(_ key: String, missing: MissingTexts) -> String {
        if let entry = lookup(key) { return entry.string }
        return missing.text(for: key, default: nil, arguments: MessageArguments(), language: locale.tag)
    }

    func text(
        _ key: String, _ arguments: MessageArguments, default: String?, missing: MissingTexts
    ) -> String {
        if let entry = lookup(key) { return entry.formatted(arguments) }
        return missing.text(for: key, default: `default`, arguments: arguments, language: locale.tag)
    }

    /// As above, with positional arguments that nobody made an array of.
    func text(
        _ key: String, _ arguments: UnsafeBufferPointer<MessageArgument>, default: String?, missing: MissingTexts
    ) -> String {
        if let entry = lookup(key) { return unsafe entry.formatted(positional: arguments) }
        let arguments = unsafe MessageArguments(Array(arguments))
        return missing.text(for: key, default: `default`, arguments: arguments, language: locale.tag)
    }

    func checkedText(_ key: String, _ arguments: MessageArguments) throws(LocdError) -> String {
        guard let entry = lookup(key) else {
            throw LocdError(.missingText, "no text for \"\(key)\" in \(locale.tag)")
        }
        do throws(CatalogError) {
            return try entry.formatted(checking: arguments)
        } catch {
            let code: LocdError.Code = error.code == .missingArgument ? .missingArgument : .wrongArgumentType
            throw LocdError(code, "the text of \"\(key)\": \(error)")
        }
    }

    func textIfPresent(_ key: String, missing: MissingTexts) -> String? {
        if let entry = lookup(key) { return entry.string }
        missing.note(key, language: locale.tag)
        return nil
    }

    @inline(__always)
    func utf8(_ key: String) -> UTF8Text? {
        text(key).map { UTF8Text($0) }
    }
}

extension MessageArguments {
    init(positional arguments: [any TextArgument]) {
        self.init(arguments.map(\.messageArgument))
    }

    init(named arguments: KeyValuePairs<String, any TextArgument>) {
        self.init(named: arguments.map { NamedArgument($0.key, $0.value.messageArgument) })
    }

    init(tokens: [String: any TextArgument]) {
        self.init(placeholders: tokens.map { Placeholder($0.key, $0.value.messageArgument) })
    }
}
