import LinuxIO
import LocdInterface

/// Whether the group that may change the machine's language exists, and the caller is in it.
extension Examination {
    var groupFindings: [Finding] {
        guard let status else { return [] }
        guard let group = status.administratorGroup else {
            return [.ok("only root, and whom polkit allows, may change the machine's language: no group is configured")]
        }
        guard let id = Accounts.groupID(of: group) else {
            let remedy =
                "Make it, or name another one in [Access] Group= of locd.conf: `sudo groupadd --system \(shellWord(group))`."
            return [
                .fault(
                    "the group \(group), whose members may change the machine's language, does not exist",
                    remedy: remedy)
            ]
        }
        if status.administrator { return [.ok("you may change the machine's language")] }
        let name = Self.name(of: uid)
        if groups.contains(id) || Accounts.members(ofGroup: group).contains(name) {
            let remedy = "Log out and in again, or begin a session that has the group: `newgrp \(shellWord(group))`."
            return [.warning("you are in the group \(group), but not yet in this session", remedy: remedy)]
        }
        let remedy = "Have yourself added, and log in again: `sudo usermod -aG \(shellWord(group)) \(shellWord(name))`."
        return [.warning("you are not in the group \(group), so you can change your own language only", remedy: remedy)]
    }
}
