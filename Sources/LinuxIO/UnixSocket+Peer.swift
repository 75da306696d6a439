import CLinux
import Glibc

/// Who connected, as the kernel recorded it when they did: SO_PEERCRED of `unix(7)`.
package struct PeerCredentials: Hashable, Sendable {
    package let uid: UInt32
    package let gid: UInt32
    /// 0 where the peer's process is not visible in this pid namespace.
    package let pid: Int32

    package init(uid: UInt32, gid: UInt32, pid: Int32) {
        self.uid = uid
        self.gid = gid
        self.pid = pid
    }
}

extension UnixSocket {
    /// The peer's uid, gid and pid: `getsockopt(2)` SO_PEERCRED. Integers from the kernel, nothing the peer said.
    package func peerCredentials() throws(SystemError) -> PeerCredentials {
        var peer = clinux_credentials()
        try retrying("getsockopt", "SO_PEERCRED") {
            unsafe clinux_peer_credentials(descriptor.rawValue, &peer)
        }
        return PeerCredentials(uid: peer.uid, gid: peer.gid, pid: peer.pid)
    }

    /// The peer's supplementary groups, as they were when it connected: `getsockopt(2)` SO_PEERGROUPS.
    package func peerGroups() throws(SystemError) -> [UInt32] {
        var groups = [UInt32](repeating: 0, count: 64)
        while true {
            var count = groups.count
            do throws(SystemError) {
                try unsafe groups.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
                    _ = try retrying("getsockopt", "SO_PEERGROUPS") {
                        unsafe clinux_peer_groups(descriptor.rawValue, buffer.baseAddress, &count)
                    }
                }
                return Array(groups.prefix(count))
            } catch {
                // ERANGE says how many there are; the kernel's own ceiling is 65 536 (NGROUPS_MAX).
                guard error.errno == ERANGE, count > groups.count else { throw error }
                groups = [UInt32](repeating: 0, count: count)
            }
        }
    }

    /// When the peer's process was started, in clock ticks since the machine was: field 22 of `/proc/PID/stat`, proc(5).
    /// With the pid it names one process for good; an `execve(2)` changes neither.
    ///
    /// To be read as soon as the peer is known. Nil where the process is not to be seen (another pid namespace, a
    /// `/proc` with hidepid=) and where it has ended. A kernel with SO_PEERPIDFD (6.5) is asked afterwards whether it
    /// still lives, so that the time is not that of another process with its pid.
    package func startTime(of peer: PeerCredentials) throws(SystemError) -> UInt64? {
        guard peer.pid > 0 else { return nil }
        let pidfd: FileDescriptor?
        do throws(SystemError) {
            pidfd = try peerPidfd()
        } catch {
            if [ESRCH, EINVAL, ENODATA].contains(error.errno) { return nil }
            throw error
        }
        let stat: FileContents
        do throws(SystemError) {
            stat = try FileContents(ofPath: "/proc/\(peer.pid)/stat", limit: 4096, followingLinks: false)
        } catch {
            if [ENOENT, ESRCH, EACCES, EPERM].contains(error.errno) { return nil }
            throw error
        }
        if case .some(let pidfd) = pidfd, try pidfd.wait(for: .readable, timeout: .zero) { return nil }
        // The second field is the program's name in parentheses, which may hold anything; the third comes after it.
        let fields = stat.bytes.split(separator: UInt8(ascii: ")")).last?.split(separator: UInt8(ascii: " ")) ?? []
        return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
    }

    /// A pidfd of the peer: `getsockopt(2)` SO_PEERPIDFD. Nil where the kernel is older than 6.5; ESRCH, EINVAL or
    /// ENODATA where the peer has already ended.
    private func peerPidfd() throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            return FileDescriptor(
                owning: try retrying("getsockopt", "SO_PEERPIDFD") { clinux_peer_pidfd(descriptor.rawValue) })
        } catch {
            if error.errno == ENOPROTOOPT { return nil }
            throw error
        }
    }
}
