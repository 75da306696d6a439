/// The languages the operating system is set to.
///
/// Of the places where a machine says so, the first that says anything decides, even if what it says is none: a
/// machine set to `C` has no language. Within a place the variables are asked in gettext's order.
package struct MachineLanguages: Hashable, Sendable {
    /// A place where a machine's languages are written down, best first.
    package enum Source: Hashable, Sendable {
        /// The property `Locale` of `org.freedesktop.locale1`.
        case locale1
        /// The process's own environment.
        case environment
        /// `/etc/locale.conf`.
        case localeConf
        /// `/etc/default/locale`, Debian's.
        case defaultLocale
    }

    /// Best first; empty where the machine is set to none.
    package let languages: [LanguageTag]
    /// What decided; nil where nothing is set anywhere.
    package let source: Source?

    /// - Parameters:
    ///   - locale1: assignments such as `LANG=hi_IN.UTF-8`; nil where the service does not answer.
    ///   - environment: at least the variables named in `variables`.
    ///   - localeConf: the text of the file; nil where there is none. So for `defaultLocale`.
    package init(
        locale1: [String]?, environment: [String: String], localeConf: String?, defaultLocale: String?
    ) {
        let places: [(Source, () -> [String: String])] = [
            (.locale1, { Self.assignments(in: locale1 ?? []) }),
            (.environment, { environment }),
            (.localeConf, { EnvironmentFile.assignments(in: localeConf ?? "") }),
            (.defaultLocale, { EnvironmentFile.assignments(in: defaultLocale ?? "") }),
        ]
        for (source, assignments) in places {
            if let languages = Self.languages(in: assignments()) {
                self.languages = languages
                self.source = source
                return
            }
        }
        languages = []
        source = nil
    }

    /// The variables that are asked, in order.
    package static let variables = ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"]

    /// Languages of `LANGUAGE` that are read.
    private static let maximumCount = 16

    private static func assignments(in lines: [String]) -> [String: String] {
        var assignments: [String: String] = [:]
        for line in lines {
            if let equals = line.firstIndex(of: "=") {
                assignments[String(line[..<equals])] = String(line[line.index(after: equals)...])
            }
        }
        return assignments
    }

    /// The languages the first variable that is set names; nil if none is. An empty value is as good as unset.
    private static func languages(in assignments: [String: String]) -> [LanguageTag]? {
        for variable in variables {
            if let value = assignments[variable], !value.isEmpty {
                return variable == "LANGUAGE" ? list(value) : list(value, separator: nil)
            }
        }
        return nil
    }

    /// What does not parse is passed over; an entry that stands for no language, such as `C`, ends the list, as in
    /// gettext: what comes after it is never shown.
    private static func list(_ value: String, separator: Character? = ":") -> [LanguageTag] {
        let entries = separator.map { value.split(separator: $0) } ?? [Substring(value)]
        var languages: [LanguageTag] = []
        for entry in entries.prefix(maximumCount) {
            do throws(LanguageTagError) {
                languages.append(try LanguageTag(parsing: String(entry)))
            } catch {
                if error.code == .noLanguage {
                    break
                }
            }
        }
        return languages.withoutRepeats
    }
}
