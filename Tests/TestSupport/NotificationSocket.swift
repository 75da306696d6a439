import Glibc
import LinuxIO

/// Where a program tells that it is ready: sd_notify(3).
package final class NotificationSocket {
    package let path: String
    private let descriptor: FileDescriptor

    package init(path: String) throws {
        self.path = path
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        descriptor = FileDescriptor(owning: number)
        unsafe unlink(path)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < 108 else { throw TestFailure("\(path) is too long for a socket") }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try TestFailure.check(errno, unless: status == 0, path)
        // A daemon that runs as another user tells it too.
        let isOpenToAll = unsafe chmod(path, 0o666) == 0
        try TestFailure.check(errno, unless: isOpenToAll, path)
    }

    /// Waits for `READY=1`; false when the process has ended or half a minute has passed.
    package func waitForReady(of program: RunningProgram) throws -> Bool {
        let deadline = BoottimeClock.now.advanced(by: .seconds(30))
        let epoll = try Epoll()
        try epoll.add(descriptor, for: .readable, token: 0)
        try program.watch(with: epoll, token: 1)
        var events: [Epoll.Event] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while BoottimeClock.now < deadline {
            try epoll.wait(into: &events, timeout: BoottimeClock.now.duration(to: deadline))
            if events.contains(where: { $0.token == 0 }) {
                let count = try descriptor.read(into: &buffer, detail: "notifications") ?? 0
                let lines = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n")
                if lines.contains("READY=1") { return true }
            } else if !events.isEmpty {
                return false
            }
        }
        return false
    }
}
