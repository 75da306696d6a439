internal import LinuxIO
internal import VarlinkTransport

/// Where the daemon listens.
package enum DaemonAddress {
    /// The socket of the system's daemon.
    package static let system = "/run/locd/org.locd"

    /// The socket for this process: the one given, else what the environment says.
    ///
    /// The environment is not believed in a program that runs with more rights than its caller.
    package static func resolve(_ given: String?) -> String {
        resolve(
            given: given, environment: CurrentProcess.environment, isRoot: CurrentProcess.userID == 0,
            systemExists: {
                // What cannot be looked at counts as not there.
                (try? Directory(path: "/run/locd").status(of: "org.locd")) ?? nil != nil
            })
    }

    /// Decides on the socket: the one given, else `$LOCD_ADDRESS`, else the system's; for anybody but root, where that
    /// does not exist, the one of a daemon started by hand.
    static func resolve(
        given: String?, environment: (String) -> String?, isRoot: Bool, systemExists: () -> Bool
    ) -> String {
        if let given { return path(of: given) }
        if let address = environment("LOCD_ADDRESS"), !address.isEmpty { return path(of: address) }
        if !isRoot, let directory = environment("XDG_RUNTIME_DIR"), !directory.isEmpty, !systemExists() {
            return "\(directory)/locd/org.locd"
        }
        return system
    }

    /// The path in an address such as `unix:/run/locd/org.locd`. What is none is kept, to be named in errors.
    private static func path(of address: String) -> String {
        VarlinkAddress(address)?.path ?? address
    }
}
