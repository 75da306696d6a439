import Testing

@testable import locctl

/// Checks whose faults a test cannot make for real: those of systemd, and of other distributions.
@Suite struct DoctorCheckTests {
    private static let healthy = """
        Id=locd.socket
        LoadState=loaded
        ActiveState=active
        SubState=listening
        Result=success
        UnitFileState=enabled
        NeedDaemonReload=no

        Id=locd.service
        LoadState=loaded
        ActiveState=inactive
        SubState=dead
        Result=success
        UnitFileState=enabled
        NeedDaemonReload=no

        """

    @Test func `Units that wait for a call are in order`() {
        let findings = Examination.findings(ofUnits: Systemctl.units(in: Self.healthy))
        #expect(findings == [.ok("locd.socket is listening")])
    }

    @Test(
        "Each state of a unit that is a fault is found, with the command that mends it",
        arguments: [
            ("LoadState", "masked", "fault", "is masked", "sudo systemctl unmask locd.socket"),
            ("LoadState", "not-found", "fault", "there is no unit locd.socket", "sudo make install"),
            ("LoadState", "bad-setting", "fault", "cannot be read", "systemctl status locd.socket"),
            ("ActiveState", "inactive", "fault", "is not active", "sudo systemctl enable --now locd.socket"),
            ("ActiveState", "failed", "fault", "has failed (success)", "journalctl -b -u locd.socket"),
            ("UnitFileState", "disabled", "warning", "next boot", "sudo systemctl enable locd.socket"),
            ("NeedDaemonReload", "yes", "warning", "was changed on the disk", "sudo systemctl daemon-reload"),
        ])
    func units(property: String, value: String, verdict: String, message: String, command: String) {
        var units = Systemctl.units(in: Self.healthy)
        units["locd.socket"]?[property] = value
        let findings = Examination.findings(ofUnits: units)
        #expect(findings.map(\.verdict.rawValue) == [verdict])
        #expect(findings.first?.message.contains(message) == true)
        #expect(findings.first?.remedy?.contains("`\(command)`") == true)
    }

    @Test func `A service that failed is found although its socket is in order`() {
        var units = Systemctl.units(in: Self.healthy)
        units["locd.service"]?["ActiveState"] = "failed"
        units["locd.service"]?["Result"] = "exit-code"
        #expect(
            Examination.findings(ofUnits: units).map(\.message) == ["locd.service has failed (exit-code)"])
    }

    @Test func `Units that systemd does not tell of are not there`() {
        #expect(Examination.findings(ofUnits: [:]).map(\.verdict) == [.fault, .fault])
    }

    private static let supported = "de_DE.UTF-8 UTF-8\nde_DE ISO-8859-1\nhi_IN UTF-8\n"

    @Test(
        "Locales are installed as the distribution does it",
        arguments: [
            (
                "ID=debian\n", true,
                "Have it made: `echo 'hi_IN UTF-8' | sudo tee -a /etc/locale.gen && sudo locale-gen`."
            ),
            (
                "ID=raspbian\nID_LIKE=debian\n", false,
                "Install the package that makes it, and have it made: `sudo apt-get install locales && "
                    + "echo 'hi_IN UTF-8' | sudo tee -a /etc/locale.gen && sudo locale-gen`."
            ),
            (
                "ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", false,
                "Install it: `sudo dnf install glibc-langpack-hi`."
            ),
            ("ID=alpine\n", false, "Have it made: `sudo localedef -i hi_IN -f UTF-8 hi_IN.UTF-8`."),
        ])
    func locales(release: String, hasLocaleGen: Bool, remedy: String) {
        let installation = LocaleInstallation(
            systems: LocaleInstallation.systems(in: release), hasLocaleGen: hasLocaleGen, supported: Self.supported)
        #expect(installation.remedy(for: ["hi_IN.UTF-8"], language: "hi") == remedy)
    }

    @Test(
        "The line of locale.gen is one that glibc can make, or the best guess",
        arguments: [
            (["de_AT.UTF-8", "de_DE.UTF-8"], "de_DE.UTF-8 UTF-8"), (["hi_IN.UTF-8"], "hi_IN UTF-8"),
            (["xx_YY.UTF-8"], "xx_YY.UTF-8 UTF-8"),
        ])
    func lines(names: [String], line: String) {
        let installation = LocaleInstallation(systems: [], hasLocaleGen: true, supported: Self.supported)
        #expect(installation.remedy(for: names, language: "xx").contains("echo '\(line)' |"))
    }

    @Test(
        "Words are quoted where a shell would take them apart",
        arguments: [
            ("/var/cache/locd", "/var/cache/locd"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("$(x)", "'$(x)'"),
            ("", "''"), ("ж", "ж"),
        ])
    func quoting(word: String, quoted: String) {
        #expect(shellWord(word) == quoted)
    }

    @Test func `Findings stand in columns, with their remedies under them, and colours on a terminal only`() {
        var findings = [Finding.ok("fine"), .warning("so so", remedy: "Do: `x`."), .fault("bad", remedy: "Do: `y`.")]
        for (index, name) in ["socket", "texts", "a"].enumerated() { findings[index].check = name }
        let plain = Style(isTerminal: false, noColor: nil, terminalType: nil)
        #expect(
            DoctorCommand.lines(of: findings, style: plain) == [
                "ok       socket  fine",
                "warning  texts   so so", "                 Do: `x`.",
                "fault    a       bad", "                 Do: `y`.",
            ])
        let colourful = Style(isTerminal: true, noColor: nil, terminalType: "xterm")
        #expect(DoctorCommand.lines(of: findings, style: colourful)[3] == "\u{1B}[1;31mfault\u{1B}[0m    a       bad")
        let quiet = Style(isTerminal: true, noColor: "1", terminalType: "xterm")
        #expect(DoctorCommand.lines(of: findings, style: quiet) == DoctorCommand.lines(of: findings, style: plain))
    }
}
