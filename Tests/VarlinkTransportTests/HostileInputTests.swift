import LinuxIO
import Testing
import Varlink
import VarlinkTransport

/// A client that means no good, and what becomes of it.
struct Hostile: Sendable, CustomTestStringConvertible {
    /// What a connection has to show for its input.
    enum Verdict: Sendable {
        /// One error reply; the connection goes on.
        case error
        /// The end of the connection, without a reply.
        case closed
        /// One error reply, then the end.
        case errorThenClosed
        /// Nothing: the message has not ended. Time ends it, as `ServerTests` shows.
        case waiting
    }

    let name: String
    let bytes: [UInt8]
    let verdict: Verdict

    init(_ name: String, _ bytes: [UInt8], _ verdict: Verdict) {
        self.name = name
        self.bytes = bytes
        self.verdict = verdict
    }

    /// A text as one message.
    init(_ name: String, _ text: String, _ verdict: Verdict) {
        self.init(name, Array(text.utf8) + [0], verdict)
    }

    var testDescription: String { name }
}

private func call(_ rest: String) -> String { "{\"method\":\"org.example.shop.Echo\"\(rest)}" }

private func text(_ escaped: String) -> String { call(",\"parameters\":{\"text\":\"\(escaped)\"}") }

private func raw(_ bytes: [UInt8]) -> [UInt8] {
    Array("{\"method\":\"org.example.shop.Echo\",\"parameters\":{\"text\":\"".utf8) + bytes + Array("\"}}\0".utf8)
}

private let framing = [
    Hostile("a lone NUL", [0], .closed),
    Hostile("blanks only", "  \n ", .closed),
    Hostile("no terminator", Array(call("").utf8), .waiting),
    Hostile("a byte too many", Array(repeating: 0x20, count: 64 * 1024 + 1), .closed),
    Hostile("noise behind a good message", Array(text("x").utf8) + [0, 0xFF, 0x00], .closed),
    Hostile("an HTTP request", Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8), .waiting),
    Hostile("a TLS greeting", [0x16, 0x03, 0x01, 0x00, 0xF4, 0x01, 0x00], .closed),
    Hostile("D-Bus authentication", Array("\0AUTH EXTERNAL 30\r\n".utf8), .closed),
    Hostile("line-framed JSON", Array((call("") + "\n" + call("") + "\n").utf8), .waiting),
]

