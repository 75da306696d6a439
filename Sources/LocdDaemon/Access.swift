package import LocdInterface

/// Who is at the other end of a connection, as the kernel says (SO_PEERCRED, SO_PEERGROUPS and `/proc` at accept), never
/// as a message says.
package struct Peer: Hashable, Sendable {
    package var uid: UInt32
    package var gid: UInt32
    package var pid: Int32
    /// When the process was started, in clock ticks since the machine was; nil where that is not to be known. With the
    /// pid it names one process for good.
    package var startTime: UInt64?
    /// Supplementary groups.
    package var groups: [UInt32]

    package init(uid: UInt32, gid: UInt32, pid: Int32, startTime: UInt64?, groups: [UInt32]) {
        self.uid = uid
        self.gid = gid
        self.pid = pid
        self.startTime = startTime
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
    /// Only root and the daemon's user may change the machine's language, and nobody is asked about others.
    package var systemLocked: Bool

    package init(daemonUser: UInt32, administratorGroup: UInt32?, systemLocked: Bool) {
        self.daemonUser = daemonUser
        self.administratorGroup = administratorGroup
        self.systemLocked = systemLocked
    }

    /// What is to become of a call.
    package enum Verdict: Equatable, Sendable {
        case allowed
        case refused
        /// The authority decides, about this action.
        case asked(action: String)
    }

    /// The action of polkit that stands for changing something for everybody.
    package static let systemAction = "org.locd.set-system"

    /// What is to become of a peer's call of a method, with the scope that the call names.
    package func verdict(on peer: Peer, method: String, scope: Scope?) -> Verdict {
        switch Self.rules[method] {
        case .anyone: .allowed
        case .scope:
            switch scope ?? .system {
            case .system: administration(by: peer)
            case .user, .application: peer.uid == Self.overflowUser ? .refused : .allowed
            }
        case .administrator: administration(by: peer)
        case nil: .refused
        }
    }

    /// Whether a peer may change what concerns everybody, without the authority being asked.
    func isAdministrator(_ peer: Peer) -> Bool { administration(by: peer) == .allowed }

    private func administration(by peer: Peer) -> Verdict {
        if peer.uid == 0 || peer.uid == daemonUser { return .allowed }
        if systemLocked || peer.uid == Self.overflowUser { return .refused }
        if let group = administratorGroup, peer.gid == group || peer.groups.contains(group) { return .allowed }
        return .asked(action: Self.systemAction)
    }
}
