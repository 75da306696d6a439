import LinuxIO
import LocdInterface

/// What holds for any directory of the daemon's own.
extension Examination {
    /// The faults that the daemon itself met in a directory of its own.
    func reported(below directory: String) -> [Finding] {
        (status?.problems ?? []).filter { $0.file.isBelow(directory) }.map { problem in
            .warning(
                "\(problem.place): \(problem.message)",
                remedy: "See what the daemon did about it: `journalctl -u locd`.")
        }
    }

    /// Whether it is there, belongs to the daemon, is closed to others, and can be written.
    ///
    /// - Parameter absence: how to mend that the directory is not there; nil where that is no fault of a daemon that does
    ///   not run.
    func directoryFindings(_ path: String, mode: String, absence: String? = nil) -> [Finding] {
        let word = shellWord(path)
        do throws(SystemError) {
            guard let status = try FileStatus(ofPath: path, followingLinks: true) else {
                if self.status == nil, absence == nil { return [] }
                let make = "Have it made again: `sudo locctl reload`."
                return [.fault("\(path) is not there", remedy: absence ?? make)]
            }
            guard status.kind == .directory else {
                return [.fault("\(path) is no directory", remedy: "Move it away: `sudo mv \(word) \(word).old`.")]
            }
            return accessFindings(path, status, mode: mode) + (try roomFindings(path))
        } catch {
            return [
                .warning("\(path) cannot be looked at (\(error.reason))", remedy: "Look as root: `sudo locctl doctor`.")
            ]
        }
    }

    private func accessFindings(_ path: String, _ status: FileStatus, mode: String) -> [Finding] {
        var findings: [Finding] = []
        let word = shellWord(path)
        if let owner = owners.first, !owners.contains(status.uid) {
            let name = Self.name(of: owner)
            findings.append(
                .fault(
                    "\(path) belongs to \(Self.name(of: status.uid)), not to the daemon's user \(name)",
                    remedy: "Give it back: `sudo chown -R \(name): \(word)`."))
        }
        if status.isWritableByOthers {
            findings.append(
                .fault("\(path) can be written by others", remedy: "Close it: `sudo chmod \(mode) \(word)`."))
        } else if status.permissions & 0o300 != 0o300 {
            findings.append(
                .fault("\(path) cannot be written by its owner", remedy: "Open it: `sudo chmod \(mode) \(word)`."))
        } else if mode == "0700", status.permissions & 0o055 != 0 {
            findings.append(
                .warning("\(path) can be read by others", remedy: "Close it: `sudo chmod \(mode) \(word)`."))
        }
        return findings
    }

    private func roomFindings(_ path: String) throws(SystemError) -> [Finding] {
        let fileSystem = try FileSystemStatus(ofPath: path)
        if fileSystem.isReadOnly {
            let remedy = "Mount it for writing, or find out why it is not: `findmnt -T \(shellWord(path))`."
            return [.fault("\(path) lies on a file system that is read-only", remedy: remedy)]
        }
        if fileSystem.availableBytes < 1 << 20 {
            let remedy = "Make room: `df -h \(shellWord(path))`."
            return [
                .fault(
                    "\(path) lies on a file system without room (\(sizeText(fileSystem.availableBytes)))",
                    remedy: remedy)
            ]
        }
        return []
    }
}
