import LocdInterface
import Varlink

extension LanguageDaemon {
    func open(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(CatalogInterface.Open.self)
        try authorize(call)
        guard let record = resolver.record(digest: parameters.digest) else {
            throw CatalogInterface.Failure.noSuchCatalog(digest: parameters.digest).varlinkError
        }
        call.reply(
            CatalogInterface.Open.Reply(descriptor: 0, size: record.size),
            attachment: .catalog(digest: parameters.digest))
    }
}
