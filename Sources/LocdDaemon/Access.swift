package import LocdInterface

/// Who is at the other end of a connection, as the kernel says (SO_PEERCRED and SO_PEERGROUPS at accept), never as a
/// message says.
package struct Peer: Hashable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    package var pid: Int32
    /// Supplementary groups.
    package var groups: [UInt32]

    package init(uid: UInt32, gid: UInt32, pid: Int32, groups: [UInt32]) {
        self.uid = uid
        self.gid = gid
        self.pid = pid
        self.groups = groups
    }
}

/// Decides who may call what. A method without an entry is refused, so that a new one cannot be forgotten.
package struct Access: Sendable {
    /// What a method asks of its caller.
    package enum Rule: Sendable {
        /// Reads, or harms nobody.
        case anyone
        /// Decided by the scope that the call names: one's own, or the machine's.
        case scope
        /// Changes something for everybody.
        case administrator
    }

    /// The uid of peers from a user namespace that this one does not map: nobody in particular, so they only read.
    package static let overflowUser: UInt32 = 65_534

    /// Every method of `org.locd.*` and what it asks for.
    package static let rules: [String: Rule] = [
        LocaleInterface.Get.name: .anyone,
        LocaleInterface.Subscribe.name: .anyone,
        LocaleInterface.Set.name: .scope,
        LocaleInterface.Reset.name: .scope,
        LocaleInterface.OpenGeneration.name: .anyone,
        LocaleInterface.List.name: .anyone,
        LocaleInterface.Describe.name: .anyone,
        LocaleInterface.Reload.name: .administrator,
        LocaleInterface.Status.name: .anyone,
        CatalogInterface.Open.name: .anyone,
        CatalogInterface.Lookup.name: .anyone,
        CatalogInterface.Export.name: .anyone,
        CatalogInterface.Explain.name: .anyone,
        CatalogInterface.ReportMissing.name: .anyone,
    ]

    /// The user the daemon runs as: it may do everything on it.
    package var daemonUser: UInt32
    /// The group whose members may change the machine's language; nil means none.
    package var administratorGroup: UInt32?
    /// Only root and the daemon's user may change the machine's language.
    package var systemLocked: Bool

    package init(daemonUser: UInt32, administratorGroup: UInt32?, systemLocked: Bool) {
        self.daemonUser = daemonUser
        self.administratorGroup = administratorGroup
        self.systemLocked = systemLocked
    }

    /// Whether a peer may call a method, with the scope that the call names.
    package func allows(_ peer: Peer, method: String, scope: Scope?) -> Bool {
        switch Self.rules[method] {
        case .anyone: true
        case .scope:
            switch scope ?? .system {
            case .system: isAdministrator(peer)
            case .user, .application: peer.uid != Self.overflowUser
            }
        case .administrator: isAdministrator(peer)
        case nil: false
        }
    }

    /// Whether a peer may change what concerns everybody.
    func isAdministrator(_ peer: Peer) -> Bool {
        if peer.uid == 0 || peer.uid == daemonUser { return true }
        guard !systemLocked, peer.uid != Self.overflowUser, let administratorGroup else { return false }
        return peer.gid == administratorGroup || peer.groups.contains(administratorGroup)
    }
}
