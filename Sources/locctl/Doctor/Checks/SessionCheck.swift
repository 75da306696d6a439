import LanguageTags
import LocdInterface

/// What hides the machine's language from the caller: settings of his own, and variables that his session began with.
extension Examination {
    var settingFindings: [Finding] {
        guard let status, let system = status.scopes.first(where: { $0.setting.scope == .system }) else { return [] }
        let hiding = status.scopes.filter { scope in
            scope.setting.scope != .system && !scope.setting.languages.isEmpty && scope.languages != system.languages
        }
        return hiding.map { scope in
            .warning(
                "\(scope.setting.ownerText) (\(scope.setting.languagesText)) hides the system's language "
                    + "(\(system.languages.first ?? "none"))",
                remedy: "To follow the system, clear it: `\(scope.setting.clearCommand)`.")
        }.orElse(ok: "no setting of yours hides the system's language")
    }

    var sessionFindings: [Finding] {
        guard let state, let inForce = tag(state.languages.first) else { return [] }
        let variables = Dictionary(
            MachineLanguages.variables.compactMap { name in environment(name).map { (name, $0) } },
            uniquingKeysWith: { first, _ in first })
        let session = MachineLanguages(locale1: nil, environment: variables, localeConf: nil, defaultLocale: nil)
        guard let language = session.languages.first, language.languageCode != inForce.languageCode,
            let variable = MachineLanguages.variables.first(where: { !(variables[$0] ?? "").isEmpty })
        else { return [.ok("your environment does not contradict \(inForce)")] }
        let remedy =
            "Log in again, or start a program in the right language: `locctl run -- PROGRAM`; if it comes back, look in "
            + "~/.profile and the like: `grep -n \(variable)= ~/.profile ~/.bashrc`."
        return [
            .warning(
                "\(variable)=\(variables[variable] ?? "") in your environment says \(language), but \(inForce) is in force",
                remedy: remedy)
        ]
    }

    /// A tag that the daemon named; nil for none.
    func tag(_ text: String?) -> LanguageTag? {
        // The daemon's tags are valid; from another version that has stranger ones there is nothing to tell.
        text.flatMap { try? LanguageTag(parsing: $0) }
    }
}
