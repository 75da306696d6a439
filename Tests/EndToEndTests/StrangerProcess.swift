import Glibc
import LinuxIO
import TestSupport

/// A process of somebody else that is still there while the daemon works on its call, because it matters what becomes of
/// it meanwhile.
final class StrangerProcess {
    /// What it does once it has sent its message.
    enum Afterwards: String {
        /// Waits for the answer, prints it, and ends.
        case waits
        /// Becomes another program, which keeps the connection.
        case becomesAnother
        /// Becomes another program, which does not.
        case becomesAnotherWithout
    }

    private var child: ChildProcess
    private let input: FileDescriptor
    private let output: FileDescriptor
    let pid: Int32

    /// Starts a process that connects as this user; returns when it has.
    init(uid: UInt32, to daemon: DaemonFixture, then: Afterwards = .waits) throws {
        let orders = try Pipe()
        let ordersReader = orders.reader
        let results = try Pipe()
        let resultsWriter = results.writer
        var configuration = ChildProcess.Configuration(
            executable: "/usr/bin/python3",
            arguments: ["python3", "-c", Self.script, daemon.address, "\(uid)", then.rawValue])
        configuration.descriptors = [.init(ordersReader.rawValue, at: 0), .init(resultsWriter.rawValue, at: 1)]
        configuration.inheritsStandardError = true
        try daemon.admitStrangers()
        child = try ChildProcess(configuration)
        pid = child.pid
        input = orders.writer
        output = results.reader
        close(ordersReader)
        close(resultsWriter)
        guard try nextLine() == "connected" else { throw TestFailure("uid \(uid) could not connect") }
    }

    /// Starts a process that connects as this user and sends the message; returns when that is sent.
    convenience init(
        uid: UInt32, to daemon: DaemonFixture, sending message: String, then: Afterwards = .waits
    ) throws {
        try self.init(uid: uid, to: daemon, then: then)
        try send(message)
    }

    /// Has it send its message; returns when that is sent.
    func send(_ message: String) throws {
        let line = Array(message.utf8) + [UInt8(ascii: "\n")]
        try input.writeAll(line.span, detail: "orders")
        guard try nextLine() == "sent" else { throw TestFailure("process \(pid) could not send") }
    }

    /// When it was started, as the kernel tells it.
    func startTime() throws -> UInt64? {
        let stat = try FileContents(ofPath: "/proc/\(pid)/stat", limit: 4096, followingLinks: false).bytes
        let fields = String(decoding: stat, as: UTF8.self).split(separator: " ")
        return UInt64(fields[21])
    }

    /// The answer that came for it.
    func answer() throws -> Answer {
        guard let line = try nextLine() else { throw TestFailure("process \(pid) got no answer") }
        return try Answer(line)
    }

    /// The name of the program that it is, once that is another one.
    func otherProgram() throws -> String {
        let deadline = BoottimeClock.now.advanced(by: WireClient.patience)
        while BoottimeClock.now < deadline {
            let name = try FileContents(ofPath: "/proc/\(pid)/comm", limit: 64, followingLinks: false).bytes
            let text = String(decoding: name.dropLast(), as: UTF8.self)
            if !text.hasPrefix("python") { return text }
        }
        throw TestFailure("process \(pid) stays what it is")
    }

    /// Kills it; returns when it is gone, and its connection with it.
    func kill() throws {
        try child.signal(SIGKILL)
        _ = try child.wait()
    }

    private func nextLine() throws -> String? {
        var line: [UInt8] = []
        var byte: [UInt8] = [0]
        while try output.wait(for: .readable, timeout: WireClient.patience) {
            guard let count = try output.read(into: &byte, detail: "output"), count > 0 else { return nil }
            if byte[0] == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte[0])
        }
        return nil
    }

    private static let script = """
        os, socket, sys = map(__import__, ("os", "socket", "sys"))
        address, uid, then = sys.argv[1:]
        os.setgroups([])
        os.setresgid(12345, 12345, 12345)
        os.setresuid(int(uid), int(uid), int(uid))
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.connect(address)
        print("connected", flush=True)
        client.sendall(sys.stdin.buffer.readline()[:-1] + b"\\0")
        print("sent", flush=True)
        if then == "waits":
            answer = b""
            while not answer.endswith(b"\\0"):
                part = client.recv(4096)
                if not part:
                    sys.exit(1)
                answer += part
            print(answer[:-1].decode(), flush=True)
        else:
            client.set_inheritable(then == "becomesAnother")
            os.execv("/bin/sleep", ["sleep", "60"])
        """
}
