import Glibc
import JSON
import LinuxIO
import LocdInterface
import TestSupport
import Testing

/// Whoever else uses the daemon while somebody misbehaves: a program that asks, and one that follows.
///
/// What nobody may bring about by bad input: that the daemon is another process, that it does not answer others, that a setting, a
/// generation or a stored file is another one, that subscribers are told something, or that descriptors stay open.
final class DaemonWatch {
    private let daemon: DaemonFixture
    private let asking: WireClient
    private let following: WireClient
    private let pid: Int32
    private let state: String
    private let files: [String: String]
    private let descriptors: [String]

    /// Looks at how things are.
    init(_ daemon: DaemonFixture) throws {
        self.daemon = daemon
        asking = try daemon.connect()
        following = try daemon.connect()
        pid = try asking.socket.peerCredentials().pid
        state = try asking.call(LocaleInterface.Get.name, Self.query).text
        let first = try following.call(
            LocaleInterface.Subscribe.name, #"{"domains":["kiosk"],"heartbeatSeconds":0}"#, more: true)
        try #require(first.error == nil)
        files = try daemon.storedFiles()
        descriptors = try Self.descriptors(pid)
    }

    /// Expects that everything is as it was.
    func expectUnchanged(_ deed: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let comment = Comment(rawValue: "after \(deed)")
        try expectServed(deed, sourceLocation: sourceLocation)
        #expect(try daemon.connect().socket.peerCredentials().pid == pid, comment, sourceLocation: sourceLocation)
    }

    /// Expects that those who are connected are served, and see what they saw.
    func expectServed(_ deed: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let comment = Comment(rawValue: "after \(deed)")
        let answer = try asking.call(LocaleInterface.Get.name, Self.query)
        #expect(answer.text == state, comment, sourceLocation: sourceLocation)
        #expect(try !following.hasNews(), comment, sourceLocation: sourceLocation)
    }

    /// Expects the same of the files and of the daemon's descriptors, once all connections of the test have ended.
    func expectNothingLeft(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectUnchanged("everything", sourceLocation: sourceLocation)
        #expect(try daemon.storedFiles() == files, sourceLocation: sourceLocation)
        // The daemon closes a connection in the turn after its end; a turn is taken by asking.
        let deadline = BoottimeClock.now.advanced(by: WireClient.patience)
        while try Self.descriptorCount(pid) > descriptors.count, BoottimeClock.now < deadline {
            _ = try asking.call(LocaleInterface.Get.name)
        }
        let left = try Self.descriptors(pid)
        #expect(left.count <= descriptors.count, "\(left), at first \(descriptors)", sourceLocation: sourceLocation)
    }

    /// How much of the daemon is in memory, in KiB.
    func residentMemory() throws -> Int {
        let status = try FileContents(ofPath: "/proc/\(pid)/status", limit: 1 << 16, followingLinks: false).bytes
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        let words = try #require(lines.first { $0.hasPrefix("VmRSS:") }).split(separator: " ")
        return try #require(Int(words[1]))
    }

    private static let query = #"{"domains":["kiosk"]}"#

    static func descriptorCount(_ pid: Int32) throws -> Int {
        try Directory(path: "/proc/\(pid)/fd").list().names.count
    }

    /// What the process has open, as the kernel names it.
    private static func descriptors(_ pid: Int32) throws -> [String] {
        try Directory(path: "/proc/\(pid)/fd").list().names.compactMap { name in
            var target = [CChar](repeating: 0, count: 256)
            let length = unsafe readlink("/proc/\(pid)/fd/\(name)", &target, target.count)
            return length < 0 ? nil : String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}

extension DaemonFixture {
    /// Connects to the daemon.
    func connect() throws -> WireClient {
        try WireClient(path: address)
    }

    /// What the files of the state directory hold, by name.
    func storedFiles() throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try scratch.names(in: "state") { files[name] = try scratch.read("state/\(name)") }
        return files
    }
}
