import LocdInterface
import Varlink

extension LanguageDaemon {
    func set(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Set.self)
        let slot = try slot(call, scope: parameters.scope, application: parameters.application)
        let setting = try SettingRequest(parameters, limits: configuration.limits)
        let change = request(.set(setting), for: slot)
        try authorize(
            call, scope: parameters.scope, change: change,
            allowsInteraction: parameters.allowInteractiveAuthentication
        ) { [unowned self] () throws(VarlinkError) in
            try checkGeneration(parameters, uid: call.connection.peer.uid)
            try checkQuota(of: call.connection.peer.uid, slot: slot)
            supersedeChecks(by: change)
            begin(PendingChange(call: call, slot: slot, application: parameters.application, request: setting))
        }
    }

    /// The slot that a call names by scope and application.
    func slot(_ call: any PendingCall, scope: Scope?, application: String?) throws(VarlinkError) -> Slot {
        try checkApplication(application)
        let uid = call.connection.peer.uid
        switch scope ?? .system {
        case .system: return .system
        case .user: return .user(uid)
        case .application:
            guard let application else { throw VarlinkError.invalidParameter("application") }
            return .application(uid, application)
        }
    }

    private func checkGeneration(_ parameters: LocaleInterface.Set.Parameters, uid: UInt32) throws(VarlinkError) {
        guard let expected = parameters.ifGeneration else { return }
        let slots = slots(uid: uid, application: parameters.application)
        let generation = lastChange(slots, resolve(slots)).generation
        if generation != expected { throw LocaleInterface.Failure.conflict(generation: generation).varlinkError }
    }

    private func checkQuota(of uid: UInt32, slot: Slot) throws(VarlinkError) {
        let limits = configuration.limits
        guard changes.count(of: uid) < limits.changesPerUser else {
            throw LocaleInterface.Failure.limitExceeded(limit: "changesPerUser", maximum: limits.changesPerUser)
                .varlinkError
        }
        guard case .application(_, let application) = slot else { return }
        let known = book.applications(of: uid).union(changes.applications(of: uid))
        guard known.contains(application) || known.count < limits.applicationsPerUser else {
            throw LocaleInterface.Failure.limitExceeded(
                limit: "applicationsPerUser", maximum: limits.applicationsPerUser
            ).varlinkError
        }
    }
}
