internal import JSON
internal import LocdInterface
internal import Varlink

extension LocdError {
    /// The parameters of a reply. Errors: what the reply's own error means, `unexpectedReply`.
    static func decoding<Reply: Decodable>(
        _ type: Reply.Type, from reply: ServiceReply
    ) throws(LocdError) -> Reply {
        if let error = reply.error { throw LocdError(error) }
        do {
            return try reply.decode(type)
        } catch {
            throw LocdError(.unexpectedReply, "the language daemon's answer does not fit: \(error)")
        }
    }

    /// What an error of the daemon means to a program.
    init(_ error: VarlinkError) {
        if let failure = LocaleInterface.Failure(error) {
            self.init(failure)
        } else if let failure = CatalogInterface.Failure(error) {
            self.init(failure)
        } else if error.name == VarlinkError.permissionDenied.name {
            self.init(.notAllowed, "the language daemon does not allow this to this user")
        } else {
            self.init(.unexpectedReply, "the language daemon answered \(error)")
        }
    }

    private init(_ failure: LocaleInterface.Failure) {
        switch failure {
        case .invalidLanguageTag(let tag, let message): self.init(invalidTag: tag, message)
        case .noSuchLanguage(let language, let nearest):
            let hint = nearest.first.map { "; did you mean \($0.tag) (\($0.name))?" } ?? ""
            self.init(
                .noSuchLanguage, "no language \"\(language)\"\(hint)",
                nearest: nearest.map { LanguageName(tag: $0.tag, name: $0.name) })
        case .invalidRegion(let region): self.init(.invalidRegion, "\"\(region)\" is not a region code")
        case .conflict: self.init(.conflict, "the setting was changed by somebody else in the meantime")
        case .superseded: self.init(.superseded, "a later request for the same setting finished first")
        case .limitExceeded(let limit, let maximum): self.init(exceeding: limit, maximum)
        case .storageFailed(let message, _): self.init(.storageFailed, "the setting could not be stored: \(message)")
        }
    }

    private init(_ failure: CatalogInterface.Failure) {
        switch failure {
        case .invalidLanguageTag(let tag, let message): self.init(invalidTag: tag, message)
        case .limitExceeded(let limit, let maximum): self.init(exceeding: limit, maximum)
        case .noSuchCatalog, .noSuchDomain, .noSuchMessage, .invalidArgument, .openFailed:
            // This library asks for texts by digest only, and then takes any error as the lack of one.
            self.init(.unexpectedReply, "the language daemon answered \(failure.varlinkError)")
        }
    }

    private init(invalidTag tag: String, _ message: String) {
        self.init(.invalidLanguageTag, "\"\(tag)\" is not a language tag: \(message)")
    }

    private init(exceeding limit: String, _ maximum: Int) {
        self.init(.limitExceeded, "the language daemon allows at most \(maximum) of \(limit)")
    }
}
