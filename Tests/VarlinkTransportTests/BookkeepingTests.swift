import LinuxIO
import Testing

@testable import VarlinkTransport

struct BookkeepingTests {
    @Test("A uid with many connections waits in line with one that has few")
    func fairness() {
        var queue = FairQueue()
        for token in 1...6 { queue.append(UInt64(token), uid: 1) }
        queue.append(20, uid: 2)
        queue.append(30, uid: 3)
        queue.append(21, uid: 2)
        var order: [UInt64] = []
        while let token = queue.popFirst() {
            order.append(token)
            // A connection that has more to do goes to the end of its uid's line.
            if token == 20 { queue.append(22, uid: 2) }
        }
        #expect(order == [1, 20, 30, 2, 21, 3, 22, 4, 5, 6])
        #expect(queue.isEmpty)
    }

    @Test("A queue gives back what went in, however it grows and shrinks")
    func fifo() {
        var queue = FIFO<Int>()
        var next = 0
        var expected = 0
        for round in 0..<200 {
            for _ in 0..<round % 7 {
                queue.append(next)
                next += 1
            }
            for _ in 0..<round % 5 {
                guard let value = queue.popFirst() else { break }
                #expect(value == expected)
                expected += 1
            }
            #expect(queue.count == next - expected)
            #expect(queue.first == (queue.isEmpty ? nil : expected))
        }
        while let value = queue.popFirst() {
            #expect(value == expected)
            expected += 1
        }
        #expect(expected == next)
    }

    @Test("Deadlines come due once, and the earliest is never later than any")
    func deadlines() {
        func at(_ nanoseconds: UInt64) -> BoottimeInstant { BoottimeInstant(nanoseconds: nanoseconds) }
        var table = DeadlineTable()
        #expect(table.earliest == nil)
        table.set(1, at(30))
        table.set(2, at(10))
        table.set(3, at(20))
        #expect(table.earliest == at(10))
        #expect(table.takeDue(at: at(5)).isEmpty)
        table.remove(2)
        #expect(table.takeDue(at: at(10)).isEmpty)
        #expect(table.earliest == at(20))
        table.set(1, at(15))
        #expect(table.takeDue(at: at(20)).sorted() == [1, 3])
        #expect(table.takeDue(at: at(100)).isEmpty)
        #expect(table.earliest == nil)
    }

    @Test(
        "What a uid used is forgotten with its last connection, in either order of leaving", arguments: [true, false])
    func quota(_ firstLeavesFirst: Bool) {
        var quota = UserQuota()
        quota.addConnection(of: 7)
        quota.addConnection(of: 7)
        quota.addConnection(of: 8)
        quota.addOutput(100, of: 7)
        quota.addOutput(50, of: 7)
        #expect(quota.connections == 3)
        #expect(quota.connections(of: 7) == 2)
        #expect(quota.output(of: 7) == 150)
        #expect(quota.output(of: 8) == 0)
        quota.removeConnection(of: 7, output: firstLeavesFirst ? 100 : 50)
        #expect(quota.output(of: 7) == (firstLeavesFirst ? 50 : 100))
        quota.removeConnection(of: 7, output: firstLeavesFirst ? 50 : 100)
        #expect(quota.connections(of: 7) == 0)
        #expect(quota.output(of: 7) == 0)
        #expect(quota.connections == 1)
    }
}
