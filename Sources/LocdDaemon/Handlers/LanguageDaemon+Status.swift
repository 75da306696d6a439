import LanguageTags
import LocdInterface
import Varlink

/// The daemon at a glance. Who is no administrator is told nothing of other users, not even how many there are.
extension LanguageDaemon {
    func status(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Status.self)
        try authorize(call)
        try checkApplication(parameters.application)
        let peer = call.connection.peer
        let isAdministrator = access.isAdministrator(peer)
        let slots = slots(uid: peer.uid, application: parameters.application)
        let applications = book.applications(of: peer.uid).sorted().map { Slot.application(peer.uid, $0) }
        let domains = resolver.inventory.domains.keys.sorted()
        let connections = connections()
        call.reply(
            LocaleInterface.Status.Reply(
                version: version,
                user: Int(access.daemonUser),
                scopes: ([.system, .user(peer.uid)] + applications).map(scopeStatus),
                machineLanguages: resolver.machineLanguages.map(\.description),
                domains: domains,
                texts: domains.prefix(configuration.limits.domainsPerRequest).map { domainStatus(of: $0, for: slots) },
                administrator: isAdministrator,
                administratorGroup: access.systemLocked ? nil : configuration.administratorGroup,
                systemLocked: access.systemLocked,
                cache: cache,
                directories: directories,
                connections: isAdministrator ? connections.values.reduce(0, +) : nil,
                users: connections.filter { isAdministrator || $0.key == peer.uid }.sorted { $0.key < $1.key }
                    .map { UserConnections(uid: Int($0.key), connections: $0.value) },
                problems: problems(withSettings: isAdministrator)))
    }

    private func scopeStatus(of slot: Slot) -> ScopeStatus {
        let slots = slots(from: slot)
        let resolution = resolve(slots)
        return ScopeStatus(
            setting: setting(of: slot), languages: resolution.languages.map(\.description),
            decidedBy: origin(of: resolution, slots: slots))
    }

    private func domainStatus(of domain: String, for slots: [Slot]) -> DomainStatus {
        DomainStatus(
            name: domain, baseLanguage: resolver.domains[domain]?.base?.description,
            keys: resolver.keyCount(of: domain),
            chain: resolutions.links(of: domain, for: slots.map(book.preference)))
    }
}
