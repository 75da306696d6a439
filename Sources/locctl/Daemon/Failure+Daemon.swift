import JSON
import LocdInterface
import Varlink

extension Failure {
    /// What the daemon answered in place of a reply.
    ///
    /// `notAllowed` is for the caller to reword: only it knows what was asked for.
    init(_ error: VarlinkError) {
        if let error = LocaleInterface.Failure(error) {
            self.init(error)
        } else if let error = CatalogInterface.Failure(error) {
            self.init(error)
        } else {
            self.init(standard: error)
        }
    }

    private init(_ error: LocaleInterface.Failure) {
        switch error {
        case .invalidLanguageTag(let tag, let message): self = .invalidLanguageTag(tag, message)
        case .noSuchLanguage(let language, let nearest): self = .noSuchLanguage(language, nearest: nearest)
        case .invalidRegion(let region):
            self.init(.usage, "\(quoted(region)) is not a region; give a code of ISO 3166 such as DE")
        case .conflict(let generation):
            self.init(.conflict, "the setting has been changed meanwhile; its generation is now \(generation)")
        case .superseded:
            self.init(.conflict, "a later request was faster, so this one has changed nothing")
        case .limitExceeded(let limit, let maximum): self = .limitExceeded(limit, maximum)
        case .storageFailed(let message, let outOfSpace):
            self.init(
                outOfSpace ? .noSpace : .other,
                "the setting could not be stored and is unchanged: \(printable(message))")
        }
    }

    private init(_ error: CatalogInterface.Failure) {
        switch error {
        case .noSuchCatalog(let digest): self.init(.textMissing, "no catalog \(quoted(digest)) is in force")
        case .noSuchDomain(let domain): self = .noSuchDomain(domain)
        case .noSuchMessage(let domain, let key, let languages):
            let places = languages.isEmpty ? "" : " (looked in \(languages.joined(separator: ", ")))"
            self.init(.textMissing, "no text \(quoted(key)) in domain \(quoted(domain))\(places)")
        case .invalidArgument(let argument, let message):
            self.init(.usage, "argument \(quoted(argument)) does not fit the message: \(printable(message))")
        case .invalidLanguageTag(let tag, let message): self = .invalidLanguageTag(tag, message)
        case .openFailed(let message, let outOfSpace):
            self.init(outOfSpace ? .noSpace : .other, "the texts could not be handed out: \(printable(message))")
        case .limitExceeded(let limit, let maximum): self = .limitExceeded(limit, maximum)
        }
    }

    private init(standard error: VarlinkError) {
        switch error.name {
        case "org.varlink.service.PermissionDenied": self.init(.notAllowed, "not allowed")
        case "org.varlink.service.InvalidParameter":
            let name = error.parameters["parameter"]?.string ?? ""
            self.init(.usage, "the daemon does not accept the value of \(quoted(name))")
        case "org.varlink.service.MethodNotFound", "org.varlink.service.InterfaceNotFound",
            "org.varlink.service.MethodNotImplemented":
            self.init(.other, "this daemon is older than locctl: it does not know what was asked of it")
        default: self.init(.other, "the daemon answered with the error \(quoted(error.name))")
        }
    }

    private static func invalidLanguageTag(_ tag: String, _ message: String) -> Failure {
        let sentence = message.isEmpty ? "\(quoted(tag)) is not a language tag" : printable(message)
        return Failure(.invalidLanguageTag, "\(sentence); one reads like hi or pt-BR")
    }

    /// A domain of which the daemon knows no texts.
    static func noSuchDomain(_ domain: String) -> Failure {
        Failure(.textMissing, "no domain \(quoted(domain)); `locctl list --domains` lists those there are")
    }

    private static func noSuchLanguage(_ language: String, nearest: [Suggestion]) -> Failure {
        let names = nearest.map { "\(printable($0.tag)) (\(printable($0.name)))" }
        let hint = names.isEmpty ? "`locctl list` lists those there are" : "did you mean \(listed(names, "or"))?"
        return Failure(.noSuchLanguage, "no language \(quoted(language)); \(hint)")
    }

    private static func limitExceeded(_ limit: String, _ maximum: Int) -> Failure {
        Failure(.other, "the daemon allows \(maximum) at most: \(printable(limit))")
    }

    /// The daemon at an address cannot be talked to.
    static func unreachable(_ address: String, _ reason: String) -> Failure {
        Failure(
            .daemonUnreachable,
            "no language daemon answers at \(printable(address)) (\(printable(reason))); "
                + "start locd, or name another one with --address")
    }

    /// What was asked for is not the caller's to do.
    ///
    /// - Parameters:
    ///   - action: Such as `set the system language`.
    ///   - scope: Whose setting it would have changed.
    ///   - group: Whose members may, beside root; nil means nobody's.
    ///   - isLocked: Whether polkit is not asked.
    static func notAllowed(to action: String, scope: Scope?, group: String?, isLocked: Bool) -> Failure {
        let allowed = SystemRights.holders(group: group, isLocked: isLocked) + (isLocked ? " is" : " are")
        let own = scope == .system ? "; add --user to change your own" : ""
        return Failure(.notAllowed, "you are not allowed to \(action); only \(allowed)\(own)")
    }
}

/// Who may change what concerns everybody.
enum SystemRights {
    /// In words, such as `root, members of the group locd and whom polkit lets`.
    static func holders(group: String?, isLocked: Bool) -> String {
        if isLocked { return "root" }
        let members = group.map { ["members of the group \(printable($0))"] } ?? []
        return listed(["root"] + members + ["whom polkit lets"], "and")
    }
}
