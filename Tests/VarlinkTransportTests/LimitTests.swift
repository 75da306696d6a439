import LinuxIO
import TestSupport
import Testing
import Varlink
import VarlinkTransport

struct LimitTests {
    /// A server on a real path, and its clients.
    private func withListener(
        _ limits: ConnectionLimits, _ body: (Shop, _ path: String) throws -> Void
    ) throws {
        let shop = try Shop(limits: limits)
        let directory = try ScratchDirectory()
        let path = directory.path("socket")
        try shop.server.listen(on: UnixListener.bind(to: path, mode: 0o600))
        try body(shop, path)
    }

    private func connect(_ path: String) throws -> UnixSocket {
        try UnixSocket.connect(to: path, timeout: .seconds(5))
    }

    @Test("One connection more than allowed is closed and reported, and one that ends makes room")
    func perUser() throws {
        var limits = ConnectionLimits()
        limits.maximumConnectionsPerUser = 3
        try withListener(limits) { shop, path in
            let sockets = SocketArray()
            for _ in 0..<3 { sockets.append(try connect(path)) }
            try shop.settle()
            let surplus = try connect(path)
            try shop.settle()
            #expect(try surplus.frames() == nil)
            #expect(shop.refusals.map(\.reason) == [.tooManyConnectionsOfUser])
            #expect(shop.refusals.first?.uid != nil)
            #expect(shop.server.connectionCount == 3)
            sockets.removeAll()
            try shop.settle()
            let welcome = try connect(path)
            try welcome.write(echo("x"))
            try shop.settle()
            #expect(try welcome.frames() == [echoed("x")])
        }
    }

    @Test("The bound on all connections holds as well")
    func inAll() throws {
        var limits = ConnectionLimits()
        limits.fit(descriptorLimit: 4)
        #expect(limits.maximumConnections == 3)
        try withListener(limits) { shop, path in
            let sockets = SocketArray()
            for _ in 0..<5 { sockets.append(try connect(path)) }
            try shop.settle()
            #expect(shop.server.connectionCount == 3)
            #expect(shop.refusals.map(\.reason) == [.tooManyConnections, .tooManyConnections])
        }
    }

    @Test("Of connections that say nothing the oldest goes; those that spoke stay")
    func incomplete() throws {
        var limits = ConnectionLimits()
        limits.maximumIncomplete = 2
        try withListener(limits) { shop, path in
            let speaking = try connect(path)
            try speaking.write(echo("x"))
            try shop.settle()
            let first = try connect(path)
            let second = try connect(path)
            try shop.settle()
            let third = try connect(path)
            try third.write(echo("third"))
            try shop.settle()
            #expect(shop.refusals.map(\.reason) == [.tooManyIncomplete])
            #expect(try first.frames() == nil)
            #expect(try second.frames() == [])
            #expect(try third.frames() == [echoed("third")])
            #expect(try speaking.frames() == [echoed("x")])
            #expect(shop.server.connectionCount == 3)
        }
    }

    @Test("A flood of connects is accepted over several turns")
    func flood() throws {
        try withListener(ConnectionLimits()) { shop, path in
            let sockets = SocketArray()
            for _ in 0..<40 { sockets.append(try connect(path)) }
            try sockets.forEach { try $0.write(echo("x")) }
            try shop.process(until: { shop.calls.count == 40 })
            try shop.settle()
            let replies = try sockets.frames()
            #expect(replies == Array(repeating: [echoed("x")], count: 40))
        }
    }

    @Test("A listener that stops leaves its clients, and the server knows when it is done")
    func stopListening() throws {
        try withListener(ConnectionLimits()) { shop, path in
            let socket = try connect(path)
            try socket.write(echo("x"))
            try shop.settle()
            shop.server.stopListening()
            #expect(throws: SystemError.self) { try end(connect(path)) }
            #expect(!shop.server.isFinished)
            try socket.write(echo("y"))
            try shop.settle()
            #expect(try socket.frames() == [echoed("x"), echoed("y")])
            shop.server.closeAll()
            #expect(shop.server.isFinished)
            #expect(try socket.frames() == nil)
        }
    }

    @Test("Replies beyond what may wait end the connection")
    func tooMuchOutput() throws {
        var limits = ConnectionLimits()
        limits.maximumReplyBytes = 300_000
        let shop = try Shop(limits: limits)
        let socket = try shop.connect()
        try socket.write("{\"method\":\"org.example.shop.Watch\",\"more\":true}\0")
        try shop.settle()
        let frame = Shop.frame(Shop.Text(text: String(repeating: "x", count: 100_000)), continues: true)
        for _ in 0..<20 { shop.watchers[0].replyContinues(frame) }
        try shop.settle()
        #expect(shop.refusals.map(\.reason) == [.tooMuchOutput])
        #expect(shop.server.isFinished)
    }

    @Test("What waits for all peers of one user is bounded together")
    func outputPerUser() throws {
        var limits = ConnectionLimits()
        limits.maximumOutputPerUser = 500_000
        let shop = try Shop(limits: limits)
        let sockets = SocketArray()
        for _ in 0..<10 { sockets.append(try shop.connect()) }
        try sockets.forEach { try $0.write("{\"method\":\"org.example.shop.Watch\",\"more\":true}\0") }
        try shop.settle()
        let frame = Shop.frame(Shop.Text(text: String(repeating: "x", count: 400_000)), continues: true)
        for watcher in shop.watchers { watcher.replyContinues(frame) }
        try shop.settle()
        #expect(!shop.refusals.isEmpty)
        #expect(!shop.refusals.contains { $0.reason != .tooMuchOutput })
        #expect(shop.server.connectionCount == 10 - shop.refusals.count)
        // What the closed ones held is free again.
        let newcomer = try shop.connect()
        try newcomer.write(echo("x"))
        try shop.settle()
        #expect(try newcomer.frames() == [echoed("x")])
    }

    @Test("A turn hands out at most 64 calls, one of each connection before the second of any")
    func turns() throws {
        let shop = try Shop()
        let sockets = SocketArray()
        for _ in 0..<60 { sockets.append(try shop.connect()) }
        try sockets.forEach { try $0.write(echo("1") + echo("2") + echo("3")) }
        try shop.server.process()
        #expect(shop.calls.count == VarlinkServer.turnSize)
        let answered = try sockets.frames().map { $0?.count ?? 0 }
        #expect(answered.filter { $0 == 1 }.count == 56)
        #expect(answered.filter { $0 == 2 }.count == 4)
    }
}
