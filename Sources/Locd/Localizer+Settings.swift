internal import LocdInterface

extension Localizer {
    /// Sets the language of a scope, and waits until it is stored and everybody was told.
    ///
    /// Afterwards this localizer shows what is then in force, if no narrower scope's own setting hides it.
    ///
    /// - Parameters:
    ///   - languages: tags of BCP 47, best first; POSIX names such as `pt_BR` are taken too.
    ///   - ifMissing: what to do when a language is not downloaded; nil is the daemon's default.
    ///   - duration: the setting ends by itself after so many whole seconds; nil is a lasting one.
    ///
    /// Errors: `invalidLanguageTag`, `noSuchLanguage`, `notAllowed`, `superseded`, `limitExceeded`, `storageFailed`,
    /// `noApplication`, `unreachable`, `timedOut`.
    @discardableResult
    public func setLanguages(
        _ languages: [String], for scope: Scope, ifMissing: IfMissing? = nil, lasting duration: Duration? = nil
    ) throws(LocdError) -> SettingResult {
        let application = try self.application(for: scope)
        let reply = try calls.call(
            LocaleInterface.Set.self,
            .init(
                languages: languages, scope: scope.onWire, application: application, ifMissing: ifMissing?.onWire,
                temporarySeconds: duration.map { Int(clamping: $0.components.seconds) }),
            patience: Self.settingPatience)
        connection.catchUp(to: reply.state.generation, patience: options.patience)
        return SettingResult(reply)
    }

    /// Sets the language of a scope: `setLanguage("hi", for: .application)`. As `setLanguages(_:for:ifMissing:lasting:)`.
    @discardableResult
    public func setLanguage(
        _ language: String, for scope: Scope, ifMissing: IfMissing? = nil, lasting duration: Duration? = nil
    ) throws(LocdError) -> SettingResult {
        try setLanguages([language], for: scope, ifMissing: ifMissing, lasting: duration)
    }

    /// Clears the setting of a scope, so that the next wider one decides, in the end the language of the operating system.
    ///
    /// Errors: `notAllowed`, `superseded`, `limitExceeded`, `storageFailed`, `noApplication`, `unreachable`, `timedOut`.
    @discardableResult
    public func useAutomaticLanguage(for scope: Scope) throws(LocdError) -> SettingResult {
        try setLanguages([], for: scope)
    }

    /// The languages that can be set, as the user's own setting sees them: `locales(for: .user)`.
    public var locales: [Language] {
        get throws(LocdError) { try locales(for: .user) }
    }

    /// The languages that a scope can be set to, the automatic choice first: for a menu that sets this scope. Waits for the
    /// daemon.
    ///
    /// Without a daemon: the languages of the domain's texts on the disk and of the program's own.
    ///
    /// Errors: `timedOut`, `unexpectedReply`, `noApplication`.
    public func locales(for scope: Scope) throws(LocdError) -> [Language] {
        let application = try self.application(for: scope)
        do throws(LocdError) {
            return try list(domain: domain, scope, application)
        } catch {
            switch error.code {
            case .unreachable: return languagesOnDisk
            // A domain that the daemon does not know: the program's own texts alone.
            case .unexpectedReply: return try list(domain: nil, scope, application)
            default: throw error
            }
        }
    }

    private func list(domain: String?, _ scope: Scope, _ application: String?) throws(LocdError) -> [Language] {
        try calls.stream(
            LocaleInterface.List.self, .init(domain: domain, scope: scope.onWire, application: application),
            patience: options.patience
        ).compactMap { $0.language.map(Language.init) }
    }

    /// Whether a language can be set. Waits for the daemon; without one: whether there are texts in it on the disk.
    public func isAvailable(_ language: String) -> Bool {
        describe(language) != nil
    }

    /// Whether texts in a language have been downloaded. Waits for the daemon; without one nothing counts as downloaded.
    public func isDownloaded(_ language: String) -> Bool {
        describe(language)?.isDownloaded ?? false
    }

    private var languagesOnDisk: [Language] {
        (connection.index(of: domain).languages + (own?.languages ?? [])).uniqued().sorted().map { Language(tag: $0) }
    }

    /// One language that can be set; nil when there is no such language, or the daemon does not say.
    private func describe(_ language: String) -> Language? {
        do throws(LocdError) {
            return Language(
                try calls.call(
                    LocaleInterface.Describe.self, .init(language: language), patience: options.patience
                ).language)
        } catch {
            guard error.code == .unreachable, let tag = LanguageLookup.canonical(language) else { return nil }
            return languagesOnDisk.first { $0.tag == tag }
        }
    }

    /// A download may stand between a request and its answer.
    private static let settingPatience = Duration.seconds(60)

    private var calls: DaemonCalls { DaemonCalls(address: connection.address) }

    private func application(for scope: Scope) throws(LocdError) -> String? {
        guard scope == .application else { return nil }
        guard let application else {
            throw LocdError(.noApplication, "the program's name is no application identifier; give one to Localizer")
        }
        return application
    }
}

extension Localizer.Scope {
    fileprivate var onWire: LocdInterface.Scope {
        switch self {
        case .system: .system
        case .user: .user
        case .application: .application
        }
    }

    fileprivate init(_ scope: LocdInterface.Scope) {
        switch scope {
        case .system: self = .system
        case .user: self = .user
        case .application: self = .application
        }
    }
}

extension Localizer.IfMissing {
    fileprivate var onWire: LocdInterface.IfMissing {
        switch self {
        case .download: .download
        case .fallback: .fallback
        case .fail: .fail
        }
    }
}

extension Localizer.SettingResult {
    fileprivate init(_ reply: LocaleInterface.Set.Reply) {
        requested = reply.requested
        stored = reply.stored
        inForce = reply.inForce
        reason = Localizer.Reason(reply.reason)
        maskedBy = reply.masks.map { Localizer.Scope($0.scope) }
    }
}

extension Localizer.Language {
    /// What is known of a language where no daemon answers.
    fileprivate init(tag: String) {
        let locale = Localizer.Locale(languages: [tag], direction: Localizer.Direction(ofLanguage: tag))
        self.tag = tag
        isAutomatic = false
        isCurrent = false
        languageCode = locale.languageCode
        scriptCode = locale.scriptCode
        regionCode = locale.regionCode
        name = tag
        localizedName = tag
        direction = locale.direction
        isBundled = true
        isDownloaded = false
        size = 0
        completeness = 1
    }

    fileprivate init(_ language: LocdInterface.Language) {
        tag = language.tag
        isAutomatic = language.automatic
        isCurrent = language.current
        languageCode = language.languageCode
        scriptCode = language.scriptCode
        regionCode = language.countryCode
        name = language.name
        localizedName = language.localizedName
        direction = Localizer.Direction(language.direction)
        isBundled = language.bundled
        isDownloaded = language.downloaded
        size = language.size
        completeness = language.completeness
    }
}
