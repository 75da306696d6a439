import LanguageTags
import LinuxIO

/// Where the languages that the operating system is set to are read from (semantics L2).
enum MachineLanguageSource {
    /// The directories whose changes may change the languages.
    static let directories = ["/etc", "/etc/default"]
    private static let maximumBytes = 64 << 10

    static func read() -> MachineLanguages {
        let variables = MachineLanguages.variables.compactMap { name in
            CurrentProcess.environment(name).map { (name, $0) }
        }
        return MachineLanguages(
            locale1: nil, environment: Dictionary(uniqueKeysWithValues: variables),
            localeConf: text(of: "/etc/locale.conf"), defaultLocale: text(of: "/etc/default/locale"))
    }

    /// The text of a file; nil when it says nothing.
    private static func text(of path: String) -> String? {
        // A file that cannot be read says nothing, as one that is not there.
        let contents = try? FileContents(ofPath: path, limit: maximumBytes, followingLinks: true)
        return contents.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
