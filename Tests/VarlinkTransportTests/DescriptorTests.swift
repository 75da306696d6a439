import LinuxIO
import Testing
import Varlink
import VarlinkTransport

struct DescriptorTests {
    private let size = "{\"method\":\"org.example.shop.Size\"}\0"

    private func file(_ bytes: Int) throws -> FileDescriptor {
        try Memfd.sealed(name: "test", contents: [UInt8](repeating: 1, count: bytes).span)
    }

    @Test("A descriptor reaches the call it came with, also when others are read in the same portion")
    func toService() throws {
        let shop = try Shop(descriptorMethods: ["org.example.shop.Size": 1])
        let socket = try shop.connect()
        let first = try file(10)
        let second = try file(20)
        try socket.write(echo("before"))
        try socket.write(size, descriptors: [first.rawValue])
        try socket.write(size, descriptors: [second.rawValue])
        try socket.write(echo("after"))
        try shop.settle()
        #expect(
            try socket.frames() == [
                echoed("before"), #"{"parameters":{"bytes":10}}"#, #"{"parameters":{"bytes":20}}"#, echoed("after"),
            ])
        #expect(shop.refusals.isEmpty)
    }

    @Test("A method that takes a descriptor is told when none came, or too many")
    func wrongNumber() throws {
        let shop = try Shop(descriptorMethods: ["org.example.shop.Size": 1])
        let socket = try shop.connect()
        let one = try file(1)
        let two = try file(2)
        let error = String(
            decoding: SharedFrame(error: .invalidParameter("descriptors")).bytes.dropLast(), as: UTF8.self)
        try socket.write(size)
        try shop.settle()
        try socket.write(size, descriptors: [one.rawValue, two.rawValue])
        try shop.settle()
        try socket.write(size, descriptors: [two.rawValue])
        try shop.settle()
        #expect(try socket.frames() == [error, error, #"{"parameters":{"bytes":2}}"#])
        #expect(shop.refusals.map(\.reason) == [.unwantedDescriptors])
    }

    @Test(
        "Descriptors nobody asked for are closed, their call is refused, the connection goes on", arguments: [1, 253])
    func unwanted(_ count: Int) throws {
        for methods in [[:], ["org.example.shop.Size": 1]] as [[String: Int]] {
            let shop = try Shop(descriptorMethods: methods)
            let socket = try shop.connect()
            let pipe = try Pipe()
            try socket.write(echo("x"), descriptors: Array(repeating: pipe.writer.rawValue, count: count))
            try socket.write(echo("y"))
            try shop.settle()
            let frames = try #require(try socket.frames())
            #expect(frames.count == 2)
            #expect(frames[0].contains("InvalidParameter"))
            #expect(frames[1] == echoed("y"))
            #expect(shop.refusals.map(\.reason) == [.unwantedDescriptors])
            try expectOnlyWriter(of: pipe)
        }
    }

    @Test("Descriptors in the middle of a message end the connection and are closed")
    func stray() throws {
        let shop = try Shop(descriptorMethods: ["org.example.shop.Size": 1])
        let socket = try shop.connect()
        let pipe = try Pipe()
        try socket.write(String(size.prefix(5)))
        try shop.settle()
        try socket.write(String(size.dropFirst(5)), descriptors: [pipe.writer.rawValue])
        try shop.settle()
        #expect(shop.refusals.map(\.reason) == [.violation(.strayDescriptors)])
        #expect(shop.server.isFinished)
        try expectOnlyWriter(of: pipe)
    }

    @Test("Descriptors that wait for their turn are bounded, and closed with their connection")
    func hoarding() throws {
        let shop = try Shop(descriptorMethods: ["org.example.shop.Size": 1])
        let socket = try shop.connect()
        let pipe = try Pipe()
        try socket.write("{\"method\":\"org.example.shop.Wait\"}\0")
        var sent = 0
        while shop.refusals.isEmpty {
            try socket.write(size, descriptors: [pipe.writer.rawValue])
            sent += 1
            try shop.settle()
        }
        #expect(sent == 3)
        #expect(shop.refusals.map(\.reason) == [.violation(.strayDescriptors)])
        #expect(shop.server.isFinished)
        try expectOnlyWriter(of: pipe)
    }

    /// Fails when a copy of the pipe's writing end is open anywhere: reading would then find nothing instead of the end.
    private func expectOnlyWriter(of pipe: consuming Pipe) throws {
        let reader = try pipe.reader.duplicate()
        end(pipe)
        try reader.setNonblocking(true)
        var buffer: [UInt8] = [0]
        #expect(try reader.read(into: &buffer, detail: "pipe") == 0)
    }

    @Test("A reply brings a descriptor, and others before and behind it keep their place")
    func toClient() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write("{\"method\":\"org.example.shop.File\",\"parameters\":{\"text\":\"content\"}}\0")
        try shop.settle()
        var descriptors = DescriptorList()
        #expect(try socket.frames(&descriptors) == ["{}"])
        let file = try only(&descriptors)
        #expect(try file.status(detail: "file").size == 7)
    }

    @Test("A reply with a descriptor waits until the peer has read everything before it")
    func heldBack() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        try socket.write(echo("unread"))
        try shop.settle()
        try socket.write(
            "{\"method\":\"org.example.shop.File\",\"parameters\":{\"text\":\"content\"}}\0" + echo("behind"))
        try shop.settle()
        #expect(shop.server.nextDeadline != nil)
        var descriptors = DescriptorList()
        #expect(try socket.frames(&descriptors) == [echoed("unread")])
        let before = descriptors.count
        #expect(before == 0)
        var frames: [String] = []
        try shop.process(until: {
            frames += (try? socket.frames(&descriptors)) ?? []
            return frames.count == 2
        })
        #expect(frames == ["{}", echoed("behind")])
        let count = descriptors.count
        #expect(count == 1)
        #expect(shop.server.nextDeadline == nil)
    }

    @Test("Peers that ask for descriptors and read nothing hold none in flight after the first")
    func inFlight() throws {
        let shop = try Shop()
        let socket = try shop.connect()
        for _ in 0..<20 {
            try socket.write("{\"method\":\"org.example.shop.File\",\"parameters\":{\"text\":\"x\"}}\0")
        }
        try shop.settle()
        var descriptors = DescriptorList()
        _ = try socket.frames(&descriptors)
        let count = descriptors.count
        #expect(count == 1)
    }
}

/// Takes out the only descriptor that came.
func only(_ descriptors: inout DescriptorList) throws -> FileDescriptor {
    let count = descriptors.count
    try #require(count == 1)
    // There is one, as was just required.
    return descriptors.takeFirst()!
}
