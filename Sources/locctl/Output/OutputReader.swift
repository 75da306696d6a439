import LinuxIO

/// Whoever reads standard output, so that a program that waits for something else ends when nobody does any more.
///
/// Writing to a pipe without a reader ends the program anyway; this is for the time in which there is nothing to write.
struct OutputReader: ~Copyable {
    private enum Token {
        static let output: UInt64 = 0
        static let awaited: UInt64 = 1
    }

    private let epoll: Epoll
    private let output: FileDescriptor

    /// Watches standard output, if it is something that a reader can leave.
    init() throws(Failure) {
        let epoll = try reporting { () throws(SystemError) in try Epoll() }
        let output = try reporting { () throws(SystemError) in
            try FileDescriptor.duplicate(of: StandardStream.output.rawValue)
        }
        self.epoll = epoll
        self.output = output
        // Files cannot be watched (EPERM), and nobody needs to read them. The other end's going is always reported.
        try? self.epoll.add(self.output, for: [], token: Token.output)
    }

    /// Waits until a descriptor is readable.
    ///
    /// Failure: one without a message when the reader has gone.
    func wait(for awaited: borrowing FileDescriptor) throws(Failure) {
        try reporting { () throws(SystemError) in try epoll.add(awaited, for: .readable, token: Token.awaited) }
        // It was added just now, so it can be removed.
        defer { try? epoll.remove(awaited) }
        try wait(timeout: nil)
    }

    /// Waits for some time.
    ///
    /// Failure: one without a message when the reader has gone.
    func wait(for duration: Duration) throws(Failure) {
        try wait(timeout: duration)
    }

    private func wait(timeout: Duration?) throws(Failure) {
        var events: [Epoll.Event] = []
        try reporting { () throws(SystemError) in try epoll.wait(into: &events, timeout: timeout) }
        if events.contains(where: { $0.token == Token.output }) { throw Failure(.other, "") }
    }
}
