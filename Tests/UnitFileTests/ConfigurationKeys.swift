import TestSupport
import Testing

/// The keys that the daemon reads.
enum ConfigurationKeys {
    /// Sections and keys, as the source of the reader has them.
    static func known() throws -> [(section: Substring, key: Substring)] {
        let source = try Tool.run("cat", ["\(Tool.repository)/Sources/LocdDaemon/Configuration.swift"]).output
        let keys =
            source.matches(of: /case \("(\w+)", "(\w+)"\)/).map { (section: $0.1, key: $0.2) }
            + source.matches(
                of: /case "(\w+)": (?:return take\(value, into: \\\.\w+ByDomain|configuration\.\w+ByDomain)/
            )
            .map { (section: "Domain kiosk", key: $0.1) }
        try #require(Set(keys.map(\.key)).isSuperset(of: ["Languages", "MemoryFiles", "BaseLanguage", "Uses"]))
        return keys
    }
}
