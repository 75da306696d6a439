import LinuxIO
import Systemd
import VarlinkTransport

/// Where the daemon's clients come from.
enum Endpoint: ~Copyable {
    /// A socket that the daemon made itself; its file is removed in the end.
    case bound(UnixListener, path: String)
    /// A socket that the service manager keeps.
    case passed(UnixListener)
    /// One client that is connected already, such as a `varlinkctl` that runs the daemon itself.
    case connected(UnixSocket)

    /// Takes what was passed, or else makes a socket at `path`.
    ///
    /// A path that somebody listens on is refused; a file left behind by one who does no longer is replaced.
    static func open(path: String) throws -> Endpoint {
        var activation = try SocketActivation()
        while let passed = try activation.takeFirst() {
            switch passed.kind {
            case .listener: return .passed(try UnixListener(adopting: passed.take()))
            case .connection: return .connected(try UnixSocket(adopting: passed.take()))
            case .other: continue
            }
        }
        do throws(SystemError) {
            return .bound(try UnixListener.bind(to: path, mode: 0o666), path: path)
        } catch {
            throw ProgramError("cannot listen on \(path): \(error.description)")
        }
    }
}
