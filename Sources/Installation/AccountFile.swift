import LinuxIO

/// Finds a user's numbers in a system's `/etc/passwd` (passwd(5)).
///
/// The file itself and not NSS, which would ask the machine that an image is prepared on.
enum AccountFile {
    private static let path = "/etc/passwd"
    private static let maximumBytes = 16 << 20

    /// The numbers of a user and of their group; nil where the system has no such user, or no such file.
    static func owner(named user: String, in system: borrowing RootDirectory) throws(SystemError) -> FileOwner? {
        do throws(SystemError) {
            let text = String(decoding: try system.readFile(path, limit: maximumBytes).bytes, as: UTF8.self)
            return owner(named: user, in: text)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// The same in the text of the file. 4294967295 is nobody to the kernel.
    static func owner(named user: String, in text: String) -> FileOwner? {
        guard let fields = Accounts.entry(named: user, in: text), fields.count >= 4, let uid = UInt32(fields[2]),
            let gid = UInt32(fields[3]), uid != .max, gid != .max
        else { return nil }
        return FileOwner(uid: uid, gid: gid)
    }
}
