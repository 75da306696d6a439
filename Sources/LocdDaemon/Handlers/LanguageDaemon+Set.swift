import LanguageTags
import LocdInterface
import Varlink

extension LanguageDaemon {
    func set(_ call: any PendingCall) throws(VarlinkError) {
        let parameters = try call.decode(LocaleInterface.Set.self)
        let slot = try slot(call, scope: parameters.scope, application: parameters.application)
        let requested = try parameters.languages.map(languages)
        let setting = SettingRequest(
            requested: requested?.map(\.text),
            languages: requested?.compactMap(\.tag) ?? [],
            region: try parameters.region.map(region),
            duration: try duration(parameters),
            ifMissing: parameters.ifMissing ?? .fail)
        let change = request(.set(setting), for: slot)
        try authorize(
            call, scope: parameters.scope, change: change,
            allowsInteraction: parameters.allowInteractiveAuthentication
        ) { [unowned self] () throws(VarlinkError) in
            try checkGeneration(parameters, uid: call.connection.peer.uid)
            try checkQuota(of: call.connection.peer.uid, slot: slot)
            supersedeChecks(by: change)
            begin(PendingChange(call: call, slot: slot, application: parameters.application, request: setting))
        }
    }

    /// The slot that a call names by scope and application.
    func slot(_ call: any PendingCall, scope: Scope?, application: String?) throws(VarlinkError) -> Slot {
        try checkApplication(application)
        let uid = call.connection.peer.uid
        switch scope ?? .system {
        case .system: return .system
        case .user: return .user(uid)
        case .application:
            guard let application else { throw VarlinkError.invalidParameter("application") }
            return .application(uid, application)
        }
    }

    /// What a caller asks for: a tag, or the name of a language that does not exist.
    struct RequestedLanguage: Equatable {
        var text: String
        var tag: LanguageTag?
    }

    /// Tags as they are given: `auto`, or its alias `system`, alone means none.
    private func languages(_ given: [String]) throws(VarlinkError) -> [RequestedLanguage] {
        if given.count == 1, ["auto", "system"].contains(given[0].lowercased()) { return [] }
        let maximum = configuration.limits.languagesPerSetting
        guard given.count <= maximum else {
            throw LocaleInterface.Failure.limitExceeded(limit: "languages", maximum: maximum).varlinkError
        }
        var languages: [RequestedLanguage] = []
        for text in given {
            let language = try requestedLanguage(text)
            if !languages.contains(language) { languages.append(language) }
        }
        return languages
    }

    /// One tag as it is given. `hindi` has the form of a tag, but no language has that code: it is not refused as
    /// malformed but as missing, so that the answer can name what was meant (semantics L5, L6).
    func requestedLanguage(_ text: String) throws(VarlinkError) -> RequestedLanguage {
        do throws(LanguageTagError) {
            let tag = try LanguageTag(parsing: text)
            return RequestedLanguage(text: tag.description, tag: tag)
        } catch {
            if error.code == .unassigned { return RequestedLanguage(text: text, tag: nil) }
            throw LocaleInterface.Failure.invalidLanguageTag(tag: text, message: error.message).varlinkError
        }
    }

    /// A region as it is given; empty clears it.
    private func region(_ text: String) throws(VarlinkError) -> RegionCode? {
        if text.isEmpty { return nil }
        do {
            return try RegionCode(parsing: text)
        } catch {
            throw LocaleInterface.Failure.invalidRegion(region: text).varlinkError
        }
    }

    private func duration(_ parameters: LocaleInterface.Set.Parameters) throws(VarlinkError) -> SettingDuration {
        guard let seconds = parameters.temporarySeconds else {
            return parameters.runtime == true ? .temporary(seconds: nil) : .stored
        }
        guard (1...configuration.limits.temporarySeconds).contains(seconds) else {
            throw VarlinkError.invalidParameter("temporarySeconds")
        }
        return .temporary(seconds: seconds)
    }

    private func checkGeneration(_ parameters: LocaleInterface.Set.Parameters, uid: UInt32) throws(VarlinkError) {
        guard let expected = parameters.ifGeneration else { return }
        let slots = slots(uid: uid, application: parameters.application)
        let generation = lastChange(slots, resolve(slots)).generation
        if generation != expected { throw LocaleInterface.Failure.conflict(generation: generation).varlinkError }
    }

    private func checkQuota(of uid: UInt32, slot: Slot) throws(VarlinkError) {
        let limits = configuration.limits
        guard changes.count(of: uid) < limits.changesPerUser else {
            throw LocaleInterface.Failure.limitExceeded(limit: "changesPerUser", maximum: limits.changesPerUser)
                .varlinkError
        }
        guard case .application(_, let application) = slot else { return }
        let known = book.applications(of: uid).union(changes.applications(of: uid))
        guard known.contains(application) || known.count < limits.applicationsPerUser else {
            throw LocaleInterface.Failure.limitExceeded(
                limit: "applicationsPerUser", maximum: limits.applicationsPerUser
            ).varlinkError
        }
    }
}
