import Glibc
import LinuxIO
import TestSupport
import Testing

@Suite struct UnixListenerTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test func `a client connects and is accepted once`() throws {
        let path = scratch.path("socket")
        let listener = try UnixListener.bind(to: path, mode: 0o600)
        #expect(try listener.accept() == nil)
        let client = try UnixSocket.connect(to: path, timeout: .seconds(5))
        guard let server = try listener.accept() else { throw Unexpected.nothing }
        #expect(try listener.accept() == nil)
        #expect(try send([5], to: client) == 1)
        let received = ReceivedMessage(capacity: 4)
        #expect(try received.receive(from: server) == .bytes(1))
        #expect(try server.peerCredentials().pid == getpid())
        #expect(fcntl(server.descriptor.rawValue, F_GETFD) == FD_CLOEXEC)
        #expect(fcntl(server.descriptor.rawValue, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test(arguments: [0o600, 0o666] as [UInt32])
    func `the socket file has the mode asked for, whatever the umask`(mode: UInt32) throws {
        _ = try UnixListener.bind(to: scratch.path("socket"), mode: mode)
        var status = stat()
        #expect(unsafe lstat(scratch.path("socket"), &status) == 0)
        #expect(status.st_mode & 0o777 == mode)
    }

    @Test func `a socket file left behind is replaced`() throws {
        let path = scratch.path("socket")
        do { _ = try UnixListener.bind(to: path, mode: 0o600) }
        let listener = try UnixListener.bind(to: path, mode: 0o600)
        _ = try UnixSocket.connect(to: path, timeout: .seconds(5))
        guard try listener.accept() != nil else { throw Unexpected.nothing }
    }

    @Test func `a socket that somebody listens on is left alone`() throws {
        let path = scratch.path("socket")
        let listener = try UnixListener.bind(to: path, mode: 0o600)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.bind(to: path, mode: 0o600) }
        #expect(error?.errno == EADDRINUSE)
        guard try listener.accept() != nil else { throw Unexpected.nothing }  // The other one looked.
    }

    @Test func `a file that is no socket is left alone`() throws {
        let path = scratch.path("file")
        let file = unsafe open(path, O_CREAT | O_WRONLY, 0o600)
        #expect(close(file) == 0)
        let error = #expect(throws: SystemError.self) { _ = try UnixListener.bind(to: path, mode: 0o600) }
        #expect(error?.errno == EADDRINUSE)
        #expect(unsafe access(path, F_OK) == 0)
    }

    @Test func `a full backlog is a timeout, not a hang`() throws {
        let path = scratch.path("socket")
        let listener = try UnixListener.bind(to: path, mode: 0o600, backlog: 0)
        _ = try UnixSocket.connect(to: path, timeout: .seconds(5))
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.connect(to: path, timeout: .milliseconds(10))
        }
        #expect(error?.isTimeout == true)
        guard try listener.accept() != nil else { throw Unexpected.nothing }
    }

    @Test(arguments: [("", EINVAL), (String(repeating: "x", count: 108), ENAMETOOLONG), ("a\0b", EINVAL)])
    func `a path that is no address is refused`(path: String, errno: Int32) throws {
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.connect(to: path, timeout: .seconds(1))
        }
        #expect(error?.errno == errno)
    }

    @Test func `nobody there is told apart`() throws {
        let error = #expect(throws: SystemError.self) {
            _ = try UnixSocket.connect(to: scratch.path("absent"), timeout: .seconds(1))
        }
        #expect(error?.isNobodyListening == true)
    }
}

enum Unexpected: Error {
    case nothing, something
}
