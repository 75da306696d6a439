/// What the peers of each uid hold, so that one uid cannot use up what all share.
///
/// A record exists while its uid has a connection.
struct UserQuota {
    private struct Use {
        var connections = 0
        var output = 0
    }

    private var users: [UInt32: Use] = [:]
    private(set) var connections = 0

    /// How many connections each uid has.
    var connectionsByUser: [UInt32: Int] { users.mapValues(\.connections) }

    /// How many connections a uid has.
    func connections(of uid: UInt32) -> Int { users[uid]?.connections ?? 0 }

    /// Bytes that wait for all peers of a uid.
    func output(of uid: UInt32) -> Int { users[uid]?.output ?? 0 }

    mutating func addConnection(of uid: UInt32) {
        connections += 1
        users[uid, default: Use()].connections += 1
    }

    /// Gives back a connection and what waited on it.
    mutating func removeConnection(of uid: UInt32, output: Int) {
        connections -= 1
        addOutput(-output, of: uid)
        users[uid]?.connections -= 1
        if users[uid]?.connections == 0 { users[uid] = nil }
    }

    mutating func addOutput(_ bytes: Int, of uid: UInt32) {
        guard bytes != 0 else { return }
        users[uid]?.output += bytes
    }
}
