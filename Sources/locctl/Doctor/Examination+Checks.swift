extension Examination {
    /// What all checks say, in the order in which they are printed: from the way to the daemon to its files. Those that
    /// cannot be made say nothing.
    var findings: [Finding] {
        let checks = [
            ("socket", socketFindings), ("units", unitFindings), ("daemon", daemonFindings), ("group", groupFindings),
            ("setting", settingFindings), ("session", sessionFindings), ("locale", localeFindings),
            ("clock", clockFindings), ("configuration", configurationFindings), ("texts", textsFindings),
            ("cache", cacheFindings), ("state", stateFindings), ("runtime", runtimeFindings),
        ]
        return checks.flatMap { name, findings in
            findings.map { finding in
                var finding = finding
                finding.check = name
                return finding
            }
        }
    }
}
