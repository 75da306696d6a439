import LocdInterface
import Varlink

extension LanguageDaemon {
    func openGeneration(_ call: any PendingCall) throws(VarlinkError) {
        try authorize(call)
        let uid = call.connection.peer.uid
        if let failure = ports.words.prepare(uid: uid, generation: userGeneration(uid)) {
            throw failure.interfaceFailure.varlinkError
        }
        call.reply(LocaleInterface.OpenGeneration.Reply(descriptor: 0), attachment: .generationWord(uid: uid))
    }
}
