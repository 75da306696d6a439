import TestSupport
import Testing

extension ContainerTests {
    /// `locctl doctor` on a machine as it is installed, and what its remedies do there.
    @Suite struct DoctorTests {
        @Test func `a machine as it was installed has nothing to mend, for whoever asks`() throws {
            let machine = try Machine()
            for user in [Machine.User.root, .alice] {
                let result = try machine.run("locctl doctor", as: user)
                #expect(result.status == 0, "\(result)")
                #expect(result.output.contains("\nok       units          locd.socket is running\n"), "\(result)")
                #expect(result.output.contains("locd 0.1.0 runs as locd\n"), "\(result)")
            }
        }

        @Test(
            "Units that keep the daemon from starting are found, and mended by the command that is told",
            arguments: [
                ("systemctl disable --now locd.socket locd.service", "locd.socket is not active"),
                ("systemctl mask --now locd.socket", "locd.socket is masked"),
            ])
        func units(fault: String, message: String) throws {
            let machine = try Machine()
            try machine.run(fault)
            try machine.run("systemctl stop locd.service")
            let found = try machine.run("locctl doctor -q")
            #expect(found.status == 1)
            #expect(found.output.contains("fault    units   \(message)\n"), "\(found)")
            // A unit that was masked has to be started as well, which the next look tells.
            for _ in 0..<2 { try mend("units", on: machine) }
            #expect(try machine.run("locctl doctor -q").output == "")
        }

        @Test func `a language without a locale is found, and the command that is told makes one`() throws {
            let machine = try Machine()
            try machine.run("rm -f /usr/lib/locale/locale-archive; rm -rf /usr/lib/locale/hi_IN*")
            try machine.run("systemctl restart locd && locctl set hi")
            let found = try machine.run("locctl doctor -q")
            #expect(
                found.output.hasPrefix("warning  locale  libc has no locale for hi (such as hi_IN.UTF-8)"), "\(found)")
            try mend("locale", on: machine)
            let made = try machine.run("locctl doctor -q")
            #expect(made.output.hasPrefix("warning  locale  libc has hi_IN.UTF-8 for hi now"), "\(made)")
            try mend("locale", on: machine)
            #expect(try machine.run("locctl doctor").output.contains("libc has hi_IN.UTF-8 for hi\n"))
            #expect(try machine.run("locctl run -- env").output.contains("LANG=hi_IN.UTF-8\n"))
        }

        /// Runs the first command that the doctor tells for a check, if it found anything.
        private func mend(_ check: String, on machine: Machine) throws {
            let lines = try machine.run("locctl doctor -q").output.split(separator: "\n")
            guard let index = lines.firstIndex(where: { $0.split(separator: " ")[1] == check }) else { return }
            let command = try #require(lines[index + 1].split(separator: "`").dropFirst().first)
            // The tests are root already, and sudo is not installed.
            let script = command.split(separator: "sudo ", omittingEmptySubsequences: false).joined()
            let result = try machine.run(script)
            #expect(result.status == 0, "\(script): \(result)")
        }
    }
}
