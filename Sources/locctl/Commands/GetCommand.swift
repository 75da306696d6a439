import LocdInterface

/// `locctl get`: the language in force.
enum GetCommand {
    static let verb = Verb(
        "get", "print the language in force for you",
        discussion: [
            "Prints one language tag of BCP 47, and nothing else. With --json, everything a program needs to know of its "
                + "language.",
            "Where LOCD_APPLICATION is set, the language of that application.",
        ],
        examples: [
            .init(command: "locctl get", meaning: "prints, say, hi-IN"),
            .init(command: "locctl get --json=short", meaning: "prints the whole state on one line"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let daemon = try Daemon(invocation)
        let state = try daemon.call(LocaleInterface.Get.self, .init(application: invocation.application)).state
        try invocation.console.print(languageOf: state)
    }
}

extension Console {
    /// Prints the language in force alone, or the state as JSON where that is asked for.
    func print(languageOf state: State) throws(Failure) {
        if let json {
            try print(encoded: state, json)
        } else if let language = state.languages.first {
            try print(language)
        } else {
            throw Failure(.noSuchLanguage, "no language is in force; `locctl status` tells which settings there are")
        }
    }
}
