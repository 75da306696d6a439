import LanguageTags
import LinuxIO

/// Where the languages that the operating system is set to are read from (semantics L2).
///
/// Its files are what systemd-localed itself reads, so a start need not wait for its answer: what they say is used until
/// it comes, and is nearly always the same.
struct MachineLanguageSource {
    /// The directories whose changes may change the languages.
    static let directories = ["/etc", "/etc/default"]
    private static let maximumBytes = 64 << 10

    private let environment: [String: String]
    private var files: Files

    /// What the files say; nil for one that is not there.
    private struct Files: Equatable {
        var localeConf: String?
        var defaultLocale: String?
    }

    init() {
        let variables = MachineLanguages.variables.compactMap { name in
            CurrentProcess.environment(name).map { (name, $0) }
        }
        environment = Dictionary(uniqueKeysWithValues: variables)
        files = Self.read()
    }

    /// Looks at the files again; true when one says something else than before.
    mutating func reread() -> Bool {
        let before = files
        files = Self.read()
        return files != before
    }

    /// The languages, best first.
    ///
    /// - Parameter locale1: what systemd-localed says; nil while it does not answer.
    func languages(locale1: [String]?) -> [LanguageTag] {
        MachineLanguages(
            locale1: locale1, environment: environment, localeConf: files.localeConf,
            defaultLocale: files.defaultLocale
        ).languages
    }

    private static func read() -> Files {
        Files(localeConf: text(of: "/etc/locale.conf"), defaultLocale: text(of: "/etc/default/locale"))
    }

    /// The text of a file; nil when it says nothing.
    private static func text(of path: String) -> String? {
        // A file that cannot be read says nothing, as one that is not there.
        let contents = try? FileContents(ofPath: path, limit: maximumBytes, followingLinks: true)
        return contents.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
