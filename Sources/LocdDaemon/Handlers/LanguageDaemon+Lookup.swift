import Catalog
import LanguageTags
import LocdInterface
import Varlink

extension LanguageDaemon {
    func lookup(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(CatalogInterface.Lookup.self)
        try authorize(call)
        let arguments = try messageArguments(parameters)
        let chain = try catalogs(
            call, domain: parameters.domain, language: parameters.language, application: parameters.application)
        for (_, catalog) in chain {
            guard let entry = catalog.lookup(parameters.key) else { continue }
            return call.reply(
                CatalogInterface.Lookup.Reply(text: entry.formatted(arguments), language: catalog.metadata.language))
        }
        throw CatalogInterface.Failure.noSuchMessage(
            domain: parameters.domain, key: parameters.key, languages: chain.map(\.catalog.metadata.language)
        ).varlinkError
    }

    /// The catalogs in which a call looks keys up: those of the caller's languages, or of the one it names
    /// (semantics M4). Catalogs that cannot be read are passed over, as missing ones are.
    func catalogs(
        _ call: any PendingCall, domain: String, language: String?, application: String?
    ) throws(VarlinkError) -> [(file: CatalogFile, catalog: MessageCatalog)] {
        try checkApplication(application)
        guard resolver.inventory.domains[domain] != nil else {
            throw CatalogInterface.Failure.noSuchDomain(domain: domain).varlinkError
        }
        let chain: Chain
        if let language {
            chain = resolutions.chain(of: domain, for: [Preference(languages: [try catalogLanguage(language)])])
        } else {
            chain = self.chain(of: domain, for: slots(uid: call.connection.peer.uid, application: application))
        }
        return chain.catalogs.compactMap { file in ports.catalogs.catalog(digest: file.digest).map { (file, $0) } }
    }

    private func catalogLanguage(_ text: String) throws(VarlinkError) -> LanguageTag {
        do {
            return try LanguageTag(parsing: text)
        } catch {
            throw CatalogInterface.Failure.invalidLanguageTag(tag: text, message: error.description).varlinkError
        }
    }

    private func messageArguments(_ parameters: CatalogInterface.Lookup.Parameters) throws(VarlinkError)
        -> MessageArguments
    {
        var arguments = MessageArguments()
        for (index, argument) in (parameters.arguments ?? []).enumerated() {
            guard let value = MessageArgument(argument) else {
                throw CatalogInterface.Failure.invalidArgument(
                    argument: argument.name ?? String(index + 1),
                    message: "\"\(argument.value)\" is not of the kind \(argument.kind.rawValue)"
                ).varlinkError
            }
            if let name = argument.name {
                arguments.named.append(NamedArgument(name, value))
            } else {
                arguments.positional.append(value)
            }
        }
        arguments.placeholders = (parameters.tokens ?? [:]).map { Placeholder($0.key, .text($0.value)) }
        return arguments
    }
}

extension MessageArgument {
    /// An argument from the wire; nil when its value does not read as its kind.
    fileprivate init?(_ argument: Argument) {
        switch argument.kind {
        case .text: self = .text(argument.value)
        case .integer:
            guard let value = Int64(argument.value) else { return nil }
            self = .integer(value)
        case .decimal:
            guard Self.isDecimal(argument.value) else { return nil }
            self = .decimal(argument.value)
        }
    }

    /// Digits with an optional sign and an optional fraction: a number as people write it.
    private static func isDecimal(_ text: String) -> Bool {
        let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
        let parts = unsigned.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
    }
}
