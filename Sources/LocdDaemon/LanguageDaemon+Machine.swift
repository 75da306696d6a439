import LanguageTags

/// Telling the operating system of the machine's language (semantics X3).
extension LanguageDaemon {
    /// Sets the operating system's locale and keyboard to what is stored for the machine now, where the configuration
    /// says so.
    ///
    /// Called when the stored setting changes and then only: a temporary one is not written anywhere, `auto` takes what
    /// the operating system has, and what the operating system says is never told back to it. So there is no loop.
    func tellMachine() {
        guard configuration.writesLocale1 || configuration.keyboardFollows else { return }
        let resolution = resolver.resolve([book.stored[.system]?.own ?? Preference()])
        guard resolution.languageDecider == 0, let language = resolution.languages.first else { return }
        if configuration.writesLocale1 { tellLocale(of: language, resolution) }
        if configuration.keyboardFollows, let hint = resolution.keyboard { ports.machine.setKeyboard(hint) }
    }

    /// A locale in another language, for want of one in this, would be a lie.
    private func tellLocale(of language: LanguageTag, _ resolution: Resolution) {
        let locale = resolution.environment["LANG"] ?? ""
        // `C.UTF-8` is no language.
        guard let spoken = try? LanguageTag(parsing: locale), spoken.matchingCode == language.matchingCode else {
            return ports.log.log(
                .warning, "the operating system's locale is left alone: libc has none in \(language)")
        }
        ports.machine.setLocale(resolution.environment)
    }
}
