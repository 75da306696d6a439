import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// The files that an administrator edits, in a view of the machine that has an `/etc` of the test's own.
@Suite(.enabled(if: geteuid() == 0, "another view of the machine needs root")) struct MachineLocaleFileTests {
    private static let wrapper = #"""
        exec unshare --mount bash -ec '
            mkdir -p "$SCRATCH/etc/default"
            echo LANG=hi_IN.UTF-8 > "$SCRATCH/etc/default/locale"
            mount --bind "$SCRATCH/etc" /etc
            exec "$@"' bash "$@"
        """#

    private func daemon(bus: PrivateBus? = nil) throws -> DaemonFixture {
        try DaemonFixture(bus: bus, variables: ["LANG": ""], wrapper: Self.wrapper)
    }

    @Test func `an edit is a change; the first file that says anything decides`() throws {
        let daemon = try daemon()
        let follower = try Follower(daemon)
        #expect(follower.first.languages.first == "hi")
        try daemon.scratch.write("# German\nLANG=\"de_DE.UTF-8\"\n", to: "etc/locale.conf")
        #expect(try follower.next().languages.first == "de")
        try daemon.scratch.write("LANG=ar_EG.UTF-8\n", to: "etc/default/locale")
        try daemon.scratch.write("LANG=C.UTF-8\n", to: "etc/locale.conf")
        #expect(try follower.next().languages == ["en"])
        daemon.scratch.remove("etc/locale.conf")
        let state = try follower.next()
        #expect(state.languages.first == "ar")
        #expect(state.reason == .automatic)
    }

    @Test func `an edit has systemd-localed asked again, anything else in the directory has not`() throws {
        let bus = try PrivateBus()
        try bus.start()
        let service = try FakeLocaleService(on: bus, locale: ["LANG=hi_IN.UTF-8"])
        let daemon = try daemon(bus: bus)
        try service.answerReading()
        let follower = try Follower(daemon)
        try daemon.scratch.write("nameserver 127.0.0.1\n", to: "etc/resolv.conf")
        // As it does, it reads the file when it is asked.
        service.locale = ["LANG=de_DE.UTF-8"]
        try daemon.scratch.write("LANG=de_DE.UTF-8\n", to: "etc/locale.conf")
        try service.answerReading()
        #expect(try follower.next().languages.first == "de")
        try service.expectNothingAsked()
    }
}
