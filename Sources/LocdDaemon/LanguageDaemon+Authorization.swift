import LocdInterface
import Varlink

/// Who may call what. What the daemon does not know itself it asks the authority, and goes on meanwhile.
///
/// No decision is kept: each call is asked about anew, an answer counts for the call it was asked about, and only if that
/// call is still to be made: its caller is there, no later request has taken its place, and the rules still allow it.
extension LanguageDaemon {
    /// Refuses a caller that may not do this, without asking anybody. A refusal is logged with the caller's uid.
    func authorize(_ call: any PendingCall) throws(VarlinkError) {
        guard access.verdict(on: call.connection.peer, method: call.method, scope: nil) == .allowed else {
            throw refusal(of: call, scope: nil, because: nil)
        }
    }

    /// Goes on with a call when its caller is known to be allowed it: at once, or when the authority has said so. What
    /// may have changed meanwhile is for `proceed` to look at.
    ///
    /// - Parameters:
    ///   - scope: the scope that the call names.
    ///   - change: what it wants to change.
    ///   - allowsInteraction: whether a person may be asked.
    func authorize(
        _ call: any PendingCall, scope: Scope?, change: SlotRequest?, allowsInteraction: Bool?,
        proceed: @escaping () throws(VarlinkError) -> Void
    ) throws(VarlinkError) {
        switch access.verdict(on: call.connection.peer, method: call.method, scope: scope) {
        case .allowed: try proceed()
        case .refused: throw refusal(of: call, scope: scope, because: nil)
        case .asked(let action):
            try checkAuthorizationQuota(of: call.connection.peer.uid)
            ask(action, allowsInteraction ?? false, PendingCheck(call, scope: scope, change: change, proceed: proceed))
        }
    }

    /// Withdraws the questions of a caller that has gone.
    func withdrawChecks(of connection: any ClientConnection) {
        for check in checks.remove(where: { $0.call.connection === connection }) { check.question?.withdraw() }
    }

    /// Ends the calls that wait to be authorised and whose place a later request, which begins now, has taken
    /// (semantics L9).
    func supersedeChecks(by later: SlotRequest) {
        let overtaken = checks.remove { check in check.change.map(later.overtakes) ?? false }
        for check in overtaken {
            check.question?.withdraw()
            check.call.fail(LocaleInterface.Failure.superseded.varlinkError)
        }
    }

    private func checkAuthorizationQuota(of uid: UInt32) throws(VarlinkError) {
        let limits = configuration.limits
        guard checks.count(of: uid) < limits.authorizationsPerUser else {
            throw LocaleInterface.Failure.limitExceeded(
                limit: "authorizationsPerUser", maximum: limits.authorizationsPerUser
            ).varlinkError
        }
        guard checks.count < limits.authorizations else {
            throw LocaleInterface.Failure.limitExceeded(limit: "authorizations", maximum: limits.authorizations)
                .varlinkError
        }
    }

    private func ask(_ action: String, _ allowsInteraction: Bool, _ check: PendingCheck) {
        let limits = configuration.limits
        checks.add(check)
        let question = AuthorityQuestion(
            action: action, peer: check.call.connection.peer, allowsInteraction: allowsInteraction,
            seconds: allowsInteraction ? limits.interactiveAuthorizationSeconds : limits.authorizationSeconds)
        check.question = ports.authority.ask(question) { [weak self] answer in
            self?.conclude(check, answer, action)
        }
    }

    private func conclude(_ check: PendingCheck, _ answer: AuthorityAnswer, _ action: String) {
        guard checks.finish(check), !check.call.connection.isPeerGone else { return }
        do throws(VarlinkError) {
            if case .denied(let reason) = answer { throw refusal(of: check.call, scope: check.scope, because: reason) }
            let peer = check.call.connection.peer
            let verdict = access.verdict(on: peer, method: check.call.method, scope: check.scope)
            // The configuration may have changed while the authority thought.
            guard verdict != .refused else { throw refusal(of: check.call, scope: check.scope, because: nil) }
            logAuthorization(of: peer, method: check.call.method, scope: check.scope, action: action)
            try check.proceed()
        } catch {
            check.call.fail(error)
        }
    }

    private func refusal(of call: any PendingCall, scope: Scope?, because reason: String?) -> VarlinkError {
        logRefusal(of: call.connection.peer, method: call.method, scope: scope, because: reason)
        return .permissionDenied
    }
}
