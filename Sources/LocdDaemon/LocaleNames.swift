/// Remembers which names of locales libc knows: it looks for each on disk, and the same few are asked for with every
/// set of preferences. Used on the event loop's thread only.
final class LocaleNames {
    /// Names come from tags that clients set, so what is remembered is bounded; beyond it all is forgotten at once.
    private static let capacity = 1024

    private let hasLocale: (String) -> Bool
    private var answers: [String: Bool] = [:]

    init(hasLocale: @escaping (String) -> Bool) {
        self.hasLocale = hasLocale
    }

    /// Whether libc can load a locale of this name.
    func contains(_ name: String) -> Bool {
        if let known = answers[name] { return known }
        if answers.count >= Self.capacity { answers.removeAll(keepingCapacity: true) }
        let answer = hasLocale(name)
        answers[name] = answer
        return answer
    }
}
