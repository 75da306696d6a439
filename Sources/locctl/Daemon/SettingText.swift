import LocdInterface

extension Setting {
    /// Whose setting this is, towards the caller: `your own setting`.
    var ownerText: String {
        switch scope {
        case .system: "the system setting"
        case .user: "your own setting"
        case .application: "your setting for \(application ?? "an application")"
        }
    }

    /// The languages, or that they are automatic.
    var languagesText: String { languages.isEmpty ? "automatic" : languages.joined(separator: ", ") }

    /// The option of `locctl` that names the scope.
    var option: String {
        switch scope {
        case .system: "--system"
        case .user: "--user"
        case .application: "--app \(application ?? "ID")"
        }
    }

    /// Whether the setting ends by itself, or with the daemon.
    var isTemporary: Bool { runtime || until != nil }

    /// The command that takes the setting away.
    var clearCommand: String {
        isTemporary ? "locctl reset \(option)" : "locctl set auto \(option)"
    }

    /// How long the setting lasts, seen at a moment of Unix time; empty where it is stored.
    func durationText(now: Int64) -> String {
        if let until { return "another \(secondsText(until - now))" }
        return runtime ? "until the daemon ends" : ""
    }
}

extension Direction {
    /// As `watch` prints it.
    var shortText: String {
        switch self {
        case .leftToRight: "ltr"
        case .rightToLeft: "rtl"
        }
    }

    /// As people read it.
    var text: String {
        switch self {
        case .leftToRight: "left to right"
        case .rightToLeft: "right to left"
        }
    }
}

extension Origin {
    /// What decided the languages in force.
    var text: String {
        switch self {
        case .application: "your setting for the application"
        case .user: "your own setting"
        case .system: "the system setting"
        case .default: "the product's default"
        case .automatic: "the languages of the operating system"
        }
    }
}
