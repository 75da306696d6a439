/// Where a service listens, in the notation of UAPI.20 ("Service Addresses").
///
/// Unix sockets with a path only: a bare path that begins with `/`, or `unix:` and a path. Properties after `;` are
/// ignored, as the specification says.
package struct VarlinkAddress: Sendable, Equatable {
    /// The path of the socket.
    package let path: String

    /// Reads an address; nil for other transports and for abstract sockets, on which file permissions do not work.
    package init?(_ text: String) {
        let path = text.hasPrefix("unix:") ? String(text.dropFirst(5).prefix { $0 != ";" }) : text
        guard path.hasPrefix("/") else { return nil }
        self.path = path
    }
}
