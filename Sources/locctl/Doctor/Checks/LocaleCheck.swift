import LanguageTags
import LinuxIO
import LocdInterface

/// Whether libc has a locale for the language in force: without one gettext does not translate, and dates and numbers
/// are English.
extension Examination {
    var localeFindings: [Finding] {
        guard let state, let language = tag(state.languages.first) else { return [] }
        // What is asked for comes with its region, as `de-AT`; texts may be in `de`.
        let formats = tag(state.locale.split(separator: "-u-").first.map(String.init))
        let names =
            LocaleEnvironment.localeNames(for: formats ?? language) + LocaleEnvironment.localeNames(for: language)
        if let found = names.first(where: SystemLocale.exists) {
            // A process goes on with the locales that libc had when it first asked.
            if let given = state.environment["LANG"], names.contains(given) || language.languageCode == "en" {
                return [.ok("libc has \(found) for \(language)")]
            }
            return [
                .warning(
                    "libc has \(found) for \(language) now, but the daemon began without it", remedy: restartRemedy)
            ]
        }
        // Messages that are not translated are English anyway.
        if language.languageCode == "en" { return [.ok("libc's own English stands in for \(language)")] }
        return [
            .warning(
                "libc has no locale for \(language) (such as \(names.first ?? "one")): programs that use gettext stay English",
                remedy: LocaleInstallation().remedy(for: names, language: language.languageCode))
        ]
    }
}

/// How locales are installed on this machine.
struct LocaleInstallation {
    /// `ID` and `ID_LIKE` of os-release(5).
    let systems: Set<String>
    /// Whether Debian's and Arch's locale-gen(8) is there.
    let hasLocaleGen: Bool
    /// What glibc can make, a line each such as `hi_IN UTF-8`; nil where it does not say.
    let supported: String?

    init() {
        let release = Self.text(of: "/etc/os-release") ?? Self.text(of: "/usr/lib/os-release") ?? ""
        systems = Self.systems(in: release)
        hasLocaleGen = Examination.exists("/usr/sbin/locale-gen") || Examination.exists("/usr/bin/locale-gen")
        supported = Self.text(of: "/usr/share/i18n/SUPPORTED")
    }

    init(systems: Set<String>, hasLocaleGen: Bool, supported: String?) {
        self.systems = systems
        self.hasLocaleGen = hasLocaleGen
        self.supported = supported
    }

    /// How to get a locale of one of these names, best first.
    func remedy(for names: [String], language: String) -> String {
        if !systems.isDisjoint(with: ["fedora", "rhel"]) {
            return "Install it: `sudo dnf install glibc-langpack-\(language)`."
        }
        let line = line(for: names)
        let generate = "echo '\(line)' | sudo tee -a /etc/locale.gen && sudo locale-gen"
        if hasLocaleGen { return "Have it made: `\(generate)`." }
        if systems.contains("debian") {
            return "Install the package that makes it, and have it made: `sudo apt-get install locales && \(generate)`."
        }
        let name = names.first ?? "\(language).UTF-8"
        let source = name.split(separator: ".").first.map(String.init) ?? name
        return "Have it made: `sudo localedef -i \(source) -f UTF-8 \(name)`."
    }

    /// The line of locale.gen(5) for the first of the names that glibc can make.
    private func line(for names: [String]) -> String {
        let lines = (supported ?? "").split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for name in names {
            // glibc's own list writes `hi_IN UTF-8` where nothing but UTF-8 exists, `de_DE.UTF-8 UTF-8` elsewhere.
            let short = name.split(separator: ".UTF-8", omittingEmptySubsequences: false).joined()
            if let line = lines.first(where: { $0 == "\(name) UTF-8" || $0 == "\(short) UTF-8" }) { return line }
        }
        return "\(names.first ?? "") UTF-8"
    }

    static func systems(in release: String) -> Set<String> {
        var systems: Set<String> = []
        for line in release.split(separator: "\n") where line.hasPrefix("ID=") || line.hasPrefix("ID_LIKE=") {
            let value = line.drop { $0 != "=" }.dropFirst().filter { $0 != "\"" && $0 != "'" }
            systems.formUnion(value.split(separator: " ").map(String.init))
        }
        return systems
    }

    private static func text(of path: String) -> String? {
        // A file that cannot be read says nothing.
        (try? FileContents(ofPath: path, limit: 1 << 20, followingLinks: true)).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }
}
