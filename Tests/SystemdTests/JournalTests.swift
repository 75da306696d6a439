import LinuxIO
import Systemd
import TestSupport
import Testing

/// Entries in the journal's native protocol, against sockets that are read, not read, and not there.
@Suite final class JournalTests {
    private let scratch: ScratchDirectory
    private let reader: DatagramReceiver
    private let journal: Journal

    init() throws {
        scratch = try ScratchDirectory()
        reader = try DatagramReceiver(path: scratch.path("journal"))
        journal = try Journal(path: reader.path)
    }

    @Test func `an entry is one datagram of fields, and a value of several lines has its length before it`() throws {
        #expect(journal.write([("MESSAGE", "an entry"), ("PRIORITY", "5"), ("LOCD_FILE", "a\nb=c")]) == .written)
        let bytes = try #require(try reader.next())
        let expected = Array("MESSAGE=an entry\nPRIORITY=5\nLOCD_FILE\n".utf8) + [5, 0, 0, 0, 0, 0, 0, 0]
        #expect(bytes == expected + Array("a\nb=c\n".utf8))
    }

    @Test func `a value is cut before it is too much for a datagram`() throws {
        let fields = (0..<20).map { (name: "FIELD_\($0)", value: String(repeating: "x", count: 1 << 20)) }
        #expect(journal.write(fields) == .written)
        #expect(try #require(try reader.next()).count < 1 << 18)
    }

    @Test func `a journal that nobody reads is full and is not waited for, and has room again once it is read`() throws
    {
        var written = 0
        let start = BoottimeClock.now
        // The kernel holds net.unix.max_dgram_qlen datagrams, or what fits into the sender's buffer.
        while written < 100_000, journal.write([("MESSAGE", "entry \(written)")]) == .written { written += 1 }
        #expect(written > 0 && written < 100_000)
        for _ in 0..<1000 { #expect(journal.write([("MESSAGE", "lost")]) == .full) }
        #expect(start.duration(to: BoottimeClock.now) < .seconds(20))
        #expect(try reader.nextLines() == ["MESSAGE=entry 0"])
        #expect(journal.write([("MESSAGE", "again")]) == .written)
    }

    @Test func `a journal that is not there is away, and one that comes back is found`() throws {
        scratch.remove("journal")
        #expect(journal.write([("MESSAGE", "lost")]) == .away)
        let next = try DatagramReceiver(path: reader.path)
        #expect(journal.write([("MESSAGE", "found")]) == .written)
        #expect(try next.nextLines() == ["MESSAGE=found"])
    }

    /// Runs the probe with a file as its standard error.
    private func takesStandardError(_ stream: String?) throws -> String {
        let file = try Memfd.writable(name: "stream")
        let pipe = try Pipe()
        let output = pipe.reader
        let writer = pipe.writer
        var configuration = ChildProcess.Configuration(
            executable: try builtProduct("systemd-probe"), arguments: ["systemd-probe", "journal"])
        configuration.descriptors = [.init(writer.rawValue, at: 1), .init(file.rawValue, at: 2)]
        let status = try file.status(detail: "stream")
        let own = "\(status.device):\(status.inode)"
        configuration.environment["JOURNAL_STREAM"] = stream.map { $0 == "own" ? own : $0 }
        var child = try ChildProcess(configuration)
        close(writer)
        let text = try readAll(output)
        #expect(try child.wait() == .exited(0))
        return text
    }

    @Test(
        "Standard error leads to the journal where the manager names that very stream",
        arguments: [("own", "true"), ("1:1", "false"), ("", "false"), ("nonsense", "false"), (nil, "false")])
    func stream(named stream: String?, expected: String) throws {
        #expect(try takesStandardError(stream) == "\(expected)\n")
    }
}
