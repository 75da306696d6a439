import Installation

extension ConfigurationFiles {
    /// Directories whose changes may change the configuration.
    var directories: [String] {
        files.flatMap { [Locations.parent(of: $0), $0 + ".d"] }
    }
}
