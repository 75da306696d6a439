import LinuxIO
import TestSupport
import Testing

struct CertificationTests {
    /// Starts the certification program, which the build put beside the tests.
    private func start(
        _ arguments: [String], output: borrowing FileDescriptor, openFiles: Int? = nil
    ) throws -> ChildProcess {
        let tests = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        let path = (tests.dropLast() + ["varlink-certification"]).joined(separator: "/")
        var configuration = ChildProcess.Configuration(executable: path, arguments: [path] + arguments)
        configuration.descriptors = [.init(output.rawValue, at: 1)]
        configuration.inheritsStandardError = openFiles == nil
        configuration.limits.openFiles = openFiles
        return try ChildProcess(configuration)
    }

    /// Reads what a program prints first, waiting at most ten seconds for it.
    private func firstOutput(_ pipe: borrowing Pipe) throws -> String {
        let isReady = try pipe.reader.wait(for: .readable, timeout: .seconds(10))
        try #require(isReady)
        var buffer = [UInt8](repeating: 0, count: 1000)
        let count = try pipe.reader.read(into: &buffer, detail: "output") ?? 0
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    @Test("Our client goes through the certification on our server, each a process of its own")
    func ours() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("socket")
        let serverOutput = try Pipe()
        let clientOutput = try Pipe()
        let server = try start(["--varlink=unix:\(path)"], output: serverOutput.writer)
        #expect(try firstOutput(serverOutput) == "Listening on \(path)\n")
        var client = try start(["--client", "--varlink=unix:\(path)"], output: clientOutput.writer)
        #expect(try firstOutput(clientOutput) == "Certification passed\n")
        let status = try client.wait()
        #expect(status == .exited(0))
        try server.signal(15)
    }

    @Test("Without descriptors left, clients are turned away, those inside are served, and it passes")
    func outOfDescriptors() throws {
        let scratch = try ScratchDirectory()
        let path = scratch.path("socket")
        let output = try Pipe()
        let server = try start(["--varlink=unix:\(path)"], output: output.writer, openFiles: 32)
        _ = try firstOutput(output)
        let sockets = SocketArray()
        for _ in 0..<60 { sockets.append(try UnixSocket.connect(to: path, timeout: .seconds(10))) }
        var served = 0
        var turnedAway = 0
        try sockets.forEach { socket in
            if try isAnswered(socket) { served += 1 } else { turnedAway += 1 }
        }
        #expect(served > 20)
        #expect(turnedAway > 20)
        sockets.removeAll()
        // The server finds out about the leaving before it sees the newcomer, or turns it away and the next one fits.
        var isServed = false
        for _ in 0..<100 where !isServed {
            isServed = try isAnswered(UnixSocket.connect(to: path, timeout: .seconds(10)))
        }
        #expect(isServed)
        try server.signal(15)
    }

    /// Whether a call is answered; false when the connection ends instead.
    private func isAnswered(_ socket: borrowing UnixSocket) throws -> Bool {
        do throws(SystemError) {
            _ = try socket.send(Array("{\"method\":\"org.varlink.service.GetInfo\"}\0".utf8).span)
        } catch {
            return false
        }
        let isReady = try socket.wait(for: .readable, timeout: .seconds(10))
        try #require(isReady)
        do {
            return try socket.frames() != nil
        } catch let error as SystemError where error.isDisconnected {
            return false
        }
    }
}
