internal import LinuxIO
internal import LocdInterface

/// What this program is called.
enum ProgramName {
    /// The last component of the path it was started by; nil when that cannot be a domain or an application.
    static let current: String? = {
        guard let path = CommandLine.arguments.first else { return nil }
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        return Identifier.isValid(name) ? name : nil
    }()

    /// The domain given, else `$LOCD_DOMAIN`, else the program's name (semantics M9).
    static func domain(_ given: String?) -> String {
        if let given { return given }
        if let value = CurrentProcess.environment("LOCD_DOMAIN"), !value.isEmpty { return value }
        return current ?? "default"
    }

    /// The application given, else `$LOCD_APPLICATION`, which `locctl run` sets, else the program's name.
    static func application(_ given: String?) -> String? {
        if let given { return given }
        if let value = CurrentProcess.environment("LOCD_APPLICATION"), !value.isEmpty { return value }
        return current
    }
}
