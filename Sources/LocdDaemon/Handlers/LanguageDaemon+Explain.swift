import Catalog
import LocdInterface
import Varlink

extension LanguageDaemon {
    func explain(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(CatalogInterface.Explain.self)
        try authorize(call)
        let chain = try catalogs(
            call, domain: parameters.domain, language: parameters.language, application: parameters.application)
        let state = state(uid: call.connection.peer.uid, application: parameters.application, domains: [])
        var text: String?
        let steps = chain.map { file, catalog in
            let entry = catalog.lookup(parameters.key)
            text = text ?? entry?.text.string
            return Step(
                domain: catalog.metadata.domain, language: file.language, digest: file.digest, path: file.path,
                hasKey: entry != nil)
        }
        call.reply(
            CatalogInterface.Explain.Reply(
                scope: state.scope.rawValue, requested: state.requested, languages: state.languages, steps: steps,
                text: text))
    }
}
