internal import LinuxIO

/// Where the daemon listens.
package enum DaemonAddress {
    /// The system daemon's socket.
    package static let system = "/run/locd/org.locd"

    /// The given path, else `$LOCD_ADDRESS`, else the system daemon's.
    ///
    /// The environment is not believed in a program that runs with more rights than its caller.
    package static func resolve(_ given: String?) -> String {
        if let given { return given }
        guard let value = CurrentProcess.environment("LOCD_ADDRESS"), !value.isEmpty else { return system }
        return value
    }
}
