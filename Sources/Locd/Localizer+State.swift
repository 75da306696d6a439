internal import Catalog
internal import LocdInterface

extension Localizer.Locale {
    /// What the daemon says is in force.
    init(_ state: State) {
        self.init(
            Facts(
                languages: state.languages, formatRegion: state.region,
                direction: Localizer.Direction(state.direction), identifier: state.locale,
                environment: state.environment,
                keyboard: state.keyboard.map {
                    Localizer.Keyboard(layout: $0.layout, variant: $0.variant, inputMethod: $0.inputMethod)
                }))
    }

    /// What is known where the daemon says nothing.
    init(languages: [String], direction: Localizer.Direction) {
        self.init(
            Facts(
                languages: languages, direction: direction, identifier: languages.first ?? "und", environment: [:]))
    }
}

extension Localizer.Direction {
    init(_ direction: LocdInterface.Direction) {
        switch direction {
        case .leftToRight: self = .leftToRight
        case .rightToLeft: self = .rightToLeft
        }
    }
}

extension Localizer.Direction {
    init(_ direction: TextDirection) {
        switch direction {
        case .leftToRight: self = .leftToRight
        case .rightToLeft: self = .rightToLeft
        }
    }

    /// The direction of a language of which there is no catalog that says it.
    init(ofLanguage tag: String?) {
        let rightToLeft = ["ar", "ckb", "dv", "fa", "he", "ks", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"]
        let language = tag.map { String($0.prefix { $0 != "-" }) } ?? ""
        self = rightToLeft.contains(language) ? .rightToLeft : .leftToRight
    }
}

extension Localizer.Reason {
    init(_ reason: LocdInterface.Reason) {
        switch reason {
        case .start: self = .start
        case .set: self = .set
        case .reset: self = .reset
        case .expired: self = .expired
        case .automatic: self = .automatic
        case .fallback: self = .fallback
        case .reload: self = .reload
        case .edit: self = .edit
        case .configuration: self = .configuration
        case .update: self = .update
        case .purge: self = .purge
        }
    }
}
