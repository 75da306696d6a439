/// Connections that have something to do, handed out round-robin by uid: however many connections one uid has, another
/// waits for at most one call of each.
struct FairQueue {
    private var users = FIFO<UInt32>()
    private var waiting: [UInt32: FIFO<UInt64>] = [:]

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds a connection; the caller sees to it that it is in the queue once.
    mutating func append(_ token: UInt64, uid: UInt32) {
        if waiting[uid] == nil { users.append(uid) }
        waiting[uid, default: FIFO()].append(token)
    }

    /// Takes the connection whose turn it is.
    mutating func popFirst() -> UInt64? {
        guard let uid = users.popFirst(), let token = waiting[uid]?.popFirst() else { return nil }
        if waiting[uid]?.isEmpty == true {
            waiting[uid] = nil
        } else {
            users.append(uid)
        }
        return token
    }
}
