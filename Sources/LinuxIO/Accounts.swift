/// Names and numbers of users and groups, from `/etc/passwd` and `/etc/group` (passwd(5), group(5)).
///
/// The files themselves and not NSS, whose modules may ask the network and let the daemon wait.
package enum Accounts {
    private static let maximumBytes = 16 << 20

    /// The number of a group, by name or as digits; nil where there is none.
    package static func groupID(of group: String) -> UInt32? {
        UInt32(group) ?? entry(named: group, in: text(of: "/etc/group")).flatMap { UInt32($0[2]) }
    }

    /// The members that a group lists by name: not those who have it as their own group.
    package static func members(ofGroup group: String) -> [String] {
        let entry = entry(named: group, in: text(of: "/etc/group"))
        return entry.map { $0.count > 3 ? $0[3].split(separator: ",").map(String.init) : [] } ?? []
    }

    /// The number of a user; nil where there is none.
    package static func userID(of user: String) -> UInt32? {
        entry(named: user, in: text(of: "/etc/passwd")).flatMap { UInt32($0[2]) }
    }

    /// The name of a user; nil where there is none.
    package static func userName(of uid: UInt32) -> String? {
        entries(in: text(of: "/etc/passwd")).first { UInt32($0[2]) == uid }.map { String($0[0]) }
    }

    /// The fields of the first entry with a name, at least three.
    package static func entry(named name: String, in text: String) -> [Substring]? {
        entries(in: text).first { $0[0] == name }
    }

    private static func entries(in text: String) -> some Sequence<[Substring]> {
        text.split(separator: "\n").lazy
            .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
            .filter { $0.count >= 3 }
    }

    /// The text of a file; without one there are no accounts.
    private static func text(of path: String) -> String {
        let file = try? FileContents(ofPath: path, limit: maximumBytes, followingLinks: true)  // See above.
        return file.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
    }
}
