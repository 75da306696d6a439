import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// `locctl doctor` against a real daemon, healthy and with each of the usual faults made for real.
@Suite struct DoctorTests {
    private struct Finding: Decodable {
        var check: String
        var verdict: String
        var message: String
        var remedy: String?
    }

    private static let isRoot = geteuid() == 0

    // MARK: Health

    @Test func `of a healthy daemon nothing is reported`() throws {
        let daemon = try fixture()
        let result = try daemon.locctl("doctor")
        #expect(result.status == 0, "\(result)")
        #expect(result.errors == "")
        let lines = result.output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("ok ") }, "\(result)")
        let checks = lines.map { $0.split(separator: " ")[1] }
        #expect(
            checks == [
                "socket", "daemon", "group", "setting", "session", "locale", "clock", "configuration", "texts", "cache",
                "state", "runtime",
            ])
        #expect(try daemon.locctl("doctor", "--quiet").output == "")
    }

    @Test func `without a daemon it looks at what the command line names`() throws {
        let daemon = try fixture()
        try daemon.stop()
        try expect("socket", "fault", "there is no socket at", "locd --address", in: daemon)
        let result = try daemon.locctl("doctor", "-q")
        #expect(result.status == 1)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("fault    socket  there is no socket at \(daemon.address)\n"))
        #expect(result.output.contains("                 Start the daemon: `locd --address \(daemon.address)`.\n"))
    }

    // MARK: The way to the daemon

    @Test func `a socket that was left behind`() throws {
        let daemon = try fixture()
        try daemon.kill()
        try expect("socket", "fault", "nobody listens at \(daemon.address)", "Start the daemon", in: daemon)
    }

    @Test func `something else at the socket's path`() throws {
        let daemon = try fixture()
        try daemon.stop()
        try daemon.scratch.write("", to: "run/org.locd")
        try expect("socket", "fault", "is no socket", "sudo mv \(daemon.address)", in: daemon)
    }

    @Test func `a socket that is not open to all`() throws {
        let daemon = try fixture()
        try daemon.scratch.setMode("run/org.locd", 0o600)
        try expect("socket", "fault", "its mode is 0600", "sudo chmod 0666 \(daemon.address)", in: daemon)
    }

    @Test(.enabled(if: isRoot, "only root's directories should be open"))
    func `a directory that keeps others from the socket`() throws {
        let daemon = try fixture()
        try daemon.scratch.setMode("run", 0o700)
        try expect("socket", "fault", "lets not everybody in", "sudo chmod 0755", in: daemon)
    }

    @Test func `a daemon that hangs`() throws {
        let daemon = try fixture()
        try daemon.signal(SIGSTOP)
        defer { try? daemon.signal(SIGCONT) }
        try expect("socket", "fault", "does not answer within 5 s", "End the process locd", in: daemon)
    }

    @Test func `somebody else's service at the daemon's address`() throws {
        let daemon = try fixture()
        try daemon.stop()
        let service = try RunningProgram(
            .certification, ["--varlink=unix:\(daemon.address)"], environment: [:], log: daemon.scratch.path("other"))
        let isThere = try daemon.wait { (try? daemon.connect()) != nil }
        #expect(isThere)
        // Nobody can connect before the service has given the file its own mode.
        try daemon.scratch.setMode("run/org.locd", 0o666)
        try expect("daemon", "fault", "is not a locd of this version", "End the process locd", in: daemon)
        _ = try service.end(with: SIGTERM)
    }

    // MARK: The caller

    @Test func `a group that does not exist`() throws {
        let daemon = try fixture(configuration: "[Access]\nGroup=no-such-group\n")
        try expect("group", "fault", "the group no-such-group", "sudo groupadd --system no-such-group", in: daemon)
    }

    @Test(.enabled(if: isRoot, "playing another user needs root"))
    func `a caller who is not in the group`() throws {
        let daemon = try fixture(configuration: "[Access]\nGroup=daemon\n")
        try daemon.scratch.setMode(".", 0o755)
        // Where the build lies others may not be able to look.
        let program = try FileContents(ofPath: Program.locctl.path, limit: 1 << 28, followingLinks: true).bytes
        try daemon.scratch.write(program, to: "locctl")
        try daemon.scratch.setMode("locctl", 0o755)
        let asStranger = { (group: String) in
            try Command(
                executable: "/usr/bin/setpriv",
                arguments: [
                    "setpriv", "--reuid", "12345", "--regid", group, "--clear-groups", "--",
                    daemon.scratch.path("locctl"), "doctor", "-q",
                ]
            ).run(environment: daemon.environment, in: daemon.scratch)
        }
        let outside = try asStranger("12345")
        #expect(outside.status == 1)
        #expect(
            outside.output == """
                warning  group  you are not in the group daemon, so you can change your own language only
                                Have yourself added, and log in again: `sudo usermod -aG daemon 12345`.

                """)
        #expect(try asStranger("daemon").status == 0)
    }

    @Test func `a setting of one's own that hides the system's`() throws {
        let daemon = try fixture()
        try daemon.locctl("set", "de")
        try daemon.locctl("set", "en", "--user")
        try expect(
            "setting", "warning", "your own setting (en) hides the system's language (de)",
            "locctl set auto --user", in: daemon)
    }

    @Test func `a session that began in another language`() throws {
        let daemon = try fixture()
        try expect(
            "session", "warning", "LANG=de_DE.UTF-8 in your environment says de-DE, but en is in force",
            "locctl run --", in: daemon, environment: ["LANG": "de_DE.UTF-8"])
        let agreeing = ["LANG": "en_GB.UTF-8", "LANGUAGE": ""]
        #expect(try daemon.locctl("doctor", environment: agreeing).status == 0)
    }

    @Test func `a language for which libc has no locale`() throws {
        let daemon = try fixture()
        try daemon.locctl("set", "hi")
        try daemon.scratch.makeDirectory("locales")
        // libc looks for locales there and nowhere else: locale(7).
        try expect(
            "locale", "warning", "libc has no locale for hi (such as hi_IN.UTF-8)", "hi", in: daemon,
            environment: ["LOCPATH": daemon.scratch.path("locales")])
    }

    // MARK: The clock

    @Test func `a clock before the day on which the program was built`() throws {
        let daemon = try fixture()
        let program = try FileContents(ofPath: Program.locctl.path, limit: 1 << 28, followingLinks: true).bytes
        try daemon.scratch.write(program, to: "locctl")
        try daemon.scratch.setMode("locctl", 0o755)
        try daemon.scratch.setModified("locctl", WallClock.nanosecondsSince1970 + 10 * 86_400_000_000_000)
        let result = try Command(
            executable: daemon.scratch.path("locctl"), arguments: ["locctl", "doctor", "-q"]
        ).run(environment: daemon.environment, in: daemon.scratch)
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("fault    clock  the clock is wrong: it is before the day"))
        #expect(result.output.contains("sudo timedatectl set-ntp true"))
    }

    @Test func `a clock that was set back`() throws {
        let daemon = try fixture()
        try daemon.scratch.setModified("cache/sources.json", WallClock.nanosecondsSince1970 + 2 * 86_400_000_000_000)
        try expect("clock", "warning", "the clock was set back", "sudo timedatectl", in: daemon)
    }

    // MARK: Files

    @Test func `a line of the configuration that is not understood`() throws {
        let daemon = try fixture(configuration: "[Locale]\nLanguage=en\n")
        try expect("configuration", "warning", "locd.conf:2: [Locale] has no key Language=", "locd.conf(5)", in: daemon)
    }

    @Test func `a text that does not compile`() throws {
        let daemon = try fixture()
        try daemon.write("{\"hello\": \"x\",\n \"a\" 1}", toShipped: "kiosk/fr.json")
        try daemon.locctl("reload")
        let file = daemon.scratch.path("vendor/kiosk/fr.json")
        try expect("texts", "warning", "\(file):2:6: ", "Mend the file", in: daemon)
    }

    @Test func `a directory of texts that others cannot read, is not there, or is none`() throws {
        let daemon = try fixture()
        try daemon.scratch.setMode("vendor", 0o700)
        try expect("texts", "fault", "cannot be read by everybody", "sudo chmod -R a+rX", in: daemon)
        daemon.scratch.remove("vendor")
        try expect("texts", "warning", "is not there", "sudo mkdir -p", in: daemon)
        try daemon.scratch.write("", to: "vendor")
        try expect("texts", "fault", "is no directory", "VendorDirectories=", in: daemon)
    }

    @Test func `no texts at all`() throws {
        let daemon = try DaemonFixture(texts: [:])
        try expect("texts", "warning", "there are no texts in", "locctl list --domains", in: daemon)
    }

    @Test(
        "Directories of the daemon that others can write, or their owner cannot", arguments: ["cache", "state", "run"])
    func modes(directory: String) throws {
        let daemon = try fixture()
        let mode = directory == "state" ? "0700" : "0755"
        let check = directory == "run" ? "runtime" : directory
        try daemon.scratch.setMode(directory, 0o777)
        try expect(check, "fault", "can be written by others", "sudo chmod \(mode) ", in: daemon)
        try daemon.scratch.setMode(directory, 0o555)
        try expect(check, "fault", "cannot be written by its owner", "sudo chmod \(mode) ", in: daemon)
        try daemon.scratch.setMode(directory, 0o755)
    }

    @Test func `settings that others can look at`() throws {
        let daemon = try fixture()
        try daemon.scratch.setMode("state", 0o755)
        try expect("state", "warning", "can be read by others", "sudo chmod 0700", in: daemon)
    }

    @Test("Directories that belong to somebody else", .enabled(if: isRoot), arguments: ["cache", "state", "run"])
    func owners(directory: String) throws {
        let daemon = try fixture()
        try daemon.scratch.setOwner(directory, 4711)
        try expect(
            directory == "run" ? "runtime" : directory, "fault", "belongs to 4711, not to the daemon's user root",
            "sudo chown -R root: ", in: daemon)
    }

    @Test("A cache that cannot be written, or has no room", .enabled(if: isRoot, "mounting needs root"))
    func fileSystems() throws {
        let daemon = try fixture()
        try daemon.stop()
        let cache = daemon.scratch.path("cache")
        let mount = "mount -t tmpfs -o size=4m,mode=755 tmpfs \"$1\""
        try #require(try Command.shell(mount, [cache]).run(in: daemon.scratch).status == 0)
        defer {
            try? daemon.kill()
            unsafe umount2(cache, Int32(MNT_DETACH))
        }
        try daemon.start()
        #expect(try daemon.locctl("doctor", "-q").output == "")
        _ = try Command.shell("dd if=/dev/zero of=\"$1\"/fill bs=4k; rm -f \"$1\"/x", [cache]).run(in: daemon.scratch)
        try expect("cache", "fault", "without room", "df -h", in: daemon)
        try #require(
            try Command.shell("rm \"$1\"/fill && mount -o remount,ro \"$1\"", [cache]).run(in: daemon.scratch).status
                == 0)
        try expect("cache", "fault", "read-only", "findmnt -T", in: daemon)
    }

    @Test func `catalogs that are older than their texts`() throws {
        let daemon = try fixture()
        try daemon.stop()
        try daemon.write(#"{"hello": "Hallo"}"#, toShipped: "kiosk/de.json")
        try daemon.write(#"{"hello": "Bonjour"}"#, toShipped: "kiosk/fr.json")
        let places = ["cache", "state", "vendor"].flatMap { ["--\($0)", daemon.scratch.path($0)] }
        let findings = try findings(places, in: daemon).filter { $0.check != "socket" && $0.verdict != "ok" }
        #expect(findings.map(\.check) == ["cache"])
        let first = daemon.scratch.path("vendor/kiosk/de.json")
        #expect(findings.first?.message == "\(first) and 1 other file changed after the catalogs were built")
        #expect(findings.first?.remedy?.hasPrefix("Start the daemon") == true)
        try daemon.start()
        #expect(try daemon.locctl("doctor").status == 0)
    }

    @Test func `a damaged catalog that was set aside`() throws {
        let daemon = try fixture()
        let file = try #require(try daemon.state().domains.first?.catalogs.first?.path)
        try daemon.stop()
        let damage = "chmod u+w \"$1\" && printf x | dd of=\"$1\" bs=1 seek=300 conv=notrunc"
        try #require(try Command.shell(damage, [file]).run(in: daemon.scratch).status == 0)
        try daemon.start()
        let isSeen = try daemon.wait { try daemon.locctl("doctor", "-q").output.contains("set aside") }
        #expect(isSeen, "\(daemon.log)")
        let bad = "\(file).bad-1"
        try expect("cache", "warning", "1 damaged catalog set aside: \(bad)", "sudo rm \(bad)", in: daemon)
    }

    @Test func `stored settings that were set aside`() throws {
        let daemon = try fixture()
        try daemon.locctl("set", "en")
        try daemon.stop()
        try daemon.scratch.write("{", to: "state/system.json")
        try daemon.start()
        let findings = try findings([], in: daemon).filter { $0.verdict != "ok" }
        #expect(!findings.isEmpty)
        #expect(findings.allSatisfy { $0.check == "state" && $0.verdict == "warning" })
        #expect(findings.contains { $0.message.contains("system.json.bad-1") }, "\(findings)")
    }

    // MARK: Asking

    /// A daemon whose files have the modes they should, whatever the test was started with.
    private func fixture(configuration: String = "") throws -> DaemonFixture {
        let daemon = try DaemonFixture(configuration: configuration)
        for directory in ["run", "cache", "vendor", "vendor/kiosk"] { try daemon.scratch.setMode(directory, 0o755) }
        return daemon
    }

    private func findings(
        _ arguments: [String], in daemon: DaemonFixture, environment: [String: String] = [:]
    ) throws -> [Finding] {
        let result = try Program.locctl.run(
            ["doctor", "--json"] + arguments, environment: daemon.environment.merging(environment) { $1 },
            in: daemon.scratch)
        let findings = try JSONDecoder().decode([Finding].self, from: Array(result.output.utf8), limits: .reply)
        #expect(result.status == (findings.contains { $0.verdict != "ok" } ? 1 : 0), "\(result)")
        return findings
    }

    /// Expects one finding that is not `ok`, and what it says.
    private func expect(
        _ check: String, _ verdict: String, _ message: String, _ remedy: String, in daemon: DaemonFixture,
        environment: [String: String] = [:], at location: SourceLocation = #_sourceLocation
    ) throws {
        let findings = try findings([], in: daemon, environment: environment).filter { $0.verdict != "ok" }
        #expect(findings.map(\.check) == [check], "\(findings)", sourceLocation: location)
        let finding = try #require(findings.first, sourceLocation: location)
        #expect(finding.verdict == verdict, "\(finding)", sourceLocation: location)
        #expect(finding.message.contains(message), "\(finding)", sourceLocation: location)
        #expect(finding.remedy?.contains(remedy) == true, "\(finding)", sourceLocation: location)
    }
}
