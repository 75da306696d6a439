import CLinux

/// A `unix(7)` datagram socket that only sends, to whatever path each time. Non-blocking, close-on-exec, never a SIGPIPE.
package struct DatagramSender: ~Copyable, Sendable {
    private let descriptor: FileDescriptor

    package init() throws(SystemError) {
        descriptor = FileDescriptor(owning: try retrying("socket", "datagram") { clinux_unix_datagram_socket() })
    }

    /// Sends one datagram, whole: `sendto(2)`. False when its reader has no room for it.
    ///
    /// ENOENT or ECONNREFUSED: nobody reads there. EMSGSIZE: more than the socket's send buffer.
    package func send(_ bytes: Span<UInt8>, to path: String) throws(SystemError) -> Bool {
        let number = descriptor.rawValue
        return try unsafe bytes.withUnsafeBufferPointer { data throws(SystemError) in
            try unsafe withPath(path, "sendto") { address, length throws(SystemError) in
                try retryingUnlessBlocked("sendto", path) {
                    unsafe clinux_unix_send_to(number, data.baseAddress, data.count, address, length)
                } != nil
            }
        }
    }
}
