internal import Catalog

extension Texts {
    /// The text of a key for a number of things, which is argument 1; further arguments follow it.
    ///
    /// A number shown as 1 or 0 has the text of `KEY(1)` or `KEY(0)` where there is one. Every other number, and these where
    /// there is none, has the text of the key itself, whose plural forms the number chooses.
    public func text(
        _ key: String, count: any TextArgument, _ arguments: any TextArgument..., default: String? = nil
    ) -> String {
        snapshot.text(
            key, counted: MessageArguments(positional: [count] + arguments), default: `default`, missing: missing)
    }
}

extension Localizer {
    /// The text of a key for a number of things, which is argument 1; further arguments follow it.
    ///
    /// A number shown as 1 or 0 has the text of `KEY(1)` or `KEY(0)` where there is one. Every other number, and these where
    /// there is none, has the text of the key itself, whose plural forms the number chooses.
    public func text(
        _ key: String, count: any TextArgument, _ arguments: any TextArgument..., default: String? = nil
    ) -> String {
        let arguments = MessageArguments(positional: [count] + arguments)
        return withSnapshot { $0.text(key, counted: arguments, default: `default`, missing: missing) }
    }
}

extension Snapshot {
    func text(
        _ key: String, counted arguments: MessageArguments, default: String?, missing: MissingTexts
    ) -> String {
        if let suffix = arguments.countSuffix, let entry = lookup(key + suffix) { return entry.formatted(arguments) }
        return text(key, arguments, default: `default`, missing: missing)
    }
}

extension MessageArguments {
    /// What is appended to a key to look for the text of exactly this number; nil for numbers that have none.
    fileprivate var countSuffix: String? {
        switch positional.first {
        case .integer(1), .decimal("1"): "(1)"
        case .integer(0), .decimal("0"): "(0)"
        default: nil
        }
    }
}
