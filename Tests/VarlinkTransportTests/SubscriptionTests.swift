import LinuxIO
import Testing
import Varlink
import VarlinkTransport

struct SubscriptionTests {
    private let watch = "{\"method\":\"org.example.shop.Watch\",\"more\":true}\0"

    private func state(_ text: String) -> SharedFrame {
        Shop.frame(Shop.Text(text: text), continues: true)
    }

    private func event(_ text: String) -> String {
        "{\"parameters\":{\"text\":\"\(text)\"},\"continues\":true}"
    }

    @Test("A watcher that reads gets every state, sent at once")
    func everyState() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(watch)
        try shop.settle()
        for number in 0..<100 {
            shop.watchers[0].setPending(state("\(number)"))
            #expect(shop.watchers[0].isDrained)
            #expect(try socket.frames() == [event("\(number)")])
        }
        shop.watchers[0].reply(Shop.frame(Shop.Text(text: "last")))
        try socket.write(echo("after"))
        try shop.settle()
        #expect(try socket.frames() == [echoed("last"), echoed("after")])
    }

    @Test("A watcher that does not read misses states in between, never the last, and no frame is torn")
    func coalescing() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(watch)
        try shop.settle()
        let padding = String(repeating: "p", count: 5000)
        for number in 0..<10_000 {
            shop.watchers[0].setPending(state("\(padding)\(number)"))
        }
        #expect(!shop.watchers[0].isDrained)
        var received: [String] = []
        while let frames = try socket.frames(), !frames.isEmpty {
            received += frames
            try shop.settle()
        }
        #expect(received.count < 1000)
        #expect(received.allSatisfy { $0.hasPrefix("{\"parameters\"") && $0.hasSuffix("\"continues\":true}") })
        #expect(received.last == event("\(padding)9999"))
        #expect(shop.watchers[0].isDrained)
    }

    @Test("A frame of which a part is out is finished before a newer one")
    func partialFrame() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(watch)
        try shop.settle()
        let large = String(repeating: "l", count: 900_000)
        shop.watchers[0].setPending(state(large))
        #expect(!shop.watchers[0].isDrained)
        for number in 0..<10 { shop.watchers[0].setPending(state("\(number)")) }
        var bytes = 0
        var text = ""
        while bytes < 900_000 + 100, let frames = try socket.frames(), !frames.isEmpty {
            // A frame cut by reading comes in pieces; joined they are the whole stream.
            text += frames.joined()
            bytes = text.utf8.count
            try shop.settle()
        }
        #expect(text == event(large) + event("9"))
    }

    @Test("A last reply comes behind the newest state")
    func replyBehindState() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(watch)
        try shop.settle()
        let padding = String(repeating: "p", count: 60_000)
        while shop.watchers[0].isDrained { shop.watchers[0].setPending(state(padding)) }
        shop.watchers[0].setPending(state("newest"))
        shop.watchers[0].replyContinues(state("between"))
        shop.watchers[0].setPending(state("newer still"))
        shop.watchers[0].fail(.permissionDenied)
        var text = ""
        while let frames = try socket.frames(), !frames.isEmpty {
            text += frames.joined()
            try shop.settle()
        }
        let error = #"{"error":"org.varlink.service.PermissionDenied"}"#
        #expect(text.hasSuffix(event(padding) + event("newest") + event("between") + event("newer still") + error))
    }

    @Test("Watchers that left are told of once, and those that stay are served")
    func leaving() throws {
        let shop = try Shop()
        let staying = try shop.connect()
        try staying.write(watch)
        try shop.settle()
        for _ in 0..<5 {
            let leaving = try shop.connect()
            try leaving.write(watch)
            try shop.settle()
        }
        // The peers have gone, but no turn has found out yet: sending to them must be harmless.
        for watcher in shop.watchers { watcher.setPending(state("x")) }
        try shop.settle()
        for watcher in shop.watchers { watcher.setPending(state("y")) }
        #expect(shop.closed.count == 5)
        #expect(shop.server.connectionCount == 1)
        #expect(try staying.frames() == [event("x"), event("y")])
        #expect(shop.refusals.isEmpty)
    }

    @Test("One frame goes to a thousand watchers, each with one send and without watching for more")
    func fanOut() throws {
        var limits = ConnectionLimits()
        limits.maximumConnectionsPerUser = 2000
        limits.maximumIncomplete = 2000
        let shop = try Shop(limits: limits)
        let sockets = SocketArray()
        for _ in 0..<1000 { sockets.append(try shop.connect()) }
        try sockets.forEach { try $0.write(watch) }
        try shop.process(until: { shop.watchers.count == 1000 })
        let frame = state("all")
        for watcher in shop.watchers { watcher.setPending(frame) }
        #expect(!shop.watchers.contains { !$0.isDrained })
        let received = try sockets.frames()
        #expect(received == Array(repeating: [event("all")], count: 1000))
        #expect(shop.server.nextDeadline == nil)
    }
}
