import LocdInterface
import Varlink

extension LanguageDaemon {
    func reload(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Reload.self)
        try authorize(
            call, scope: nil, change: nil, allowsInteraction: parameters.allowInteractiveAuthentication
        ) { [unowned self] () throws(VarlinkError) in
            reload {
                let slots = self.slots(uid: call.connection.peer.uid, application: nil)
                let generation = self.lastChange(slots, self.resolve(slots)).generation
                call.reply(LocaleInterface.Reload.Reply(generation: generation))
            }
        }
    }

    /// Reads everything anew and tells every subscriber, changed or not (semantics L8).
    package func reload(_ completion: @escaping () -> Void) {
        rescan {
            self.changeEverything(.reload)
            completion()
        }
    }
}
