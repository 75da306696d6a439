import LocdInterface
import Varlink

extension LanguageDaemon {
    func get(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Get.self)
        try authorize(call)
        try checkApplication(parameters.application)
        let domains = try checkDomains(parameters.domains)
        let state = state(uid: call.connection.peer.uid, application: parameters.application, domains: domains)
        call.reply(LocaleInterface.Get.Reply(state: state))
    }
}
