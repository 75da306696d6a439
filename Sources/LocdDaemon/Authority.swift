/// Decides about callers whose rights the daemon itself does not know: polkit.
package protocol Authority: AnyObject {
    /// Asks. `completion` is called exactly once, also for a question that was withdrawn, at the latest after the
    /// question's patience; it may be called before this returns.
    func ask(
        _ question: AuthorityQuestion, completion: @escaping (AuthorityAnswer) -> Void
    ) -> any PendingQuestion
}

/// A question that an authority works on.
package protocol PendingQuestion: AnyObject {
    /// Nobody waits for the answer any more, and no person is to be asked for it.
    func withdraw()
}

/// Whether a caller may do something.
package struct AuthorityQuestion: Equatable, Sendable {
    /// Such as `org.locd.set-system`.
    package var action: String
    package var peer: Peer
    /// Whether a person may be asked, for a password for example.
    package var allowsInteraction: Bool
    /// How long an answer may take; after that it is no.
    package var seconds: Int
}

/// What an authority says. It counts for the one call that it was asked about.
package enum AuthorityAnswer: Equatable, Sendable {
    case authorized
    /// Not authorised, or not known: why, for the log.
    case denied(String)
}
