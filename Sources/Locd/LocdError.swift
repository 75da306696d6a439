internal import LocdInterface
internal import VarlinkTransport

/// What the daemon refused, or why it could not be asked.
public struct LocdError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors, to decide by. More may be added.
    public enum Code: String, Hashable, Sendable {
        /// What was given is not a language tag of BCP 47.
        case invalidLanguageTag
        /// The language is well formed, but not among those that can be set; see `nearest`.
        case noSuchLanguage
        /// What was given is not a region code of ISO 3166 or UN M.49.
        case invalidRegion
        /// The caller may not do this.
        case notAllowed
        /// The setting was changed by somebody else in the meantime.
        case conflict
        /// A later request for the same setting finished first, so this one changed nothing.
        case superseded
        /// The caller has used up one of its limits.
        case limitExceeded
        /// The setting could not be stored, so nothing changed.
        case storageFailed
        /// The application scope was named, but the localizer has no application identifier.
        case noApplication
        /// Nobody answers at the daemon's address.
        case unreachable
        /// The daemon did not answer in time. A setting may have been changed nevertheless.
        case timedOut
        /// The daemon answered with what this library does not understand.
        case unexpectedReply
        /// A directory or file of texts cannot be read, or is damaged.
        case unreadableTexts
        /// No catalog has the key.
        case missingText
        /// The text has a place for an argument that was not given.
        case missingArgument
        /// The text has a place for another kind of argument than the one given.
        case wrongArgumentType
    }

    /// The kind of error.
    public let code: Code

    /// One sentence that names the thing and the value.
    public let message: String

    /// Languages close to the one that is not there, nearest first; empty for all other errors.
    public let nearest: [LanguageName]

    /// The sentence, for logs.
    public var description: String { message }

    init(_ code: Code, _ message: String, nearest: [LanguageName] = []) {
        self.code = code
        self.message = message
        self.nearest = nearest
    }
}

/// A language and what its speakers call it.
public struct LanguageName: Hashable, Sendable {
    /// A language tag of BCP 47, such as `pt-BR`.
    public let tag: String
    /// The name in the language itself, such as `português (Brasil)`.
    public let name: String
}
