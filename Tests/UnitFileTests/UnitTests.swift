import Glibc
import LinuxIO
import TestSupport
import Testing

/// The units as systemd's own tools see them.
@Suite struct UnitTests {
    private static let units = ["locd.socket", "locd.service", "locd-ready.service", "locd-ready.target"]
    private let installation: Installation

    init() throws {
        installation = try Installation()
        // What every unit depends on; the system that the tests run on need not have systemd's own.
        for target in ["sysinit", "basic", "sockets", "shutdown"] {
            try installation.scratch.write("[Unit]\nDescription=\(target)\n", to: path("\(target).target"))
        }
    }

    private func path(_ unit: String) -> String { "usr/lib/systemd/system/\(unit)" }

    /// `systemd-analyze verify` ends well on an unknown key, so what it prints is what counts.
    private func verify(_ unit: String) throws -> Tool.Result {
        // The manual pages that the units name are not in the tests' system.
        try Tool.run("systemd-analyze", ["--root=\(installation.scratch.path)", "--man=no", "verify", unit])
    }

    @Test("systemd has nothing to say about a unit", arguments: units)
    func verified(unit: String) throws {
        let result = try verify(unit)
        #expect(result.output == "")
        #expect(result.status == .exited(0))
    }

    @Test func `a key that systemd does not know would be seen`() throws {
        try installation.scratch.write(
            installation.scratch.read(path("locd.service")) + "\n[Service]\nWatchdogSecs=1\n", to: path("locd.service"))
        #expect(try verify("locd.service").output.contains("Unknown key 'WatchdogSecs'"))
    }

    /// The threshold is in tenths, as the tool's exit status compares them.
    @Test func `the service is exposed by 0,7 of 10 at most`() throws {
        let report = try Tool.run(
            "systemd-analyze",
            [
                "--root=\(installation.scratch.path)", "security", "--offline=yes", "--threshold=7", "--no-pager",
                "locd.service",
            ])
        #expect(report.status == .exited(0), "\(report.output)")
    }

    @Test func `each point that is left is explained in the unit`() throws {
        let report = try Tool.run(
            "systemd-analyze",
            ["--root=\(installation.scratch.path)", "security", "--offline=yes", "--no-pager", "locd.service"])
        // "✗ RestrictAddressFamilies=~AF_UNIX   DESCRIPTION   0.1", also for points of two names.
        let left = report.lines.filter { $0.hasPrefix("✗") }.compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(!left.isEmpty)
        let unit = try installation.scratch.read(path("locd.service"))
        for point in left {
            let key = point.prefix { $0 != "=" } + "="
            #expect(unit.contains("#   \(key)"), "\(key) is not explained")
        }
    }

    @Test("Nothing is asked of systemd that would break the daemon", arguments: ["DynamicUser=", "PrivateUsers="])
    func forbidden(key: String) throws {
        let unit = try installation.scratch.read(path("locd.service"))
        #expect(!unit.split(separator: "\n").contains { $0.hasPrefix(key) })
    }

    @Test func `polkit's actions belong to the daemon's user`() throws {
        let actions = """
            from sys import argv
            from xml.etree import ElementTree
            for action in ElementTree.parse(argv[1]).findall("action"):
                owner = action.find("annotate[@key='org.freedesktop.policykit.owner']").text
                print(action.get("id"), owner, *[choice.text for choice in action.find("defaults")])
            """
        let policy = installation.scratch.path("usr/share/polkit-1/actions/org.locd.policy")
        #expect(
            try Tool.run("python3", ["-c", actions, policy]).lines == [
                "org.locd.set-system unix-user:locd auth_admin_keep auth_admin_keep auth_admin_keep",
                "org.locd.manage-packs unix-user:locd auth_admin_keep auth_admin_keep auth_admin_keep",
            ])
    }

    @Test("The user and the directories are made", .enabled(if: geteuid() == 0, "giving files away needs root"))
    func userAndDirectories() throws {
        let root = installation.scratch
        try root.makeDirectory("etc")
        #expect(try Tool.run("systemd-sysusers", ["--root=\(root.path)"]).status == .exited(0))
        let user = try #require(try root.read("etc/passwd").split(separator: "\n").first { $0.hasPrefix("locd:") })
            .split(separator: ":", omittingEmptySubsequences: false)
        #expect(user[5...] == ["/var/lib/locd", "/usr/sbin/nologin"])
        let result = try Tool.run("systemd-tmpfiles", ["--root=\(root.path)", "--create", "locd.conf"])
        #expect(result.output == "")
        let made = try Tool.run(
            "find", ["run", "var"].map(root.path) + ["-name", "*locd*", "-printf", "%M %U %P\\n"])
        let expected = ["drwxr-xr-x 0 locd", "drwx------ \(user[2]) lib/locd", "drwxr-xr-x \(user[2]) cache/locd"]
        #expect(Set(made.lines) == Set(expected))
        #expect(
            try Tool.run("readlink", [root.path("run/locd/environment")]).output == "daemon/environment\n")
    }
}
