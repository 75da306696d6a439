import Glibc
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// What clients do to the framing: messages end with NUL, have at most 64 KiB, and bring no descriptors.
@Suite struct DaemonFramingTests {
    private static let get = WireClient.message(LocaleInterface.Get.name)
    /// The longest message, its NUL not counted.
    private static let limit = 64 << 10

    @Test func `a stream that is no sequence of calls is closed, and nobody else notices`() throws {
        let get = Self.get
        try DaemonFixture().suffer([
            Misdeed("a lone NUL", bytes: [0], .closed),
            Misdeed("blanks only", message: "  \n ", .closed),
            Misdeed("no terminator, then the end", bytes: Array(get.utf8), endsSending: true, .closed),
            Misdeed("a message of the limit", message: padded(to: Self.limit), .answered()),
            Misdeed("a byte more than the limit", message: padded(to: Self.limit + 1), .closed),
            Misdeed("16 MiB without a terminator", bytes: Array(repeating: 0x20, count: 16 << 20), .closed),
            Misdeed(
                "a thousand calls at once", message: Array(repeating: get, count: 1000).joined(separator: "\0"),
                .answered(1000)),
            Misdeed("calls, then the end", bytes: Array("\(get)\0\(get)\0".utf8), endsSending: true, .answered(2)),
            Misdeed("HTTP", bytes: Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), endsSending: true, .closed),
            Misdeed("TLS", bytes: [0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3], .closed),
            Misdeed("D-Bus", bytes: Array("\0AUTH EXTERNAL 30\r\n".utf8), .closed),
            Misdeed("calls with line ends between them", message: "\(get)\n\(get)\n", .closed),
        ])
    }

    @Test func `noise after a call ends the connection after its reply`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        do {
            let client = try daemon.connect()
            try client.send("\(Self.get)\0noise\0")
            #expect(try client.answer().error == nil)
            #expect(try client.next() == nil)
        }
        try watch.expectNothingLeft()
    }

    @Test func `two calls are answered wherever the bytes are cut`() throws {
        let daemon = try DaemonFixture()
        let client = try daemon.connect()
        let bytes = Array("\(Self.get)\0\(Self.get)\0".utf8)
        for cut in 1..<bytes.count {
            for part in [bytes[..<cut], bytes[cut...]] { try client.send(Array(part)) }
            for _ in 0..<2 { #expect(try client.answer().error == nil) }
        }
        for byte in bytes { try client.send([byte]) }
        for _ in 0..<2 { #expect(try client.answer().error == nil) }
    }

    @Test func `half a message holds nobody up, and its end is no call`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        do {
            let halves = try (0..<40).map { _ in try daemon.connect() }
            for half in halves { try half.send(String(Self.get.dropLast())) }
            try watch.expectUnchanged("half messages")
            for half in halves { #expect(try !half.hasNews()) }
        }
        try watch.expectNothingLeft()
    }

    @Test func `of connections that say nothing whole the oldest are closed`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        do {
            let halves = try (0..<100).map { _ in try daemon.connect() }
            for half in halves { try half.send("{") }
            try watch.expectUnchanged("a hundred half messages")
            for half in halves.prefix(100 - 64) { #expect(try half.next() == nil) }
            #expect(try daemon.connect().call(LocaleInterface.Get.name).error == nil)
        }
        try watch.expectNothingLeft()
    }

    @Test func `descriptors that nobody asked for are closed, and their call is refused`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        let refused = Misdeed(
            "descriptors", call: LocaleInterface.Get.name, "{}", Misdeed.invalid("descriptors"))
        for count in [1, 2, 253] {
            let pipe = try Pipe()
            try refused.commit(on: daemon, descriptors: Array(repeating: pipe.writer.rawValue, count: count))
            let reader = try closeWriter(of: pipe)
            // A copy of the writing end in the daemon would keep the end of the file away.
            try #require(try reader.wait(for: .readable, timeout: WireClient.patience))
            var byte: [UInt8] = [0]
            #expect(try reader.read(into: &byte, detail: "pipe") == 0)
        }
        for _ in 0..<100 {
            // The connection's own socket makes a cycle that only closing it in the daemon breaks.
            let client = try daemon.connect()
            try refused.commit(over: client, descriptors: [client.socket.descriptor.rawValue])
        }
        try watch.expectNothingLeft()
    }

    @Test func `urgent data is not part of any call`() throws {
        let daemon = try DaemonFixture()
        let watch = try DaemonWatch(daemon)
        do {
            let client = try daemon.connect()
            // Kernels without urgent data on Unix sockets refuse to send it, which is as good.
            _ = unsafe Glibc.send(client.socket.descriptor.rawValue, [0x58] as [UInt8], 1, Int32(MSG_OOB))
            try client.sendMessage(Self.get)
            if let text = try client.next() { #expect(try Answer(text).error == nil) }
        }
        try watch.expectNothingLeft()
    }

    /// A good call of so many bytes.
    private func padded(to count: Int) -> String {
        String(Self.get.dropLast()) + String(repeating: " ", count: count - Self.get.utf8.count) + "}"
    }

    /// Closes a pipe's writing end here, and keeps the reading end.
    private func closeWriter(of pipe: consuming Pipe) throws -> FileDescriptor {
        try pipe.reader.duplicate()
    }
}
