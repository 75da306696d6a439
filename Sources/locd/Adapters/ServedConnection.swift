import LinuxIO
import LocdDaemon
import Varlink
import VarlinkTransport

/// A client's connection as the daemon sees it.
final class ServedConnection: ClientConnection {
    let peer: Peer
    private let connection: ServerConnection

    init(_ connection: ServerConnection) {
        self.connection = connection
        let credentials = connection.peer
        // Groups only ever allow more, so a peer whose groups cannot be read has none.
        let groups = (try? connection.peerGroups()) ?? []
        peer = Peer(
            uid: credentials.uid, gid: credentials.gid, pid: credentials.pid, startTime: connection.peerStartTime,
            groups: groups)
    }

    func setPending(_ frame: SharedFrame) {
        connection.setPending(frame)
    }

    var isDrained: Bool { connection.isDrained }
    var isPeerGone: Bool { connection.isPeerGone }
}
