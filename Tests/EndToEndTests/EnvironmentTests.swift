import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// The language of programs that start later: the file for units, the variables for shells, the generator for sessions.
@Suite struct EnvironmentTests {
    // MARK: The file for units

    private func file(_ daemon: DaemonFixture) throws -> [String] {
        try daemon.scratch.read("run/environment").split(separator: "\n").map(String.init)
    }

    private func status(_ daemon: DaemonFixture) throws -> FileStatus {
        try FileDescriptor(readingPath: daemon.scratch.path("run/environment"), followingLinks: false)
            .status(detail: "environment")
    }

    @Test func `the machine's language is there with the start, for everybody to read, in names that libc has`() throws
    {
        let daemon = try DaemonFixture(configuration: "[Locale]\nDefault=hi\n")
        let lines = try file(daemon)
        #expect(lines.first?.hasPrefix("# ") == true)
        #expect(lines.contains("LANGUAGE=hi:en"))
        let language = try #require(lines.first { $0.hasPrefix("LANG=") }).dropFirst("LANG=".count)
        #expect(SystemLocale.exists(String(language)))
        #expect(try status(daemon).permissions == 0o644)
    }

    @Test func `it changes with the machine's language, and with nothing else`() throws {
        let daemon = try DaemonFixture()
        let before = try status(daemon)
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["de"], scope: .user))
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["ar"], scope: .application, application: "shop"))
        try daemon.call(LocaleInterface.Reload.self, .init())
        #expect(try status(daemon) == before)
        try daemon.set("hi")
        #expect(try status(daemon) != before)
        #expect(try file(daemon).contains("LANGUAGE=hi:en"))
        #expect(try daemon.scratch.names(in: "run").allSatisfy { !$0.hasPrefix(".") })
    }

    @Test func `who reads it meanwhile sees the old or the new, never a part`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        let hindi = try daemon.scratch.read("run/environment")
        try daemon.set("de")
        let german = try daemon.scratch.read("run/environment")
        let client = try daemon.connect()
        for round in 0..<200 {
            let set = #"{"languages":["\#(round % 2 == 0 ? "hi" : "de")"],"runtime":true}"#
            try client.sendMessage(WireClient.message(LocaleInterface.Set.name, set))
            repeat {
                #expect([hindi, german].contains(try daemon.scratch.read("run/environment")))
            } while try !client.socket.wait(for: .readable, timeout: .zero)
            #expect(try client.answer().error == nil)
        }
    }

    @Test func `where it cannot be written the daemon goes on, says so, and tries again with the next change`() throws {
        let daemon = try DaemonFixture()
        daemon.scratch.remove("run/environment")
        try daemon.scratch.makeDirectory("run/environment/taken")
        try daemon.set("hi")
        #expect(daemon.log.contains("the environment for programs that start later was not written"))
        daemon.scratch.remove("run/environment")
        try daemon.set("de")
        #expect(try file(daemon).contains("LANGUAGE=de:en"))
        #expect(try daemon.scratch.names(in: "run").allSatisfy { !$0.hasPrefix(".") })
    }

    // MARK: The variables for shells

    @Test func `the tool prints the caller's own, as lines or as JSON`() throws {
        let daemon = try DaemonFixture()
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["de"], region: "DE", scope: .user))
        let lines = try daemon.locctl("environment").output.split(separator: "\n")
        #expect(lines.contains("LANGUAGE=de:en"))
        #expect(lines.allSatisfy { $0.wholeMatch(of: /(LANG|LANGUAGE|LC_[A-Z]+)=[\w.:@-]+/) != nil })
        let json = try daemon.locctl("environment", "--json=short").output
        #expect(json.contains(#""LANGUAGE":"de:en""#))
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["ar"], scope: .application, application: "shop"))
        let shop = try daemon.locctl("environment", environment: ["LOCD_APPLICATION": "shop"]).output
        #expect(shop.contains("LANGUAGE=ar:en\n"))
    }

    // MARK: The generator for sessions

    /// Runs the generator with the programs of this build, and the machine's file as `environment` in a directory.
    private func generate(
        _ scratch: ScratchDirectory, address: String
    ) throws -> (result: Command.Result, time: Duration) {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let source = try FileContents(ofPath: "\(root)/systemd/60-locd", limit: 1 << 16, followingLinks: false).bytes
        // Written as `make install` writes it: the programs' paths are where they are.
        let script = String(decoding: source, as: UTF8.self)
            .split(separator: "/usr/bin/locctl").joined(separator: Program.locctl.path)
            .split(separator: "/run/locd/environment").joined(separator: scratch.path("environment"))
        try scratch.write(script, to: "60-locd")
        let start = BoottimeClock.now
        let result = try Command(executable: "/bin/sh", arguments: ["sh", scratch.path("60-locd")])
            .run(environment: ["LOCD_ADDRESS": address], in: scratch)
        return (result, start.duration(to: BoottimeClock.now))
    }

    private static let file = "# By locd.\nLANG=C.UTF-8\nLANGUAGE=hi:en\nLD_PRELOAD=/tmp/x\nLC_TIME=$(id)\n"

    @Test func `a session begins in its user's own language`() throws {
        let daemon = try DaemonFixture()
        try daemon.set("hi")
        try daemon.call(LocaleInterface.Set.self, .init(languages: ["de"], scope: .user))
        let scratch = try ScratchDirectory()
        try scratch.write(Self.file, to: "environment")
        let generated = try generate(scratch, address: daemon.address).result
        #expect(generated.status == 0)
        #expect(generated.errors == "")
        #expect(generated.output.contains("LANGUAGE=de:en\n"))
        #expect(!generated.output.contains("hi"))
    }

    @Test func `without a daemon it is the machine's as it was left, and only what is about language`() throws {
        let scratch = try ScratchDirectory()
        try scratch.write(Self.file, to: "environment")
        let generated = try generate(scratch, address: scratch.path("nobody")).result
        #expect(generated.status == 0)
        #expect(generated.output == "LANG=C.UTF-8\nLANGUAGE=hi:en\n")
        #expect(generated.errors == "")
    }

    @Test func `a daemon that hangs is not waited for`() throws {
        let scratch = try ScratchDirectory()
        try scratch.write(Self.file, to: "environment")
        let listener = try UnixListener.bind(to: scratch.path("hangs"), mode: 0o600)
        let generated = try generate(scratch, address: scratch.path("hangs"))
        #expect(generated.result.output == "LANG=C.UTF-8\nLANGUAGE=hi:en\n")
        #expect(generated.time < .seconds(10))
        withExtendedLifetime(listener) {}
    }

    @Test func `with neither nothing is said`() throws {
        let scratch = try ScratchDirectory()
        let generated = try generate(scratch, address: scratch.path("nobody")).result
        #expect(generated.status == 0)
        #expect(generated.output + generated.errors == "")
    }
}
