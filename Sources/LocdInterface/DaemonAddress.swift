import Varlink

/// Where the daemon listens: one rule for the library and the tool.
package enum DaemonAddress {
    /// The socket of the system's daemon.
    package static let system = "/run/locd/org.locd"

    /// Decides on the socket: the address given, else `$LOCD_ADDRESS`, else the system's; for anybody but root, where
    /// that does not exist, the one of a daemon started by hand.
    ///
    /// Addresses are paths or those of UAPI.20 (`unix:PATH`); an empty one counts as none. What is no address is kept as
    /// it is, to be named in errors.
    ///
    /// - Parameters:
    ///   - environment: The value of a variable; nil when it is not set.
    ///   - systemExists: Whether anything has the path of the system's socket. Asked only where it matters.
    package static func path(
        given: String?, environment: (String) -> String?, isRoot: Bool, systemExists: () -> Bool
    ) -> String {
        for address in [given, environment("LOCD_ADDRESS")] {
            if let address, !address.isEmpty { return VarlinkAddress(address)?.path ?? address }
        }
        if !isRoot, let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty, !systemExists() {
            return "\(directory)/locd/org.locd"
        }
        return system
    }
}
