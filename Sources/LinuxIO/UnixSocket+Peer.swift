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

    /// A pidfd of the peer: `getsockopt(2)` SO_PEERPIDFD. Nil where the kernel is older than 6.5 or the peer has
    /// already ended.
    package func peerPidfd() throws(SystemError) -> FileDescriptor? {
        do throws(SystemError) {
            return FileDescriptor(
                owning: try retrying("getsockopt", "SO_PEERPIDFD") { clinux_peer_pidfd(descriptor.rawValue) })
        } catch {
            guard [ENOPROTOOPT, ESRCH, EINVAL, ENODATA].contains(error.errno) else { throw error }
            return nil
        }
    }
}
