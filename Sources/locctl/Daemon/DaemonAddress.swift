import VarlinkTransport

/// Where the daemon listens.
enum DaemonAddress {
    /// The socket of the system's daemon.
    static let system = "/run/locd/org.locd"

    /// Decides on the socket: the one given, else `$LOCD_ADDRESS`, else the system's; for anybody but root, where that
    /// does not exist, the one of a daemon started by hand. Given are paths, or addresses of UAPI.20 (`unix:PATH`).
    static func path(
        given: String?, environment: (String) -> String?, isRoot: Bool, exists: (String) -> Bool
    ) -> String {
        if let address = given ?? environment("LOCD_ADDRESS"), !address.isEmpty {
            return VarlinkAddress(address)?.path ?? address
        }
        if !isRoot, !exists(system), let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty {
            return "\(directory)/locd/org.locd"
        }
        return system
    }
}
