/// What a verb works with.
struct Invocation: Sendable {
    let arguments: Arguments
    let console: Console
    /// Looks up a variable; nil when it is not set.
    let environment: @Sendable (String) -> String?

    /// The application whose language is asked for: `$LOCD_APPLICATION`; nil means the caller as a user.
    var application: String? {
        environment("LOCD_APPLICATION").flatMap { $0.isEmpty ? nil : $0 }
    }
}
