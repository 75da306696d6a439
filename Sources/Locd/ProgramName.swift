internal import LinuxIO

/// What this program is called.
enum ProgramName {
    /// The last component of the path it was started by; nil when that cannot be a domain or an application.
    static let current: String? = {
        guard let path = CommandLine.arguments.first else { return nil }
        let name = String(path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...])
        return isIdentifier(name) ? name : nil
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

    /// Whether the daemon takes it as a name: 1 to 127 bytes of ASCII letters, digits, `.`, `_`, `-` and `+`, beginning
    /// with a letter, a digit or `_`. So it never leads out of a directory.
    static func isIdentifier(_ name: String) -> Bool {
        let bytes = name.utf8
        guard let first = bytes.first, bytes.count <= 127, isWord(first) else { return false }
        return bytes.allSatisfy { isWord($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
        default: false
        }
    }
}
