import LinuxIO
import Testing

struct CertificationTests {
    /// Starts the certification program, which the build put beside the tests.
    private func start(_ arguments: [String], output: borrowing FileDescriptor) throws -> ChildProcess {
        let tests = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        let path = (tests.dropLast() + ["varlink-certification"]).joined(separator: "/")
        var configuration = ChildProcess.Configuration(executable: path, arguments: [path] + arguments)
        configuration.descriptors = [.init(output.rawValue, at: 1)]
        configuration.inheritsStandardError = true
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
}
