package import LanguageTags
package import LocdInterface
package import Varlink

/// What a call asks one slot to become.
package struct SettingRequest {
    /// What was asked for, in canonical spelling; nil keeps the present languages, empty means automatic.
    package var requested: [String]?
    /// The languages among what was asked for.
    package var languages: [LanguageTag]
    /// Nil keeps the present region; an inner nil clears it.
    package var region: RegionCode??
    var duration: SettingDuration
    var ifMissing: IfMissing

    /// Whether this request leaves nothing of an earlier one.
    func covers(_ earlier: SettingRequest) -> Bool {
        (requested != nil || earlier.requested == nil) && (region != nil || earlier.region == nil)
    }

    /// Whether this request and another name the same part.
    func overlaps(_ other: SettingRequest) -> Bool {
        (requested != nil && other.requested != nil) || (region != nil && other.region != nil)
    }

    /// The preference that results.
    func applied(to present: Preference) -> Preference {
        Preference(
            languages: requested == nil ? present.languages : languages, region: region ?? present.region)
    }
}

/// How long a setting lasts.
enum SettingDuration: Equatable {
    /// Until it is set again.
    case stored
    /// Until the daemon ends, or so many seconds if that is sooner.
    case temporary(seconds: Int?)
}

// MARK: Reading a call

extension SettingRequest {
    /// Reads what a call asks for.
    ///
    /// - Throws: InvalidLanguageTag, InvalidRegion, LimitExceeded, and InvalidParameter for a duration.
    package init(_ parameters: LocaleInterface.Set.Parameters, limits: Limits) throws(VarlinkError) {
        let requested = try parameters.languages.map { given throws(VarlinkError) in
            try SettingRequest.languages(given, limits: limits)
        }
        self.init(
            requested: requested?.map(\.text),
            languages: requested?.compactMap(\.tag) ?? [],
            region: try parameters.region.map(SettingRequest.region),
            duration: try SettingRequest.duration(parameters, limits: limits),
            ifMissing: parameters.ifMissing ?? .fail)
    }

    /// Tags as they are given: `auto`, or its alias `system`, alone means none.
    private static func languages(_ given: [String], limits: Limits) throws(VarlinkError) -> [RequestedLanguage] {
        if given.count == 1, ["auto", "system"].contains(given[0].lowercased()) { return [] }
        let maximum = limits.languagesPerSetting
        guard given.count <= maximum else {
            throw LocaleInterface.Failure.limitExceeded(limit: "languages", maximum: maximum).varlinkError
        }
        var languages: [RequestedLanguage] = []
        for text in given {
            let language = try RequestedLanguage(text)
            if !languages.contains(language) { languages.append(language) }
        }
        return languages
    }

    /// A region as it is given; empty clears it.
    private static func region(_ text: String) throws(VarlinkError) -> RegionCode? {
        if text.isEmpty { return nil }
        do {
            return try RegionCode(parsing: text)
        } catch {
            throw LocaleInterface.Failure.invalidRegion(region: text).varlinkError
        }
    }

    private static func duration(
        _ parameters: LocaleInterface.Set.Parameters, limits: Limits
    ) throws(VarlinkError) -> SettingDuration {
        guard let seconds = parameters.temporarySeconds else {
            return parameters.runtime == true ? .temporary(seconds: nil) : .stored
        }
        guard (1...limits.temporarySeconds).contains(seconds) else {
            throw VarlinkError.invalidParameter("temporarySeconds")
        }
        return .temporary(seconds: seconds)
    }
}

/// What a caller asks for: a tag, or the name of a language that does not exist.
struct RequestedLanguage: Equatable {
    var text: String
    var tag: LanguageTag?

    /// One tag as it is given. `hindi` has the form of a tag, but no language has that code: it is not refused as
    /// malformed but as missing, so that the answer can name what was meant (semantics L5, L6).
    init(_ given: String) throws(VarlinkError) {
        do throws(LanguageTagError) {
            let tag = try LanguageTag(parsing: given)
            self.text = tag.description
            self.tag = tag
        } catch {
            guard error.code == .unassigned else {
                throw LocaleInterface.Failure.invalidLanguageTag(tag: given, message: error.message).varlinkError
            }
            text = given
        }
    }
}

// MARK: What comes of it

/// What a change comes to.
package struct SettingOutcome {
    /// What the slot is to hold.
    package var preference: Preference
    /// `auto` stands in for what was asked for.
    package var isFallback: Bool
}

extension LanguageResolver {
    /// What a request makes of what a slot holds (semantics L5, L6).
    ///
    /// - Throws: NoSuchLanguage when nothing that was asked for is on offer, unless the request has a fallback.
    package func outcome(
        of request: SettingRequest, over present: Preference
    ) throws(VarlinkError) -> SettingOutcome {
        var request = request
        var isFallback = false
        if let first = request.requested?.first, !offers(anyOf: request.languages) {
            guard request.ifMissing == .fallback else { throw noSuchLanguage(first, meant: first) }
            request.languages = []
            isFallback = true
        }
        return SettingOutcome(preference: request.applied(to: present), isFallback: isFallback)
    }

    /// The error for a language that is not on offer.
    ///
    /// - Parameter meant: the text that the nearest ones are looked for by.
    func noSuchLanguage(_ language: String, meant: String) -> VarlinkError {
        let nearest = nearest(to: meant).map { Suggestion(tag: $0.language.description, name: $0.name) }
        return LocaleInterface.Failure.noSuchLanguage(language: language, nearest: nearest).varlinkError
    }
}
