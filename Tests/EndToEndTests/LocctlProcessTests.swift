import Glibc
import LinuxIO
import TestSupport
import Testing

/// `watch` and `run` against the daemon, and what the tool does for others than the daemon's own user.
@Suite struct LocctlProcessTests {
    private let daemon: DaemonFixture

    init() throws { daemon = try DaemonFixture() }

    /// A line of `watch` without its generation.
    private func rest(_ line: String?) -> String? {
        line.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
    }

    @Test func `watch prints the present state at once, then each new one, and ends after as many as asked for`() throws
    {
        let watch = try daemon.startLocctl("watch", "--count", "3")
        let first = try watch.nextLine()
        #expect(rest(first) == "en ltr start")
        try daemon.locctl("set", "ar")
        let second = try watch.nextLine()
        #expect(rest(second) == "ar rtl set")
        try daemon.locctl("set", "ar")  // The same again is no news.
        try daemon.locctl("reload")
        #expect(rest(try watch.nextLine()) == "ar rtl reload")
        #expect(try watch.waitForEnd() == .exited(0))
        let generations = [first, second].compactMap { $0?.split(separator: " ").first.flatMap { Int($0) } }
        #expect(generations.count == 2 && generations[0] < generations[1])
    }

    @Test func `watch outlives the daemon and prints no state twice`() throws {
        let watch = try daemon.startLocctl("watch")
        #expect(rest(try watch.nextLine()) == "en ltr start")
        try daemon.locctl("set", "hi")
        #expect(rest(try watch.nextLine()) == "hi ltr set")
        try daemon.kill()
        try daemon.start()
        try daemon.locctl("set", "de")
        var line = rest(try watch.nextLine())
        // The new daemon may tell of its start before the change.
        if line == "hi ltr start" { line = rest(try watch.nextLine()) }
        #expect(line == "de ltr set")
        _ = try watch.end(with: SIGTERM)
        let remarks = try daemon.scratch.read("locctl.log")
        #expect(
            remarks == "locctl: the daemon has gone; waiting for it to come back\nlocctl: the daemon is back\n",
            "\(daemon.log)")
    }

    @Test func `watch ends when nobody reads it any more`() throws {
        let result = try Command.shell("\"$1\" watch | head -n 1", [Program.locctl.path])
            .run(environment: daemon.environment, in: daemon.scratch)
        #expect(result.status == 0)
        #expect(rest(result.output.split(separator: "\n").first.map(String.init)) == "en ltr start")
        #expect(result.errors == "")
    }

    @Test func `watch has a form for programs`() throws {
        let line = try daemon.locctl("watch", "--count", "1", "--json").output
        #expect(line.hasPrefix(#"{"generation":"#) && line.hasSuffix("}\n"))
    }

    @Test func `run gives a program the language's variables in place of its own, and passes its status on`() throws {
        try daemon.locctl("set", "hi")
        let environment = ["LC_ALL": "de_DE.UTF-8", "LANGUAGE": "de", "KEPT": "1"]
        let result = try daemon.locctl("run", "--", "/usr/bin/env", environment: environment)
        let variables = Set(result.output.split(separator: "\n").map(String.init))
        #expect(result.status == 0)
        #expect(variables.contains { $0.hasPrefix("LANGUAGE=hi") })
        #expect(variables.contains("LOCD_APPLICATION=env"))
        #expect(variables.contains("KEPT=1"))
        #expect(!variables.contains { $0.contains("de_DE") })
        #expect(try daemon.locctl("run", "sh", "-c", "exit 7").status == 7)
    }

    @Test func `run with a language sets it for the application, until the daemon ends`() throws {
        let result = try daemon.locctl(
            "run", "--language", "ar", "--app", "tv", "--address", daemon.address, "--", Program.locctl.path, "get")
        #expect(result.status == 0)
        #expect(result.output == "ar\n")
        #expect(try daemon.locctl("get", environment: ["LOCD_APPLICATION": "tv"]).output == "ar\n")
        #expect(try daemon.locctl("get").output == "en\n")
        try daemon.stop()
        try daemon.start()
        #expect(try daemon.locctl("get", environment: ["LOCD_APPLICATION": "tv"]).output == "en\n")
    }

    @Test func `run of what is not there, and in what is not there, says so`() throws {
        let absent = try daemon.locctl("run", "--", "/nonexistent/program")
        #expect(absent.status == 1)
        #expect(absent.errors == "locctl: \"/nonexistent/program\": No such file or directory\n")
        #expect(try daemon.locctl("run", "--language", "fr", "--", "true").status == 7)
    }

    @Test(
        "Who may not change the system's language is told who may, and how to change their own",
        .enabled(if: geteuid() == 0))
    func notAllowed() throws {
        let asStranger = { (words: [String]) in try self.daemon.locctl(as: 12_345, words) }
        let refused = try asStranger(["set", "hi"])
        #expect(refused.status == 4, "\(refused)")
        #expect(
            refused.errors
                == "locctl: you are not allowed to set the system language; only root and whom polkit lets are; "
                + "add --user to change your own\n")
        #expect(try asStranger(["reload"]).status == 4)
        #expect(try asStranger(["set", "hi", "--user"]).output == "hi\n")
        #expect(try daemon.locctl("get").output == "en\n")
    }

    @Test("A full disk is status 11, and the setting stays", .enabled(if: geteuid() == 0, "mounting needs root"))
    func fullDisk() throws {
        try daemon.locctl("set", "hi")
        try daemon.stop()
        let state = daemon.scratch.path("state")
        let fill = "mount -t tmpfs -o size=64k,mode=700 tmpfs \"$1\""
        let mounted = try Command.shell(fill, [state]).run(in: daemon.scratch)
        try #require(mounted.status == 0, "\(mounted)")
        defer {
            try? daemon.kill()
            unsafe umount(state)
        }
        try daemon.start()
        #expect(try daemon.locctl("set", "de").output == "de\n")
        // A page is left over for the temporary file's name, none for what it holds.
        _ = try Command.shell("dd if=/dev/zero of=\"$1\"/fill bs=4k", [state]).run(in: daemon.scratch)
        let result = try daemon.locctl("set", "ar")
        #expect(result.status == 11, "\(result)")
        #expect(result.errors.contains("could not be stored and is unchanged"))
        #expect(try daemon.locctl("get").output == "de\n")
    }

    @Test(
        "bash completes languages and domains that the daemon knows",
        arguments: [
            (["set", "h"], "hi"), (["text", "k"], "kiosk"), (["run", "--language", "=", "a"], "ar"),
            (["set", ""], "auto ar de en hi"),
        ])
    func completion(words: [String], offers: String) throws {
        let script = """
            locctl() { "$tool" "$@"; }
            eval "$(locctl completion bash)"
            COMP_WORDS=(locctl "$@") COMP_CWORD=$#
            _locctl
            echo "${COMPREPLY[*]}"
            """
        let result = try Command.shell(script, words)
            .run(environment: daemon.environment.merging(["tool": Program.locctl.path]) { $1 }, in: daemon.scratch)
        #expect(result.output == "\(offers)\n")
        #expect(result.errors == "")
    }
}
