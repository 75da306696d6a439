import LanguageTags
import LocdInterface
import Varlink

extension LanguageDaemon {
    func reset(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Reset.self)
        let slot = try slot(call, scope: parameters.scope, application: parameters.application)
        let change = request(.reset, for: slot)
        try authorize(
            call, scope: parameters.scope, change: change,
            allowsInteraction: parameters.allowInteractiveAuthentication
        ) { [unowned self] () throws(VarlinkError) in
            supersedeChecks(by: change)
            dropTemporary(of: slot, by: call.connection.peer.uid)
            answer(call, parameters, slot)
        }
    }

    private func answer(_ call: any PendingCall, _ parameters: LocaleInterface.Reset.Parameters, _ slot: Slot) {
        let uid = call.connection.peer.uid
        call.reply(
            LocaleInterface.Reset.Reply(
                state: state(uid: uid, application: parameters.application, domains: []),
                stored: book.preference(of: slot).languages.map(\.description),
                inForce: languageInForce(in: slot),
                masks: masks(of: slot, uid: uid, application: parameters.application)))
    }
}
