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
    private let output: FileDescriptor
    let pid: Int32

    /// Starts a process that connects as this user and sends the message; returns when that is sent.
    init(uid: UInt32, to daemon: DaemonFixture, sending message: String, then: Afterwards = .waits) throws {
        let pipe = try Pipe()
        let reader = pipe.reader
        let writer = pipe.writer
        var configuration = ChildProcess.Configuration(
            executable: "/usr/bin/python3",
            arguments: ["python3", "-c", Self.script, daemon.address, "\(uid)", message, then.rawValue])
        configuration.descriptors = [.init(writer.rawValue, at: 1)]
        configuration.inheritsStandardError = true
        try daemon.admitStrangers()
        child = try ChildProcess(configuration)
        pid = child.pid
        output = reader
        close(writer)
        guard try nextLine() == "sent" else { throw TestFailure("uid \(uid) could not send") }
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
        address, uid, message, then = sys.argv[1:]
        os.setgroups([])
        os.setresgid(12345, 12345, 12345)
        os.setresuid(int(uid), int(uid), int(uid))
        client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        client.connect(address)
        client.sendall(message.encode() + b"\\0")
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
