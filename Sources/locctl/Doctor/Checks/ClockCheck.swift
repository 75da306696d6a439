import LinuxIO

/// Whether the clock can be right: temporary settings are told by it, and stamps of files compared.
extension Examination {
    /// In nanoseconds.
    private static let day: Int64 = 86_400_000_000_000
    private static let hour = day / 24
    /// 2026-01-01: this program did not exist before, whatever its file says.
    private static let beginning: Int64 = 1_767_225_600_000_000_000
    /// 2100-01-01.
    private static let end: Int64 = 4_102_444_800_000_000_000

    var clockFindings: [Finding] {
        let remedy = "Set it: `sudo timedatectl set-ntp true`, or `sudo date -s 'YYYY-MM-DD hh:mm'`."
        // Without /proc this program's age is not known.
        let built = Self.status(ofPath: "/proc/self/exe")?.modified ?? Self.beginning
        // Times of files may be local: FAT, and archives unpacked elsewhere.
        if now < max(built - Self.day, Self.beginning) {
            return [.fault("the clock is wrong: it is before the day on which this program was built", remedy: remedy)]
        }
        if now >= Self.end { return [.fault("the clock is wrong: it is after the year 2099", remedy: remedy)] }
        if let file = ownFiles.first(where: { $0.modified > now + Self.hour }) {
            let hours = (file.modified - now) / Self.hour
            return [
                .warning(
                    "the clock was set back: \(file.path) was written \(secondsText(hours * 3600)) from now",
                    remedy:
                        "\(remedy) If it is right now, have the file written again: `sudo touch \(shellWord(file.path))`."
                )
            ]
        }
        return [.ok("the clock is plausible")]
    }

    /// Files that the daemon wrote, as far as they can be seen.
    private var ownFiles: [(path: String, modified: Int64)] {
        let names = [
            places.cache.map { "\($0)/sources.json" }, places.state.map { "\($0)/system.json" },
            places.state.map { "\($0)/generation" },
        ]
        return names.compactMap(\.self).compactMap { path in
            // What is not there, or hidden, was not written later than now.
            Self.status(ofPath: path).map { (path, $0.modified) }
        }
    }
}
