import LinuxIO
import VarlinkTransport

/// Whether the way to the daemon is open, for the caller and for everybody.
extension Examination {
    var socketFindings: [Finding] {
        let status: FileStatus?
        do throws(SystemError) {
            status = try FileStatus(ofPath: address, followingLinks: true)
        } catch {
            let remedy = "Let everybody into the directories above it: `sudo chmod a+x \(shellWord(socketDirectory))`."
            return [.fault("\(address) cannot be looked at (\(error.reason))", remedy: remedy)]
        }
        guard let status else { return [.fault("there is no socket at \(address)", remedy: startRemedy)] }
        guard status.kind == .socket else {
            let word = shellWord(address)
            let remedy = "Move it away, and start the daemon anew: `sudo mv \(word) \(word).old`."
            return [.fault("\(address) is no socket", remedy: remedy)]
        }
        return (permissionFindings(status) + contactFindings).orElse(ok: "\(address) answers")
    }

    /// The directory that the socket lies in.
    var socketDirectory: String {
        let directory = address[..<(address.lastIndex(of: "/") ?? address.startIndex)]
        return directory.isEmpty ? "/" : String(directory)
    }

    private func permissionFindings(_ socket: FileStatus) -> [Finding] {
        var findings: [Finding] = []
        // Whoever calls writes to the socket: unix(7). Who may do what is decided by who calls.
        if socket.permissions & 0o222 != 0o222 {
            let mode = String(socket.permissions & 0o777, radix: 8)
            findings.append(
                .fault(
                    "\(address) is not open to all (its mode is 0\(mode))",
                    remedy: "Open it: `sudo chmod 0666 \(shellWord(address))`."))
        }
        // A directory of somebody's own is closed to others on purpose.
        if let status = Self.status(ofPath: socketDirectory), status.uid == 0,
            status.permissions & 0o011 != 0o011
        {
            findings.append(
                .fault(
                    "\(socketDirectory), where the socket lies, lets not everybody in",
                    remedy: "Open it: `sudo chmod 0755 \(shellWord(socketDirectory))`."))
        }
        return findings
    }

    private var contactFindings: [Finding] {
        guard case .failed(let error) = contact else { return [] }
        switch error.code {
        case .nobodyListening: return [.fault("nobody listens at \(address)", remedy: startRemedy)]
        case .timedOut: return [.fault("\(address) does not answer within 5 s", remedy: restartRemedy)]
        case .disconnected:
            return [
                .fault(
                    "\(address) turns you away: you may have too many connections",
                    remedy: "See who has how many, as root: `sudo locctl status`.")
            ]
        case .violation:
            return [.fault("what answers at \(address) is no Varlink service", remedy: restartRemedy)]
        case .system:
            let reason = error.errno.map { SystemError(call: "", detail: "", errno: $0).reason } ?? error.message
            return [.fault("\(address) cannot be connected to (\(reason))", remedy: restartRemedy)]
        }
    }
}
