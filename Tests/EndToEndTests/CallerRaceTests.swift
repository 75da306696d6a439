import BusPeer
import Glibc
import JSON
import LinuxIO
import LocdInterface
import Systemd
import TestSupport
import Testing

/// A caller that ends, changes or turns into something else between its call and polkit's answer gains nothing by it.
@Suite(.enabled(if: Stranger.canBePlayed, "playing another user needs root"))
struct CallerRaceTests {
    private static let denied = "org.varlink.service.PermissionDenied"

    let bus: PrivateBus
    let polkit: FakePolkit

    init() throws {
        bus = try PrivateBus()
        try bus.start()
        polkit = try FakePolkit(on: bus)
    }

    private func language(_ daemon: DaemonFixture) throws -> String? { try daemon.state().languages.first }

    @Test func `a caller that is killed is not authorised, at whatever moment it is killed`() throws {
        let daemon = try DaemonFixture(bus: bus)
        for moment in 0..<20 {
            let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: PolkitTests.setHindi)
            // The daemon takes its turns: at the first moments the call has hardly come, at the last polkit is asked.
            for _ in 0..<moment { #expect(try language(daemon) == "en") }
            try stranger.kill()
            // Whoever was asked about it before it was killed is told yes.
            while let call = try polkit.peer.takeCall() {
                if call.member == "CheckAuthorization" { try polkit.answer(.init(call), isAuthorized: true) }
            }
            #expect(try language(daemon) == "en", "killed at moment \(moment)")
        }
        try expectNobodyIsAuthorized(daemon)
    }

    /// Says yes to whatever is still asked, and expects that this changes nothing.
    ///
    /// Whether a caller that has left is asked about at all depends on when the daemon sees that, so the questions end with that of one
    /// who stays, which is answered no.
    private func expectNobodyIsAuthorized(_ daemon: DaemonFixture) throws {
        let last = try StrangerProcess(uid: 12_346, to: daemon, sending: PolkitTests.setHindi)
        while true {
            let call = try polkit.peer.nextCall()
            guard call.member == "CheckAuthorization" else { continue }
            let question = try FakePolkit.Question(call)
            let isLast = question.subject["uid"] == .int32(12_346)
            try polkit.answer(question, isAuthorized: !isLast)
            if isLast { break }
        }
        #expect(try last.answer().error == Self.denied)
        #expect(try language(daemon) == "en")
        #expect(!daemon.log.contains("is authorised"))
    }

