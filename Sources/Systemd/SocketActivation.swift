import CSystemd
package import LinuxIO

/// A descriptor that was passed to this process when it was started. Closed with this value unless it was taken out.
package struct PassedDescriptor: ~Copyable {
    /// What a passed descriptor is.
    package enum Kind: Hashable, Sendable {
        /// A listening Unix stream socket, from a socket unit.
        case listener
        /// A connected Unix stream socket: one client, such as a `varlinkctl` that runs a program itself.
        case connection
        /// Anything else.
        case other
    }

    /// What the service manager calls it; `unknown` where it gave no name.
    package let name: String
    package let kind: Kind
    private let descriptor: FileDescriptor

    /// Finds out what a descriptor is: `sd_is_socket_unix(3)`.
    package init(name: String, _ descriptor: consuming FileDescriptor) throws(SystemError) {
        let number = descriptor.rawValue
        if try check("sd_is_socket_unix", name, csystemd_is_unix_stream(number, 1)) > 0 {
            kind = .listener
        } else {
            let isStream = try check("sd_is_socket_unix", name, csystemd_is_unix_stream(number, 0)) > 0
            kind = isStream ? .connection : .other
        }
        self.name = name
        self.descriptor = descriptor
    }

    /// Takes out the descriptor, for `UnixListener` or `UnixSocket` to adopt.
    package consuming func take() -> FileDescriptor {
        descriptor
    }
}

/// The descriptors that a service manager passed: `sd_listen_fds_with_names(3)`.
package struct SocketActivation: ~Copyable {
    private var names: ArraySlice<String>
    private var descriptors: DescriptorList

    /// Takes them over. None when the environment has none or means another process (LISTEN_PID): then descriptors 3
    /// and up are somebody else's. The variables are removed, so that children do not take them for theirs; so this is
    /// for the start, when there is one thread.
    package init() throws(SystemError) {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try unsafe check("sd_listen_fds_with_names", "", sd_listen_fds_with_names(1, &list))
        defer { unsafe csystemd_free_strings(list) }
        var names: [String] = []
        for index in 0..<Int(count) {
            guard let name = unsafe list?[index] else { break }
            unsafe names.append(String(cString: name))
        }
        self.names = names[...]
        descriptors = DescriptorList(owning: (0..<count).map { SD_LISTEN_FDS_START + $0 })
    }

    /// How many were not taken yet.
    package var count: Int { descriptors.count }

    /// The first one that was not taken yet; nil when none is left.
    package mutating func takeFirst() throws(SystemError) -> PassedDescriptor? {
        guard let descriptor = descriptors.takeFirst() else { return nil }
        return try PassedDescriptor(name: names.popFirst() ?? "unknown", descriptor)
    }
}
