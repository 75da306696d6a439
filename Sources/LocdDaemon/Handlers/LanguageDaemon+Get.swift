import LocdInterface
import Varlink

extension LanguageDaemon {
    func get(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Get.self)
        try authorize(call)
        try checkApplication(parameters.application)
        let domains = try checkDomains(parameters.domains)
        let key = ViewKey(
            uid: call.connection.peer.uid, application: parameters.application, domains: domains)
        call.reply(getReply(for: key), continues: false, attachment: nil)
    }

    /// A state made and written once for all who ask for the same view until something changes.
    private func getReply(for key: ViewKey) -> [UInt8] {
        if let known = getReplies[key] { return known }
        // Applications are named by clients, so what is remembered is bounded.
        if getReplies.count >= 256 { getReplies.removeAll() }
        let state = state(uid: key.uid, application: key.application, domains: key.domains)
        let reply = encoded(LocaleInterface.Get.Reply(state: state))
        getReplies[key] = reply
        return reply
    }
}