    @Test func `a caller that is killed while polkit thinks has polkit told so`() throws {
        let daemon = try DaemonFixture(bus: bus)
        let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: PolkitTests.setHindi)
        let question = try polkit.question()
        try stranger.kill()
        try polkit.expectCancelled(question)
        #expect(try language(daemon) == "en")
    }

    @Test func `ten thousand callers that leave while they are asked about change nothing and leave nothing behind`()
        throws
    {
        let daemon = try DaemonFixture(bus: bus)
        // The connection to the bus comes with the first question.
        let first = try StrangerProcess(uid: 12_345, to: daemon, sending: PolkitTests.setHindi)
        try polkit.answer(try polkit.question(), isAuthorized: false)
        #expect(try first.answer().error == Self.denied)
        let watch = try DaemonWatch(daemon)
        let memory = try watch.residentMemory()
        let orders = try Pipe()
        let writer = orders.writer
        let crowd = try RunningProgram(
            Command(
                executable: "/usr/bin/python3",
                arguments: ["python3", "-c", Self.crowd, daemon.address, PolkitTests.setHindi]),
            descriptors: [.init(orders.reader.rawValue, at: 0)], log: daemon.scratch.path("crowd.log"))
        for round in 0..<10_000 {
            var call = try polkit.peer.nextCall()
            // How an earlier one was cancelled.
            while call.member != "CheckAuthorization" { call = try polkit.peer.nextCall() }
            let question = try FakePolkit.Question(call)
            try writer.writeAll([UInt8(ascii: "\n")].span, detail: "orders")
            try #require(try crowd.nextLine() == "left")
            // Its end is there to be seen; the yes comes before or after the daemon has seen it.
            if round % 2 == 0 {
                try polkit.answer(question, isAuthorized: true)
            } else {
                try polkit.expectCancelled(question)
            }
        }
        #expect(try crowd.waitForEnd() == .exited(0))
        try watch.expectNothingLeft()
        #expect(try watch.residentMemory() < memory + 4096)
        #expect(!daemon.log.contains("is authorised"))
    }

    /// Calls and leaves when it is told to, ten thousand times.
    private static let crowd = """
        os, socket, sys = map(__import__, ("os", "socket", "sys"))
        address, message = sys.argv[1], sys.argv[2].encode() + b"\\0"
        os.setgroups([])
        os.setresgid(12345, 12345, 12345)
        os.setresuid(12345, 12345, 12345)
        for _ in range(10000):
            client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            client.connect(address)
            client.sendall(message)
            os.read(0, 1)
            client.close()
            os.write(1, b"left\\n")
        """

    @Test func `a program that a caller turns into has the rights of who connected, no others`() throws {
        let daemon = try DaemonFixture(bus: bus)
        let stranger = try StrangerProcess(
            uid: 12_345, to: daemon, sending: PolkitTests.setHindi, then: .becomesAnother)
        #expect(try stranger.otherProgram() == "sleep")
        let question = try polkit.question()
        // The same process by its pid and start time; and the user is who connected, whoever the program makes itself.
        #expect(question.subject["pid"] == .uint32(UInt32(stranger.pid)))
        let startTime = try #require(try stranger.startTime())
        #expect(question.subject["start-time"] == .uint64(startTime))
        #expect(question.subject["uid"] == .int32(12_345))
        try polkit.answer(question, isAuthorized: false)
        #expect(try language(daemon) == "en")
    }

    @Test func `a caller that turns into a program without the connection has left`() throws {
        let daemon = try DaemonFixture(bus: bus)
        let stranger = try StrangerProcess(
            uid: 12_345, to: daemon, sending: PolkitTests.setHindi, then: .becomesAnotherWithout)
        #expect(try stranger.otherProgram() == "sleep")
        try expectNobodyIsAuthorized(daemon)
    }

    @Test func `a change that came after the call is not undone by an answer that comes later`() throws {
        let daemon = try DaemonFixture(bus: bus)
        let stranger = try StrangerProcess(uid: 12_345, to: daemon, sending: PolkitTests.setHindi)
        let question = try polkit.question()
        try daemon.set("de")
        #expect(try stranger.answer().error == "org.locd.Locale.Superseded")
        try polkit.expectCancelled(question)
        try polkit.answer(question, isAuthorized: true)
        #expect(try language(daemon) == "de")
    }

    @Test func `without a descriptor for the bus a caller is refused, and asked about once there is one`() throws {
        let daemon = try DaemonFixture(bus: bus)
        let root = try daemon.connect()
        let strangers = try (0..<2).map { _ in try StrangerProcess(uid: 12_345, to: daemon) }
        // Who connected before is taken in by now.
        #expect(try root.call(LocaleInterface.Get.name).error == nil)
        let pid = try root.socket.peerCredentials().pid
        let used = try DaemonWatch.descriptorCount(pid)
        try limit(pid, descriptors: "\(used):64", in: daemon)
        try strangers[0].send(PolkitTests.setHindi)
        #expect(try strangers[0].answer().error == Self.denied)
        #expect(daemon.log.contains("Too many open files"))
        #expect(try root.call(LocaleInterface.Get.name)["state"]?["languages"]?.array?.first == "en")
        try limit(pid, descriptors: "64:64", in: daemon)
        try strangers[1].send(PolkitTests.setHindi)
        try polkit.answer(try polkit.question(), isAuthorized: true)
        #expect(try strangers[1].answer()["inForce"] == "hi")
    }

    private func limit(_ pid: Int32, descriptors: String, in daemon: DaemonFixture) throws {
        let result = try Command.shell("prlimit --pid \(pid) --nofile=\(descriptors)").run(in: daemon.scratch)
        try #require(result.status == 0, "\(result)")
    }
}
