internal import Catalog
internal import LinuxIO

/// A key that was asked for and that no catalog has.
public struct MissingKey: Hashable, Sendable {
    /// The domain it was looked up in.
    public let domain: String
    /// The key.
    public let key: String
    /// The language it was looked up in, in BCP 47.
    public let language: String
}

/// What is shown for a key that no catalog has, and who is told.
final class MissingTexts: Sendable {
    /// After so many keys no further ones are told of: a program that makes its keys up at random would fill memory.
    private static let mostKeys = 1024

    private let domain: String
    private let policy: Localizer.MissingPolicy
    private let tell: @Sendable (MissingKey) -> Void
    private let told = Lock<Set<MissingKey>>([])

    init(domain: String, policy: Localizer.MissingPolicy, tell: @escaping @Sendable (MissingKey) -> Void) {
        self.domain = domain
        self.policy = policy
        self.tell = tell
    }

    /// What is shown for a missing key: the call's own default, else what the policy says.
    func text(
        for key: String, default: String?, arguments: MessageArguments, language: String
    ) -> String {
        note(key, language: language)
        if let text = `default` { return MessageTemplate(parsing: text).formatted(arguments) }
        switch policy {
        case .key:
            return arguments.isEmpty ? key : MessageTemplate(parsing: key).formatted(arguments)
        case .format(let format):
            return MissingTextFormat(format)
                .text(key: key, language: language, placeholders: arguments.placeholders)
        }
    }

    /// Tells of a missing key, once; never of an empty one.
    func note(_ key: String, language: String) {
        guard !key.isEmpty else { return }
        let missing = MissingKey(domain: domain, key: key, language: language)
        let isNew = told.withLock { told in told.count < Self.mostKeys && told.insert(missing).inserted }
        if isNew { tell(missing) }
    }
}
