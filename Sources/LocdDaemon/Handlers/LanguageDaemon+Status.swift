import LanguageTags
import LocdInterface
import Varlink

extension LanguageDaemon {
    func status(_ call: any PendingCall) throws(VarlinkError) {
        try authorize(call)
        let uid = call.connection.peer.uid
        let applications = book.applications(of: uid).sorted().map { Slot.application(uid, $0) }
        call.reply(
            LocaleInterface.Status.Reply(
                version: version,
                settings: ([.system, .user(uid)] + applications).map(setting),
                domains: resolver.inventory.domains.keys.sorted(),
                administratorGroup: access.systemLocked ? nil : configuration.administratorGroup,
                connections: connectionCount(),
                problems: problems))
    }
}
