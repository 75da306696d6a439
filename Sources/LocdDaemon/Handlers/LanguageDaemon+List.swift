import Catalog
import LanguageTags
import LocdInterface
import Varlink

extension LanguageDaemon {
    func list(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.List.self)
        guard call.wantsMore else { throw VarlinkError.expectedMore }
        try authorize(call)
        if let domain = parameters.domain, resolver.inventory.domains[domain] == nil {
            throw VarlinkError.invalidParameter("domain")
        }
        let slot = try slot(call, scope: parameters.scope ?? .user, application: parameters.application)
        let languages = languages(for: slot, of: call.connection.peer.uid, domain: parameters.domain)
        // A call with `more` has to be ended by a reply, also when there is nothing to tell.
        if languages.isEmpty { call.reply(LocaleInterface.List.Reply(language: nil)) }
        for (index, language) in languages.enumerated() {
            call.reply(
                encoded(LocaleInterface.List.Reply(language: language)),
                continues: index < languages.count - 1, attachment: nil)
        }
    }

    func describe(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Describe.self)
        try authorize(call)
        let requested = try RequestedLanguage(parameters.language)
        let uid = call.connection.peer.uid
        let languages = languages(for: .user(uid), of: uid, domain: nil)
        guard let match = requested.tag.flatMap(resolver.offered),
            let language = languages.first(where: { !$0.automatic && $0.tag == match.description })
        else {
            throw resolver.noSuchLanguage(requested.text, meant: parameters.language)
        }
        call.reply(LocaleInterface.Describe.Reply(language: language))
    }

    /// The languages that a slot can be set to, in the words of a user; the automatic entry comes first, with what the
    /// slot follows when it is automatic (semantics L10).
    private func languages(for slot: Slot, of uid: UInt32, domain: String?) -> [Language] {
        let slots = slots(from: slot)
        let resolution = resolve(slots)
        let current = resolution.languages.first
        let spoken = resolve(self.slots(uid: uid, application: nil)).languages.first
        let wider = slots.dropFirst().map(book.preference)
        return resolver.availableLanguages(domain: domain, following: wider).map { entry in
            Language(
                tag: entry.tag.description, automatic: entry.isAutomatic,
                current: entry.isAutomatic ? resolution.languageDecider != 0 : entry.tag == current,
                languageCode: entry.tag.languageCode, scriptCode: entry.tag.script, countryCode: entry.tag.region,
                name: entry.tag.nativeName, localizedName: entry.tag.displayName(in: spoken ?? entry.tag),
                direction: entry.tag.direction == .rightToLeft ? .rightToLeft : .leftToRight,
                bundled: entry.isBundled, downloaded: entry.isDownloaded, size: entry.size,
                completeness: entry.completeness)
        }
    }
}
