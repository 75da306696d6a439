internal import LinuxIO
internal import LocdInterface
internal import Varlink

/// Fetches catalogs as sealed memory files from the daemon, without waiting for them.
///
/// A subscription holds its connection for as long as it lives, so this is a second one; it ends when all has come.
final class CatalogOpener {
    /// How long the daemon may take for all that was asked for.
    private static let patience = Duration.seconds(2)

    /// Where the catalogs come.
    let link: DaemonLink
    private var waiting: [CatalogFile]
    /// When it is given up.
    let deadline: BoottimeInstant

    /// Asks for catalogs.
    ///
    /// Errors: `unreachable`, `timedOut`.
    init(address: String, files: [CatalogFile], now: BoottimeInstant) throws(LocdError) {
        // The daemon is there, as it has just told of these; a full backlog counts as not there.
        link = try DaemonLink(address: address, timeout: .zero)
        waiting = files
        deadline = now.advanced(by: Self.patience)
        for file in files { try link.call(CatalogInterface.Open.self, .init(digest: file.digest)) }
    }

    /// Takes what has come into the store; true when there is nothing more to wait for, as all came or as the daemon
    /// takes too long or fails. What did not come is then copied from its path, if it can be.
    func advance(now: BoottimeInstant) -> Bool {
        do {
            while let file = waiting.first, let reply = try link.next() {
                waiting.removeFirst()
                take(file, sent: reply.error == nil ? link.takeDescriptor() : nil)
            }
            if !waiting.isEmpty, now < deadline { return false }
        } catch {
            // The connection is lost; the files themselves may still be there.
        }
        for file in waiting { take(file, sent: nil) }
        waiting = []
        return true
    }

    /// A catalog that cannot be had is left out of its chain: the next one in it answers.
    private func take(_ file: CatalogFile, sent: consuming FileDescriptor?) {
        do {
            guard let sent else { return try CatalogStore.copy(path: file.path, digest: file.digest) }
            try CatalogStore.map(sent, digest: file.digest)
        } catch {
            return
        }
    }
}
