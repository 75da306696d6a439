import LinuxIO

/// Finds a group's number in `/etc/group` (group(5)).
///
/// The file itself and not NSS, whose modules may ask the network and let the daemon wait.
enum GroupFile {
    private static let maximumBytes = 16 << 20

    /// The number of a group, by name or as digits; nil where there is none.
    static func identifier(of group: String) -> UInt32? {
        if let number = UInt32(group) { return number }
        // Without the file there are no groups.
        guard let file = try? FileContents(ofPath: "/etc/group", limit: maximumBytes, followingLinks: true)
        else { return nil }
        return identifier(of: group, in: String(decoding: file.bytes, as: UTF8.self))
    }

    static func identifier(of group: String, in text: String) -> UInt32? {
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            if fields.count >= 3, fields[0] == group { return UInt32(fields[2]) }
        }
        return nil
    }
}
