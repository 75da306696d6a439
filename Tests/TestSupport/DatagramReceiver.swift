import Glibc
package import LinuxIO

/// A `unix(7)` datagram socket at a path, as a service manager or the journal has one.
package final class DatagramReceiver {
    package let path: String
    /// Readable when a datagram is there.
    package let descriptor: FileDescriptor
    /// The lines of all datagrams that were read as lines.
    package private(set) var received: [[String]] = []

    /// Binds the path, in place of what is there.
    package init(path: String) throws {
        self.path = path
        descriptor = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        unsafe unlink(path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < 108 else { throw TestFailure("\(path) is too long for a socket") }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let number = descriptor.rawValue
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try TestFailure.check(errno, unless: result == 0, path)
        // For a service that runs as another user, too.
        let opened = unsafe chmod(path, 0o666)
        try TestFailure.check(errno, unless: opened == 0, path)
    }

    /// The next datagram; nil when none comes in this time.
    package func next(within time: Duration = .seconds(20)) throws -> [UInt8]? {
        guard try descriptor.wait(for: .readable, timeout: time) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        guard let count = try descriptor.read(into: &buffer, detail: path) else { return nil }
        return Array(buffer.prefix(count))
    }

    /// The lines of the next datagram, which has to come.
    package func nextLines(within time: Duration = .seconds(20)) throws -> [String] {
        guard let bytes = try next(within: time) else { throw TestFailure("nothing came at \(path)") }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        received.append(lines)
        return lines
    }

    /// Waits for `READY=1` of sd_notify(3); false when the process has ended or half a minute has passed.
    package func waitForReady(of program: RunningProgram) throws -> Bool {
        let deadline = BoottimeClock.now.advanced(by: .seconds(30))
        let epoll = try Epoll()
        try epoll.add(descriptor, for: .readable, token: 0)
        try program.watch(with: epoll, token: 1)
        var events: [Epoll.Event] = []
        while BoottimeClock.now < deadline {
            try epoll.wait(into: &events, timeout: BoottimeClock.now.duration(to: deadline))
            if events.contains(where: { $0.token == 0 }) {
                if try nextLines().contains("READY=1") { return true }
            } else if !events.isEmpty {
                return false
            }
        }
        return false
    }
}
