import LocdInterface

/// What a call asks of one slot, in the order of asking.
struct SlotRequest {
    enum Kind {
        case set(SettingRequest)
        /// Drops a temporary setting.
        case reset
    }

    /// A later request has a higher one.
    let order: Int
    let slot: Slot
    let kind: Kind

    /// Whether an earlier request that has not begun may no longer be carried out when this one is: what it asks for
    /// would come after what was asked for later.
    func overtakes(_ earlier: SlotRequest) -> Bool {
        guard earlier.slot == slot, earlier.order < order else { return false }
        return switch (kind, earlier.kind) {
        case (.set(let request), .set(let earlier)): request.overlaps(earlier)
        case (.set, .reset): true
        case (.reset, .set(let earlier)): earlier.duration != .stored
        case (.reset, .reset): false
        }
    }
}

/// A change that is under way: asked for and not answered yet.
final class PendingChange {
    let call: any PendingCall
    let slot: Slot
    let application: String?
    let request: SettingRequest
    /// It is being written: it can no longer be superseded.
    var isStoring = false
    /// How often catalogs that it needs were found damaged.
    var damages = 0

    init(call: any PendingCall, slot: Slot, application: String?, request: SettingRequest) {
        self.call = call
        self.slot = slot
        self.application = application
        self.request = request
    }
}

/// The changes under way, one queue for each file of settings.
///
/// The last requested switch wins (semantics L9): a newer request for the same slot ends all older ones that are not
/// being written yet. One change of a file is worked on at a time, since what is written is the whole file.
struct ChangeQueue {
    private var queues: [Owner: [PendingChange]] = [:]
    private var counts: [UInt32: Int] = [:]

    /// The change of an owner that is being worked on.
    func current(of owner: Owner) -> PendingChange? { queues[owner]?.first }

    /// How many changes a user has under way.
    func count(of uid: UInt32) -> Int { counts[uid, default: 0] }

    /// The applications of a user that changes under way are about.
    func applications(of uid: UInt32) -> Set<String> {
        Set((queues[.user(uid)] ?? []).compactMap { $0.slot.scope == .application ? $0.application : nil })
    }

    /// Adds a change; answers those it supersedes, which are out of the queue by then.
    mutating func add(_ change: PendingChange) -> [PendingChange] {
        let queue = queues[change.slot.owner] ?? []
        let superseded = queue.filter {
            $0.slot == change.slot && !$0.isStoring && change.request.covers($0.request)
        }
        for earlier in superseded { remove(earlier) }
        queues[change.slot.owner, default: []].append(change)
        counts[change.call.connection.peer.uid, default: 0] += 1
        return superseded
    }

    /// Takes out the changes of a slot that are not being written and that last for a while only.
    mutating func removeTemporary(of slot: Slot) -> [PendingChange] {
        let removed = (queues[slot.owner] ?? []).filter {
            $0.slot == slot && !$0.isStoring && $0.request.duration != .stored
        }
        for change in removed { remove(change) }
        return removed
    }

    /// Takes a change out, whether it succeeded or not.
    mutating func remove(_ change: PendingChange) {
        let owner = change.slot.owner
        guard let index = queues[owner]?.firstIndex(where: { $0 === change }) else { return }
        queues[owner]?.remove(at: index)
        if queues[owner]?.isEmpty == true { queues[owner] = nil }
        let uid = change.call.connection.peer.uid
        let left = count(of: uid) - 1
        counts[uid] = left > 0 ? left : nil
    }

    /// Whether a change is still wanted.
    func contains(_ change: PendingChange) -> Bool {
        queues[change.slot.owner]?.contains { $0 === change } ?? false
    }
}