private let json = [
    Hostile("a name twice", #"{"method":"a.B","method":"a.B"}"#, .closed),
    Hostile("a name twice through an escape", #"{"method":"a.B","m\u0065thod":"a.B"}"#, .closed),
    Hostile("a parameter twice", call(#","parameters":{"text":"a","text":"b"}"#), .closed),
    Hostile("a trailing comma", call(","), .closed),
    Hostile("text behind", call("") + "x", .closed),
    Hostile("a comment", call("") + "/* */", .closed),
    Hostile("single quotes", "{'method':'a.B'}", .closed),
    Hostile("an array", "[]", .closed),
    Hostile("a string", "\"method\"", .closed),
    Hostile("null", "null", .closed),
    Hostile("deep arrays", String(repeating: "[", count: 60_000), .closed),
    Hostile("deep objects", String(repeating: "{\"a\":", count: 12_000), .closed),
    Hostile(
        "many names", "{" + (0..<5000).map { "\"\($0)\":0" }.joined(separator: ",") + "}", .closed),
    Hostile("a long string", text(String(repeating: "x", count: 5000)), .closed),
    Hostile("a byte order mark", "\u{FEFF}" + call(""), .closed),
    Hostile("UTF-16", Array(call("").utf8).flatMap { [$0, 0] }, .closed),
    Hostile("a raw control character", text("\u{01}"), .closed),
    Hostile("a raw line feed", text("\n"), .closed),
    Hostile("an unknown escape", text("\\x41"), .closed),
    Hostile("a lone high surrogate", text("\\ud800"), .closed),
    Hostile("a lone low surrogate", text("\\udc00"), .closed),
    Hostile("NUL in the method", #"{"method":"org.example.shop.Echo\u0000"}"#, .error),
    Hostile("NUL in a parameter", text("de\\u0000"), .error),
    Hostile("a byte that begins nothing", raw([0xFF]), .closed),
    Hostile("a lone continuation", raw([0x80]), .closed),
    Hostile("a cut sequence", raw([0xE2, 0x82]), .closed),
    Hostile("an overlong slash", raw([0xC0, 0xAF]), .closed),
    Hostile("an overlong NUL", raw([0xC0, 0x80]), .closed),
    Hostile("a surrogate in UTF-8", raw([0xED, 0xA0, 0x80]), .closed),
    Hostile("beyond Unicode", raw([0xF4, 0x90, 0x80, 0x80]), .closed),
]

private let messages = [
    Hostile("no method", "{}", .closed),
    Hostile("a method that is a number", "{\"method\":1}", .closed),
    Hostile("an empty method", "{\"method\":\"\"}", .error),
    Hostile("a method without dots", "{\"method\":\"Echo\"}", .error),
    Hostile("an unknown interface", "{\"method\":\"org.example.none.Echo\"}", .error),
    Hostile("an unknown method", "{\"method\":\"org.example.shop.None\"}", .error),
    Hostile("a method in other letters", "{\"method\":\"org.example.shop.echo\"}", .error),
    Hostile("slashes in the method", "{\"method\":\"../../Echo\"}", .error),
    Hostile("parameters in an array", call(",\"parameters\":[\"x\"]"), .errorThenClosed),
    Hostile("no parameters", call(",\"parameters\":null"), .error),
    Hostile("a parameter too many", call(#","parameters":{"text":"x","more":1}"#), .error),
    Hostile("a parameter of another type", call(#","parameters":{"text":1}"#), .error),
    Hostile("a uid as a parameter", call(#","parameters":{"text":"x","uid":0}"#), .error),
    Hostile("oneway and more", call(#","oneway":true,"more":true"#), .closed),
    Hostile("upgrade", call(#","parameters":{"text":"x"},"upgrade":true"#), .error),
    Hostile("a flag that is text", call(#","more":"true""#), .errorThenClosed),
    Hostile("a reply", "{\"parameters\":{}}", .closed),
    Hostile("an error", "{\"error\":\"a.B\"}", .closed),
    Hostile("an unknown member", call(",\"priority\":1"), .errorThenClosed),
    Hostile(
        "an unknown description",
        #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"x.y"}}"#, .error),
]

struct HostileInputTests {
    @Test(
        "Bad input costs its own connection at most, is logged with the uid, and nobody else notices",
        arguments: framing + json + messages)
    func verdict(_ hostile: Hostile) throws {
        let shop = try Shop()
        let watcher = try shop.connect()
        try watcher.write("{\"method\":\"org.example.shop.Watch\",\"more\":true}\0")
        let bystander = try shop.connect()
        try shop.settle()

        let socket = try shop.connect()
        var sent = 0
        while sent < hostile.bytes.count {
            // The server may close before all is sent.
            let rest = Array(hostile.bytes[sent...])
            guard let count = try? socket.send(rest.span) else { break }
            sent += count
            try shop.settle()
        }
        try expect(hostile.verdict, from: socket)

        let isWaiting = if case .waiting = hostile.verdict { true } else { false }
        #expect(shop.refusals.count == (isWaiting ? 0 : 1))
        #expect(!shop.refusals.contains { $0.uid == nil || "\($0)".contains("\0") })
        try bystander.write(echo("still here"))
        try shop.settle()
        #expect(try bystander.frames() == [echoed("still here")])
        shop.watchers[0].setPending(Shop.frame(Shop.Text(text: "news"), continues: true))
        #expect(try watcher.frames()?.count == 1)
    }

    private func expect(_ verdict: Hostile.Verdict, from socket: borrowing UnixSocket) throws {
        let frames = try everything(from: socket)
        let errors = frames.texts.filter { $0.hasPrefix("{\"error\":") }
        switch verdict {
        case .error:
            #expect(errors.count == 1 && !frames.ended)
        case .closed:
            #expect(errors.isEmpty && frames.ended)
        case .errorThenClosed:
            #expect(errors.count == 1 && frames.ended)
        case .waiting:
            #expect(frames.texts.isEmpty && !frames.ended)
        }
    }

    /// What a socket has to read, and whether the end is behind it. A connection that is closed with input unread ends
    /// with ECONNRESET.
    private func everything(from socket: borrowing UnixSocket) throws -> (texts: [String], ended: Bool) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var descriptors = DescriptorList()
        var dropped = false
        var bytes: [UInt8] = []
        while true {
            do throws(SystemError) {
                switch try socket.receive(
                    into: &buffer, descriptors: &descriptors, maximumDescriptors: 0, descriptorsDropped: &dropped)
                {
                case .bytes(let count): bytes += buffer[..<count]
                case .nothingYet: return (split(bytes), false)
                case .endOfStream: return (split(bytes), true)
                }
            } catch {
                try #require(error.isDisconnected)
                return (split(bytes), true)
            }
        }
    }

    private func split(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}
