import JSON
import LinuxIO
import TestSupport
import Testing
import Varlink
import VarlinkTransport

/// A shop on a thread of its own, for clients that block; it ends when its only client is gone.
final class ThreadedShop {
    private let thread: WorkerThread

    init() throws {
        thread = try WorkerThread(name: "shop", capacity: 1)
    }

    /// A client whose other end the thread serves.
    func connect(maximumDescriptors: Int = 0) throws -> VarlinkClient {
        let pair = try UnixSocket.pair()
        let number = try pair.second.descriptor.duplicate().release()
        let accepted = thread.submit(
            {
                let shop = try! Shop()
                try! shop.server.serve(UnixSocket(adopting: FileDescriptor(owning: number)))
                while !shop.server.isFinished { try! shop.server.process(waiting: nil) }
            }, completion: {})
        try #require(accepted)
        return VarlinkClient(pair.first, maximumDescriptors: maximumDescriptors)
    }
}

struct ClientTests {
    private var soon: BoottimeInstant { BoottimeClock.now.advanced(by: .seconds(10)) }

    @Test("A call blocks until its reply, and an error is thrown as what it is")
    func call() throws {
        let shop = try ThreadedShop()
        let client = try shop.connect()
        let reply = try client.call(Shop.Echo.self, Shop.Text(text: "hello"), timeout: .seconds(10))
        #expect(reply == Shop.Text(text: "hello"))
        let info = try client.call(GetInfo.self, NoParameters(), timeout: .seconds(10))
        #expect(info.product == "Shop")
        let parameters = GetInterfaceDescription.Parameters(interface: "org.example.none")
        #expect(throws: VarlinkError.interfaceNotFound("org.example.none")) {
            try client.call(GetInterfaceDescription.self, parameters, timeout: .seconds(10))
        }
        try client.callOneway(Shop.Echo.self, Shop.Text(text: "unheard"), timeout: .seconds(10))
        let last = try client.call(Shop.Echo.self, Shop.Text(text: "heard"), timeout: .seconds(10))
        #expect(last.text == "heard")
    }

    @Test("Pipelined calls get their replies in order")
    func pipelined() throws {
        let shop = try ThreadedShop()
        let client = try shop.connect()
        for number in 0..<100 {
            let frame = SharedFrame(
                method: Shop.Echo.name, parametersJSON: Array("{\"text\":\"\(number)\"}".utf8), mode: .single)
            try client.send(frame, mode: .single, deadline: soon)
        }
        #expect(client.waitingCalls == 100)
        for number in 0..<100 {
            let reply = try client.waitForReply(deadline: soon)
            #expect(try reply.decode(Shop.Text.self).text == "\(number)")
        }
        #expect(client.waitingCalls == 0)
    }

    @Test("A reply's descriptor arrives with it when it was asked for, and ends the connection when not")
    func descriptors() throws {
        let frame = SharedFrame(
            method: "org.example.shop.File", parametersJSON: Array(#"{"text":"content"}"#.utf8), mode: .single)
        do {
            let shop = try ThreadedShop()
            let client = try shop.connect(maximumDescriptors: 1)
            try client.send(frame, mode: .single, deadline: soon)
            let reply = try client.waitForReply(deadline: soon)
            #expect(reply.descriptorCount == 1)
            var descriptors = client.takeDescriptors()
            let file = try only(&descriptors)
            #expect(try file.status(detail: "file").size == 7)
        }
        let shop = try ThreadedShop()
        let client = try shop.connect()
        try client.send(frame, mode: .single, deadline: soon)
        let error = #expect(throws: VarlinkClientError.self) { try client.waitForReply(deadline: soon) }
        #expect(error?.code == .violation(.strayDescriptors))
    }

    @Test("A silent service costs the time given, and the connection is of no use after")
    func timeout() throws {
        let pair = try UnixSocket.pair()
        let client = VarlinkClient(pair.first)
        for _ in 0..<2 {
            let error = #expect(throws: VarlinkClientError.self) {
                try client.call(Shop.Echo.self, Shop.Text(text: "x"), timeout: .milliseconds(20))
            }
            #expect(error?.code == .timedOut)
        }
    }

    @Test("A service that takes no calls costs the time given as well")
    func blockedSending() throws {
        let pair = try UnixSocket.pair()
        let client = VarlinkClient(pair.first)
        let text = Shop.Text(text: String(repeating: "x", count: 1 << 20))
        let error = #expect(throws: VarlinkClientError.self) {
            try client.call(Shop.Echo.self, text, timeout: .milliseconds(20))
        }
        #expect(error?.code == .timedOut)
    }

    @Test("The end of the connection and what is no reply are told apart")
    func endings() throws {
        func failure(_ bytes: String) throws -> VarlinkClientError.Code? {
            let pair = try UnixSocket.pair()
            let client = VarlinkClient(pair.first)
            try client.subscribe(Shop.Echo.self, Shop.Text(text: "x"), timeout: .seconds(10))
            try pair.second.write(bytes)
            try pair.second.shutdownSending()
            let error = #expect(throws: VarlinkClientError.self) { try client.waitForReply(deadline: soon) }
            return error?.code
        }
        #expect(try failure("") == .disconnected)
        #expect(try failure("{") == .violation(.truncated))
        #expect(try failure("[]\0") == .violation(.notAnObject))
    }

    @Test("Nobody listening is an error of its own")
    func nobody() throws {
        let directory = try ScratchDirectory()
        let error = #expect(throws: VarlinkClientError.self) {
            try VarlinkClient(path: directory.path("none"), timeout: .seconds(1))
        }
        #expect(error?.code == .nobodyListening)
    }

    @Test("A subscription is followed without blocking")
    func subscription() throws {
        let shop = try Shop()
        let client = VarlinkClient(try shop.connect())
        let frame = SharedFrame(method: "org.example.shop.Watch", parametersJSON: Array("{}".utf8), mode: .more)
        try client.send(frame, mode: .more, deadline: soon)
        #expect(try client.nextReply() == nil)
        try shop.settle()
        for number in 0..<3 {
            shop.watchers[0].setPending(Shop.frame(Shop.Text(text: "\(number)"), continues: true))
        }
        for number in 0..<3 {
            let reply = try #require(try client.nextReply())
            #expect(reply.continues)
            #expect(try reply.decode(Shop.Text.self).text == "\(number)")
        }
        #expect(try client.nextReply() == nil)
        #expect(client.waitingCalls == 1)
        shop.watchers[0].fail(.permissionDenied)
        let last = try #require(try client.nextReply())
        #expect(last.error == .permissionDenied)
        #expect(client.waitingCalls == 0)
    }

    @Test("A message that its receiver knows is passed over, but only where a whole reply of a stream stands alone")
    func recognizing() throws {
        let pair = try UnixSocket.pair()
        let client = VarlinkClient(pair.first)
        let known = #"{"parameters":{"text":"known"},"continues":true}"#
        var asked: [String] = []
        func next() throws -> String? {
            let arrival = try client.nextArrival { message in
                var bytes: [UInt8] = []
                for index in message.indices { bytes.append(message[index]) }
                asked.append(String(decoding: bytes, as: UTF8.self))
                return asked.last == known
            }
            return switch arrival {
            case .reply(let reply): try reply.decode(Shop.Text.self).text
            case .recognized: "recognized"
            case nil: nil
            }
        }
        let frame = SharedFrame(method: Shop.Echo.name, parametersJSON: Array("{}".utf8), mode: .more)
        try client.send(frame, mode: .more, deadline: soon)
        try pair.second.write(known + "\0")
        #expect(try next() == "recognized")
        #expect(try next() == nil)
        // Two at once, and one in two pieces, are read as any other.
        try pair.second.write(known + "\0" + known + "\0")
        #expect(try next() == "known")
        #expect(try next() == "known")
        #expect(try next() == nil)
        try pair.second.write(String(known.dropLast(5)))
        #expect(try next() == nil)
        try pair.second.write("true}\0")
        #expect(try next() == "known")
        #expect(try next() == nil)
        try pair.second.write(#"{"parameters":{"text":"other"}}"# + "\0")
        #expect(try next() == "other")
        #expect(try next() == nil)
        // No call waits now: this is a reply to nothing, however well it is known.
        asked = []
        try pair.second.write(known + "\0")
        #expect(throws: VarlinkClientError.self) { try next() }
        #expect(asked == [])
    }
}
