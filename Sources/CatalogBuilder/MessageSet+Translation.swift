import Catalog

extension MessageSet {
    /// Leaves out messages without text, which translation services export for what is not translated yet, unless the
    /// base's text is empty too. The base language keeps them.
    mutating func dropUntranslated(base: MessageCatalog?, _ diagnostics: inout DiagnosticCollector) {
        guard !metadata.isBase else { return }
        func isUntranslated(_ message: Message) -> Bool {
            message.content.isEmpty && base?.lookup(message.key)?.text.count != 0
        }
        guard let first = messages.first(where: isUntranslated) else { return }
        let count = messages.count
        messages.removeAll(where: isUntranslated)
        let removed = count - messages.count == 1 ? "1 message has" : "\(count - messages.count) messages have"
        diagnostics.warning(
            "\(removed) no text in \(metadata.language) and will be missing; the first is \(quoted(first.key))",
            at: first.position)
    }

    /// Warns about texts that ask for other arguments than the base language's do.
    func comparePlaceholders(with base: MessageCatalog, _ diagnostics: inout DiagnosticCollector) {
        guard !metadata.isBase else { return }
        for message in messages {
            guard let entry = base.lookup(message.key) else { continue }
            let hasNone = !entry.isTemplate && !TemplateParser.mayHaveSpecifiers(message.text.utf8Span.span)
            guard !hasNone else { continue }
            // Of variants what `other` says is compared: the rest may leave the number out.
            let wanted = PlaceholderList(in: entry.text.string)
            let found = PlaceholderList(in: message.text)
            if let difference = found.difference(from: wanted) {
                diagnostics.warning("message \(quoted(message.key)): \(difference)", at: message.position)
            }
        }
    }
}

/// The arguments that a text asks for, as far as they must agree between languages.
private struct PlaceholderList {
    /// By position, what the specifier looks like and how its argument is read.
    private var positional: [Int: (shown: String, conversion: TemplateSpecifier.Conversion)] = [:]
    private var names: Set<String> = []

    init(in text: String) {
        let bytes = Array(text.utf8)
        for specifier in TemplateParser(bytes.span).specifiers {
            if let range = specifier.nameRange {
                names.insert(String(decoding: bytes[range], as: UTF8.self))
            } else if specifier.isPositional {
                let range = specifier.offset..<specifier.offset + specifier.size
                positional[specifier.position] = (String(decoding: bytes[range], as: UTF8.self), specifier.conversion)
            }
        }
    }

    /// A sentence about the first difference from what the base language has.
    func difference(from base: PlaceholderList) -> String? {
        for position in Set(positional.keys).union(base.positional.keys).sorted() {
            switch (positional[position], base.positional[position]) {
            case (let own?, let other?) where own.conversion.argument != other.conversion.argument:
                return "argument \(position + 1) is \(own.shown), in the base language \(other.shown)"
            case (let own?, nil):
                return "\(own.shown) asks for argument \(position + 1), which the base language does not have"
            case (nil, let other?):
                return "argument \(position + 1) is missing, in the base language it is \(other.shown)"
            default:
                break
            }
        }
        if let name = names.subtracting(base.names).min() {
            return "the base language has no {\(name)}"
        }
        if let name = base.names.subtracting(names).min() {
            return "{\(name)} of the base language is missing"
        }
        return nil
    }
}

extension TemplateSpecifier.Conversion {
    /// What kind of argument it takes.
    fileprivate var argument: Int {
        switch self {
        case .shown: 0
        case .fixed: 1
        default: 2
        }
    }
}
