import Glibc
import LinuxIO
import TestSupport

/// Somebody else on the machine. Only root can play others.
struct Stranger {
    let uid: UInt32
    /// Its group, and others it belongs to.
    var gid: UInt32 = 12_345
    var groups: [UInt32] = []

    /// Whether this process can play others.
    static var canBePlayed: Bool { geteuid() == 0 }

    /// Connects to the daemon as this user. The kernel notes who connects, so the connection stays the stranger's although the
    /// test goes on with it.
    ///
    /// - Parameter name: the name in the abstract namespace that the stranger's own end is bound to, if any.
    func connect(to daemon: DaemonFixture, boundTo name: String? = nil) throws -> WireClient {
        let pair = try UnixSocket.pair()
        var configuration = ChildProcess.Configuration(
            executable: "/usr/bin/python3",
            arguments: [
                "python3", "-c", Self.script, daemon.address, "\(uid)", "\(gid)",
                groups.map(String.init).joined(separator: ","), name ?? "",
            ])
        configuration.descriptors = [.init(pair.second.descriptor.rawValue, at: 3)]
        configuration.inheritsStandardError = true
        try daemon.admitStrangers()
        var child = try ChildProcess(configuration)
        guard try child.wait() == .exited(0) else { throw TestFailure("uid \(uid) could not connect") }
        var byte: [UInt8] = [0]
        var descriptors = DescriptorList()
        var dropped = false
        _ = try pair.first.receive(
            into: &byte, descriptors: &descriptors, maximumDescriptors: 1, descriptorsDropped: &dropped)
        guard let socket = descriptors.takeFirst() else { throw TestFailure("no connection came of uid \(uid)") }
        return WireClient(try UnixSocket(adopting: socket))
    }

    /// Becomes the user, connects, and hands the connection over.
    private static let script = """
        os, socket, sys = map(__import__, ("os", "socket", "sys"))
        address, uid, gid, groups, name = sys.argv[1:]
        os.setgroups([int(group) for group in groups.split(",") if group])
        os.setresgid(int(gid), int(gid), int(gid))
        os.setresuid(int(uid), int(uid), int(uid))
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        if name:
            client.bind("\\0" + name)
        client.connect(address)
        socket.send_fds(socket.socket(fileno=3), [b"."], [client.fileno()])
        """
}

extension DaemonFixture {
    /// Lets other users come as far as the socket, which is open to all.
    func admitStrangers() throws {
        try scratch.setMode(".", 0o711)
    }
}
