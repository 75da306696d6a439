import BusPeer
import LinuxIO
import LocdInterface
import Systemd
import TestSupport
import Testing

/// `locctl keyboard`, with a systemd-localed of the test's own.
@Suite struct LocctlKeyboardTests {
    private let bus: PrivateBus
    private let daemon: DaemonFixture

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        daemon = try DaemonFixture()
        try daemon.set("hi")
    }

    /// Runs the verb beside the test, which plays the service.
    private func start(_ arguments: String...) throws -> RunningProgram {
        try RunningProgram(
            .locctl, ["keyboard"] + arguments,
            environment: daemon.environment.merging(["DBUS_SYSTEM_BUS_ADDRESS": bus.address]) { $1 },
            log: daemon.scratch.path("locctl.log"))
    }

    @Test func `the hint is printed, for people and for programs`() throws {
        #expect(try daemon.locctl("keyboard").output == "Layout: in\n")
        try daemon.set("zh-Hant", "ar")
        #expect(try daemon.locctl("keyboard", "--json=short").output == #"{"layout":"ara"}"# + "\n")
    }

    @Test func `applied, the layout is the machine's, with its model and options`() throws {
        let service = try FakeLocaleService(on: bus)
        let program = try start("--apply")
        try service.answerReading()
        let call = try service.peer.nextCall()
        #expect(call.member == "SetX11Keyboard")
        #expect(
            call.values == [
                .string("in"), .string("pc105"), .string(""), .string("compose:menu"), .boolean(true), .boolean(false),
            ])
        try service.peer.reply(to: call, [])
        #expect(try program.waitForEnd() == .exited(0))
        #expect(try program.nextLine() == "Layout: in")
    }

    @Test func `what is so already is not asked for`() throws {
        let service = try FakeLocaleService(on: bus)
        service.keyboard.layout = "in"
        let program = try start("--apply")
        try service.answerReading()
        #expect(try program.waitForEnd() == .exited(0))
        try service.expectNothingAsked()
    }

    @Test func `a refusal is told as one`() throws {
        let service = try FakeLocaleService(on: bus)
        let program = try start("--apply")
        try service.answerReading()
        try service.peer.fail(
            service.peer.nextCall(), "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired", "no agent")
        #expect(try program.waitForEnd() == .exited(4))
        #expect(try daemon.scratch.read("locctl.log").contains("you are not allowed to set the machine's keyboard"))
    }

    @Test func `without the service, or the bus, nothing is set and that is said`() throws {
        let program = try start("--apply")
        #expect(try program.waitForEnd() == .exited(1))
        try bus.end()
        let second = try start("--apply")
        #expect(try second.waitForEnd() == .exited(1))
        let log = try daemon.scratch.read("locctl.log").split(separator: "\n")
        #expect(log.count == 2)
        #expect(log.allSatisfy { $0.contains("systemd-localed, which keeps the machine's keyboard, cannot be asked") })
        #expect(try program.nextLine() == nil)
    }
}
