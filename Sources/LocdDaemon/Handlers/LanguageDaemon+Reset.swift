import LanguageTags
import LocdInterface
import Varlink

extension LanguageDaemon {
    func reset(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Reset.self)
        let slot = try slot(call, scope: parameters.scope, application: parameters.application)
        try authorize(call, scope: parameters.scope)
        if book.temporary[slot] != nil {
            applyTemporary(
                nil, to: slot, mark: ChangeMark(generation: ports.settings.nextGeneration(), reason: .reset))
            publish()
        }
        let uid = call.connection.peer.uid
        call.reply(
            LocaleInterface.Reset.Reply(
                state: state(uid: uid, application: parameters.application, domains: []),
                stored: book.preference(of: slot).languages.map(\.description),
                inForce: languageInForce(in: slot),
                masks: masks(of: slot, uid: uid, application: parameters.application)))
    }
}
