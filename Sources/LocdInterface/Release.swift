/// This release of the daemon and its tool.
package enum Release {
    /// As `--version` prints it.
    package static let version = "0.1.0"
}
