import LinuxIO
import LocdInterface

/// The options that say whose setting is meant.
enum ScopeOptions {
    static let system = Option.flag("system", group: "scope", "the machine's setting; the default")
    static let user = Option.flag("user", group: "scope", "your own setting")
    static let application = Option.value("app", "ID", group: "scope", "your setting for one application")

    static let all = [system, user, application]

    /// The scope that was named, and the application where that is the scope.
    static func chosen(in arguments: Arguments) -> (scope: Scope, application: String?) {
        if let application = arguments.value(of: application) { return (.application, application) }
        return (arguments.has(user) ? .user : .system, nil)
    }
}

/// The option of verbs that change what concerns everybody.
enum PasswordOption {
    /// Whether somebody sits at this terminal who can be asked for a password, and may be. What matters is where it would
    /// be typed in, not where the output goes; root is never asked.
    static func allowsQuestion(_ arguments: Arguments) -> Bool {
        StandardStream.input.isTerminal && CurrentProcess.userID != 0 && !arguments.has(none)
    }

    static let none = Option.flag(
        "no-ask-password", "do not ask for a password on this terminal, where polkit wants one for the change")
}

/// The option that asks for a language other than the one in force.
enum LanguageOption {
    static let language = Option.value(
        "language", "TAG", completion: .language(orAutomatic: false), "in this language, whatever is in force")
}

/// The option that has a verb work on the tree of a system that does not run, and not on the daemon. It may stand before
/// the verb.
enum ImageOption {
    static let root = Option.value(
        "root", "DIR", completion: .directory, "work on the system image whose root is DIR, without a daemon")
}
