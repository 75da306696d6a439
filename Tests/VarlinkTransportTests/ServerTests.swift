import JSON
import LinuxIO
import Testing
import Varlink
import VarlinkTransport

struct ServerTests {
    @Test("Calls are answered in order, however their bytes are cut")
    func order() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        let calls = (0..<20).map { echo("\($0)") }.joined()
        for byte in calls.utf8 {
            try socket.write(String(Unicode.Scalar(byte)))
            try shop.server.process()
        }
        try shop.settle()
        #expect(try socket.frames() == (0..<20).map { echoed("\($0)") })
    }

    @Test("A thousand calls in one write are all answered in order")
    func pipelining() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        let calls = (0..<1000).map { echo("\($0)") }.joined()
        try socket.write(calls)
        var replies: [String] = []
        while replies.count < 1000 {
            try shop.settle()
            let more = try #require(try socket.frames())
            try #require(!more.isEmpty)
            replies += more
        }
        #expect(replies == (0..<1000).map { echoed("\($0)") })
    }

    @Test("A peer that never reads is not read from, and one that reads goes on")
    func backPressure() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        let call = echo(String(repeating: "x", count: 4000))
        var sent = 0
        for _ in 0..<10_000 {
            guard try socket.send(Array(call.utf8).span) == call.utf8.count else { break }
            sent += 1
            try shop.settle()
        }
        #expect(sent < 1000)
        #expect(shop.calls.count < sent)
        let answered = shop.calls.count
        try shop.settle()
        #expect(shop.calls.count == answered)
        var replies = 0
        while let frames = try socket.frames(), !frames.isEmpty {
            replies += frames.count
            try shop.settle()
        }
        #expect(replies >= answered)
        #expect(shop.refusals.isEmpty)
    }

    @Test("A bad message ends its connection with a word to the log, and no other one's")
    func badMessage() throws {
        let shop = try Shop()
        let bad = try shop.connect()
        let good = try shop.connect()
        try bad.write(echo("first") + "GET / HTTP/1.1\r\n\r\n\0" + echo("never"))
        try good.write(echo("good"))
        try shop.settle()
        #expect(try bad.frames() == [echoed("first")])
        #expect(try good.frames() == [echoed("good")])
        #expect(shop.server.connectionCount == 1)
        #expect(shop.refusals.count == 1)
        #expect(shop.refusals.first?.uid != nil)
        try good.write(echo("again"))
        try shop.settle()
        #expect(try good.frames() == [echoed("again")])
    }

    @Test("What was meant as a call is told why before its connection ends")
    func answerBeforeClosing() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write("{\"method\":\"org.example.shop.Echo\",\"more\":1}\0")
        try shop.settle()
        let error = SharedFrame(error: .invalidParameter("more")).bytes.dropLast()
        #expect(try socket.frames() == [String(decoding: error, as: UTF8.self)])
        #expect(shop.server.isFinished)
    }

    @Test("The service interface and wrong calls are answered without a handler")
    func table() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(
            "{\"method\":\"org.varlink.service.GetInfo\"}\0{\"method\":\"org.example.shop.Echo\"}\0"
                + "{\"method\":\"org.example.shop.Sell\"}\0{\"method\":\"org.example.shop.Watch\"}\0"
                + "{\"method\":\"org.example.shop.Wait\",\"upgrade\":true}\0")
        try shop.settle()
        let frames = try #require(try socket.frames())
        #expect(frames.count == 5)
        #expect(frames[0].contains("\"interfaces\":[\"org.varlink.service\",\"org.example.shop\"]"))
        #expect(frames[1].contains("InvalidParameter") && frames[1].contains("\"text\""))
        #expect(frames[2].contains("MethodNotFound"))
        #expect(frames[3].contains("ExpectedMore"))
        #expect(frames[4].contains("\"upgrade\""))
        #expect(shop.calls == ["org.example.shop.Watch"])
    }

    @Test("A call may be answered later, and those behind it wait")
    func later() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write("{\"method\":\"org.example.shop.Wait\"}\0" + echo("behind"))
        try shop.settle()
        #expect(try socket.frames() == [])
        shop.waiting[0].reply(Shop.frame(NoParameters()))
        try shop.settle()
        #expect(try socket.frames() == ["{}", echoed("behind")])
    }

    @Test("A peer that finished sending still gets its replies, then the end")
    func halfClose() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(echo("a") + "{\"method\":\"org.example.shop.Wait\"}\0" + echo("b"))
        try socket.shutdownSending()
        try shop.settle()
        #expect(try socket.frames() == [echoed("a")])
        #expect(shop.server.connectionCount == 1)
        shop.waiting[0].fail(.permissionDenied)
        try shop.settle()
        #expect(try socket.frames() == [#"{"error":"org.varlink.service.PermissionDenied"}"#, echoed("b")])
        #expect(try socket.frames() == nil)
        #expect(shop.server.isFinished)
        #expect(shop.refusals.isEmpty)
    }

    @Test("Calls with oneway that were sent before the peer left are carried out")
    func onewayThenGone() throws {
        let shop = try Shop()
        do {
            let socket = try shop.connect()
            try socket.write(
                "{\"method\":\"org.example.shop.Echo\",\"parameters\":{\"text\":\"x\"},\"oneway\":true}\0"
                    + "{\"method\":\"org.example.shop.Nothing\",\"oneway\":true}\0")
        }
        try shop.settle()
        #expect(shop.calls == ["org.example.shop.Echo"])
        #expect(shop.server.isFinished)
    }

    @Test("A peer that leaves during a call is noticed, and the answer goes nowhere")
    func goneDuringCall() throws {
        let shop = try Shop()
        do {
            let socket = try shop.connect()
            try socket.write("{\"method\":\"org.example.shop.Wait\"}\0" + echo("never"))
            try shop.settle()
        }
        try shop.settle()
        #expect(shop.closed == [shop.waiting[0].id])
        #expect(shop.server.isFinished)
        shop.waiting[0].reply(Shop.frame(NoParameters()))
        shop.waiting[0].fail(.permissionDenied)
        try shop.settle()
        #expect(shop.calls == ["org.example.shop.Wait"])
    }

    @Test("A server that ends takes its clients' connections with it, also those that somebody still means to answer")
    func serverEnds() throws {
        var shop: Shop? = try Shop()
        let socket = try shop!.connect()
        try socket.write("{\"method\":\"org.example.shop.Wait\"}\0")
        try shop?.settle()
        let connection = try #require(shop?.waiting.first)
        shop = nil
        #expect(try socket.frames() == nil)
        connection.fail(.permissionDenied)
        #expect(connection.isDrained)
    }

    @Test("A message cut short by the end of the stream is reported")
    func truncated() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write("{\"method\"")
        try socket.shutdownSending()
        try shop.settle()
        #expect(shop.refusals.map(\.reason) == [.violation(.truncated)])
        #expect(try socket.frames() == nil)
    }

    @Test("A message that does not end in time ends its connection, a byte a turn or none")
    func slowMessage() throws {
        var limits = ConnectionLimits()
        limits.messageTime = .milliseconds(50)
        let shop = try Shop(limits: limits)
        let silent = try shop.connect()
        let trickling = try shop.connect()
        let idle = try shop.connect()
        try idle.write(echo("x"))
        try silent.write("{")
        try trickling.write("{")
        try shop.process(until: {
            try? trickling.write(" ")
            return shop.refusals.count == 2
        })
        #expect(shop.refusals.map(\.reason) == [.messageTooSlow, .messageTooSlow])
        #expect(shop.server.connectionCount == 1)
        #expect(shop.server.nextDeadline == nil)
    }

    @Test("Replies that are not read in time end the connection, an unread state does not")
    func unread() throws {
        var limits = ConnectionLimits()
        limits.unreadTime = .milliseconds(50)
        let shop = try Shop(limits: limits)
        let watcher = try shop.connect()
        let caller = try shop.connect()
        try watcher.write("{\"method\":\"org.example.shop.Watch\",\"more\":true}\0")
        try shop.settle()
        let state = Shop.frame(Shop.Text(text: String(repeating: "s", count: 60_000)), continues: true)
        while shop.watchers[0].isDrained { shop.watchers[0].setPending(state) }
        let call = echo(String(repeating: "x", count: 4000))
        // On a slow machine the time is up, and the socket closed, before it is full.
        while shop.refusals.isEmpty, try caller.send(Array(call.utf8).span) == call.utf8.count { try shop.settle() }
        try shop.process(until: { !shop.refusals.isEmpty })
        #expect(shop.refusals.map(\.reason) == [.unread])
        #expect(shop.server.connectionCount == 1)
        #expect(shop.server.nextDeadline == nil)
        shop.watchers[0].setPending(state)
        #expect(shop.server.connectionCount == 1)
    }
}
