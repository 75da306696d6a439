import LinuxIO
import TestSupport
import Testing

extension ContainerTests {
    /// The daemon as a service: started by its socket, ordered, reloaded, watched, restarted.
    @Suite struct ServiceTests {
        @Test func `a machine boots with the daemon ready and nothing failed`() throws {
            let machine = try Machine()
            #expect(try machine.run("systemctl is-system-running").output.trimmed == "running")
            #expect(try machine.run("systemctl is-active locd.socket locd.service").output == "active\nactive\n")
            #expect(try machine.run("systemctl show --property=StatusText --value locd").output.contains("1 domain"))
            #expect(try machine.run("locctl text kiosk hello").output == "Hello\n")
            let stat = try machine.run("stat --format='%U:%G %a %F' /run/locd /run/locd/org.locd").output
            #expect(stat == "root:root 755 directory\nroot:root 666 socket\n")
            let registry = try machine.run("readlink -f /run/varlink/registry/org.locd.*").output
            #expect(registry == "/run/locd/org.locd\n/run/locd/org.locd\n")
        }

        @Test func `the socket starts the daemon, in an environment without a language`() throws {
            let machine = try Machine()
            try machine.run("systemctl stop locd.service")
            #expect(try machine.daemonProcess() == 0)
            #expect(try machine.run("LANG=hi_IN.UTF-8 locctl text kiosk hello --language=de").output == "Guten Tag\n")
            let pid = try machine.daemonProcess()
            #expect(pid > 0)
            let environment = try machine.run("tr '\\0' '\\n' </proc/\(pid)/environ").output
            let names = environment.split(separator: "\n").map { $0.prefix { $0 != "=" } }
            #expect(names.contains("LISTEN_FDS"))
            #expect(!names.contains { $0.hasPrefix("LC_") || $0.hasPrefix("LANG") })
            #expect(
                try machine.run("tr '\\0' ' ' </proc/\(pid)/status | grep ^CapEff").output.hasSuffix(
                    "0000000000000000\n"))
        }
    }
}
