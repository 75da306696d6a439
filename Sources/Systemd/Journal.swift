package import LinuxIO

/// The journal's own socket, spoken to in its native protocol, of which each datagram is one entry with its fields
/// (systemd.io/JOURNAL_NATIVE_PROTOCOL).
///
/// Not `sd_journal_sendv(3)`: that waits where the journal does not read, and whoever waits for its log can be stopped
/// by it. Here an entry for which there is no room is the caller's to drop and count.
package struct Journal: ~Copyable {
    /// Where the journal listens.
    package static let socketPath = "/run/systemd/journal/socket"

    /// A value is cut here: no entry comes near what one datagram may have (net.core.wmem_default, 212 992 bytes).
    private static let maximumValueBytes = 8192

    /// What became of an entry.
    package enum Outcome: Hashable, Sendable {
        case written
        /// The journal does not keep up. Nothing was waited for.
        case full
        /// Nobody listens there.
        case away
    }

    private let sender: DatagramSender
    private let path: String

    /// - Parameter path: where the journal listens.
    package init(path: String = Journal.socketPath) throws(SystemError) {
        sender = try DatagramSender()
        self.path = path
    }

    /// Whether standard error leads to the journal, by what the service manager says in `JOURNAL_STREAM`, the device
    /// and inode it connected (systemd.exec(5)): a stream that was redirected since is another one.
    package static var takesStandardError: Bool {
        guard let stream = CurrentProcess.environment("JOURNAL_STREAM"), let status = StandardStream.error.status
        else { return false }
        return stream == "\(status.device):\(status.inode)"
    }

    /// Writes one entry, or nothing.
    ///
    /// - Parameter fields: names of capital letters, digits and `_`, none of them first `_`, and their values.
    package func write(_ fields: [(name: String, value: String)]) -> Outcome {
        var bytes: [UInt8] = []
        for field in fields { Self.append(field.name, field.value, to: &bytes) }
        do throws(SystemError) {
            return try sender.send(bytes.span, to: path) ? .written : .full
        } catch {
            return .away
        }
    }

    /// A value of one line stands behind `=`; any other is preceded by its length, 64 bits, little-endian.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let value = value.utf8.prefix(maximumValueBytes)
        bytes += name.utf8
        if value.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            bytes += (0..<8).map { UInt8(truncatingIfNeeded: value.count >> (8 * $0)) }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value
        bytes.append(UInt8(ascii: "\n"))
    }
}
