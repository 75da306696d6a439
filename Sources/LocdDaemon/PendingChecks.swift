import LocdInterface
import Varlink

/// A call whose caller the authority is asked about.
final class PendingCheck {
    let call: any PendingCall
    let scope: Scope?
    /// What the call wants to change; nil when it is no setting.
    let change: SlotRequest?
    /// Goes on with the call, once it is authorised.
    let proceed: () throws(VarlinkError) -> Void
    var question: (any PendingQuestion)?

    init(
        _ call: any PendingCall, scope: Scope?, change: SlotRequest?,
        proceed: @escaping () throws(VarlinkError) -> Void
    ) {
        self.call = call
        self.scope = scope
        self.change = change
        self.proceed = proceed
    }
}

/// The questions that the authority works on, and the calls that wait for their answers.
///
/// A question counts until the authority has done with it, also when its call has ended before: otherwise a caller that
/// comes and goes could pile up questions without end.
struct PendingChecks {
    private var waiting: [ObjectIdentifier: PendingCheck] = [:]
    private var counts: [UInt32: Int] = [:]
    /// Questions of all users.
    private(set) var count = 0

    /// How many questions about a user are under way.
    func count(of uid: UInt32) -> Int { counts[uid, default: 0] }

    mutating func add(_ check: PendingCheck) {
        waiting[ObjectIdentifier(check)] = check
        counts[check.call.connection.peer.uid, default: 0] += 1
        count += 1
    }

    /// The authority has done with a question; answers whether its call still waits.
    mutating func finish(_ check: PendingCheck) -> Bool {
        let uid = check.call.connection.peer.uid
        let left = count(of: uid) - 1
        counts[uid] = left > 0 ? left : nil
        count -= 1
        return waiting.removeValue(forKey: ObjectIdentifier(check)) != nil
    }

    /// Takes out the calls for which this is so; the answers to their questions count for nothing.
    mutating func remove(where isSo: (PendingCheck) -> Bool) -> [PendingCheck] {
        let removed = waiting.values.filter(isSo)
        for check in removed { waiting[ObjectIdentifier(check)] = nil }
        return removed
    }
}
