import LinuxIO
import TestSupport
import Testing

/// What `make install` leaves where.
@Suite struct InstallTests {
    private static let expected = [
        "-rw-r--r-- etc/locd/locd.conf",
        "-rwxr-xr-x usr/bin/locctl",
        "-rw-r--r-- usr/lib/systemd/catalog/locd.catalog",
        "-rw-r--r-- usr/lib/systemd/system-preset/90-locd.preset",
        "-rw-r--r-- usr/lib/systemd/system/locd-ready.service",
        "-rw-r--r-- usr/lib/systemd/system/locd-ready.target",
        "-rw-r--r-- usr/lib/systemd/system/locd.service",
        "-rw-r--r-- usr/lib/systemd/system/locd.socket",
        "-rwxr-xr-x usr/lib/systemd/user-environment-generators/60-locd",
        "-rw-r--r-- usr/lib/sysusers.d/locd.conf",
        "-rw-r--r-- usr/lib/tmpfiles.d/locd.conf",
        "-rwxr-xr-x usr/sbin/locd",
        "-rw-r--r-- usr/share/bash-completion/completions/locctl",
        "-rw-r--r-- usr/share/doc/locd/examples/languages.conf",
        "-rw-r--r-- usr/share/man/man1/locctl.1",
        "-rw-r--r-- usr/share/man/man5/locd.conf.5",
        "-rw-r--r-- usr/share/man/man7/org.locd.7",
        "-rw-r--r-- usr/share/man/man8/locd.8",
        "-rw-r--r-- usr/share/polkit-1/actions/org.locd.policy",
        "-rw-r--r-- usr/share/polkit-1/rules.d/org.locd.rules",
        "-rw-r--r-- usr/share/zsh/vendor-completions/_locctl",
    ]

    @Test("Every file has its place and its mode, whatever the umask", arguments: ["022", "077"])
    func tree(umask: String) throws {
        let installation = try Installation(umask: umask)
        #expect(installation.output == "")
        #expect(try installation.files() == Self.expected)
        let others = try Tool.run(
            "find", [installation.scratch.path, "-mindepth", "1", "-type", "d", "!", "-perm", "755"])
        #expect(others.output == "")
    }

    @Test func `with another prefix the units name the programs that are there`() throws {
        let installation = try Installation(prefix: "/opt/locd")
        let unit = try installation.scratch.read("opt/locd/lib/systemd/system/locd.service")
        #expect(unit.contains("\nExecStart=/opt/locd/sbin/locd --address=/run/locd/org.locd\n"))
        #expect(unit.contains("\nExecReload=/opt/locd/bin/locctl reload\n"))
        #expect(!unit.contains("/usr/"))
        #expect(try installation.files().contains("-rw-r--r-- usr/share/polkit-1/actions/org.locd.policy"))
    }

    @Test func `an administrator's configuration stays, with the new one beside it`() throws {
        let scratch = try ScratchDirectory()
        try scratch.makeDirectory("etc/locd")
        try scratch.write("[Locale]\nDefault=hi\n", to: "etc/locd/locd.conf")
        let installation = try Installation(into: scratch)
        #expect(installation.output.contains("locd.conf differs and stays"))
        #expect(try scratch.read("etc/locd/locd.conf") == "[Locale]\nDefault=hi\n")
        #expect(try scratch.read("etc/locd/locd.conf.new").contains("#Default="))
    }

    @Test func `what was not built cannot be installed`() throws {
        let scratch = try ScratchDirectory()
        let result = try Tool.run(
            "\(Tool.repository)/scripts/install",
            environment: ["DESTDIR": scratch.path, "PROGRAMS": scratch.path("nothing")])
        #expect(result.status == .exited(1))
        #expect(result.output == "install: there is no \(scratch.path("nothing/locd")); build it first: make build\n")
        #expect(try scratch.names() == [])
    }

    @Test func `completions are the tool's own`() throws {
        let scratch = try Installation().scratch
        #expect(try scratch.read("usr/share/bash-completion/completions/locctl").contains("complete -F"))
        #expect(try scratch.read("usr/share/zsh/vendor-completions/_locctl").hasPrefix("#compdef locctl"))
    }
}
