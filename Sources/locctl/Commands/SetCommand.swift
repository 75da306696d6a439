import LocdInterface

/// `locctl set`: sets the language.
enum SetCommand {
    private static let region = Option.value(
        "region", "CC", "the region whose formats apply, such as DE; auto clears it")
    private static let ifMissing = Option.value(
        "if-missing", "WHAT", completion: .choice(["download", "fallback", "fail"]),
        "when the language is not there: fetch it first, set auto instead, or refuse")
    private static let runtime = Option.flag("runtime", "do not store the setting; it ends with the daemon")
    private static let duration = Option.value(
        "for", "DURATION", "the setting ends by itself after this time, such as 120s, 2m or 1h")
    private static let ifGeneration = Option.value(
        "if-generation", "N", "only if your state still has this generation, as watch prints it")

    static let verb = Verb(
        "set", "set the language of the machine, of yourself or of an application",
        discussion: [
            "Several languages are preferences, best first. auto (or system) clears the setting, so that the next wider one "
                + "applies. Without a language, the one that is set is kept.",
            "Prints the language now in force for you; where a narrower setting of yours hides the one just made, standard "
                + "error says so. Returns when the change is stored and every program has been told.",
            "With --root, what is set is what the machine in that image will start with: the language has to be one that its "
                + "own configuration and texts offer, and its user locd gets the file. Prints the language that this gives.",
        ],
        options: ScopeOptions.all
            + [region, ifMissing, runtime, duration, ifGeneration, PasswordOption.none, ImageOption.root],
        positionals: [Positional("LANG", .any, .language(orAutomatic: true))],
        examples: [
            .init(command: "locctl set hi", meaning: "the machine speaks Hindi"),
            .init(command: "locctl set de-AT de en --user", meaning: "your own preferences, best first"),
            .init(command: "locctl set --region DE", meaning: "German formats, whatever the language"),
            .init(command: "locctl set fr --for 2m", meaning: "French for a guest, then what is stored again"),
            .init(command: "locctl set auto --user", meaning: "follow the machine again"),
            .init(command: "locctl --root=rootfs set hi", meaning: "the machine made of rootfs will speak Hindi"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        if let root = invocation.arguments.value(of: ImageOption.root) { return try setInImage(root, invocation) }
        let (scope, application) = ScopeOptions.chosen(in: invocation.arguments)
        let parameters = try parameters(
            invocation.arguments, scope: scope, application: application ?? invocation.application)
        let reply = try Daemon(invocation).change(
            scope, "set the system language", LocaleInterface.Set.self, parameters,
            allowingInteraction: \.allowInteractiveAuthentication)
        remarks(on: reply, to: parameters).forEach(invocation.console.remark)
        if let json = invocation.console.json {
            try invocation.console.print(encoded: reply, json)
        } else {
            try invocation.console.print(languageOf: reply.state)
        }
    }

    private static func setInImage(_ root: String, _ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let others = [ScopeOptions.user, ScopeOptions.application, runtime, duration, ifGeneration]
        if let other = others.first(where: arguments.has) {
            throw Failure(.usage, "--\(other.name) needs a daemon, and an image given by --root has none")
        }
        let parameters = try parameters(arguments, scope: .system, application: nil)
        try ImageSetting(root, invocation.console).set(parameters)
    }

    /// What the daemon is to be asked.
    ///
    /// - Throws: `Failure` with status `usage`.
    static func parameters(
        _ arguments: Arguments, scope: Scope, application: String?
    ) throws(Failure) -> LocaleInterface.Set.Parameters {
        let languages = arguments.positionals
        let region = arguments.value(of: region).map { $0 == "auto" ? "" : $0 }
        guard !languages.isEmpty || region != nil else {
            throw Failure(.usage, "give a language, auto, or --region CC (see `locctl help set`)")
        }
        return LocaleInterface.Set.Parameters(
            languages: languages.isEmpty
                ? nil : languages.contains { isAutomatic($0) } ? try automatic(languages) : languages,
            region: region, scope: scope, application: application,
            ifMissing: arguments.value(of: ifMissing).flatMap(IfMissing.init),
            ifGeneration: try arguments.value(of: ifGeneration).map(generation),
            temporarySeconds: try arguments.value(of: duration).map(SecondsArgument.parse),
            runtime: arguments.has(runtime) ? true : nil)
    }

    /// What is to be said beside the language now in force.
    private static func remarks(
        on reply: LocaleInterface.Set.Reply, to asked: LocaleInterface.Set.Parameters
    ) -> [String] {
        let (scope, application) = (asked.scope ?? .system, asked.application)
        let fallback =
            reply.reason == .fallback
            ? ChangeRemarks.fallback(requested: reply.requested, inForce: reply.inForce) : nil
        let language = asked.languages.flatMap { _ in
            ChangeRemarks.maskedLanguage(
                scope: scope, application: application, inForce: reply.inForce, masks: reply.masks)
        }
        let region = asked.region.flatMap { region in
            ChangeRemarks.maskedRegion(scope: scope, application: application, region: region, masks: reply.masks)
        }
        return [fallback, language, region].compactMap { $0 }
    }

    private static func isAutomatic(_ word: String) -> Bool { word == "auto" || word == "system" }

    private static func automatic(_ words: [String]) throws(Failure) -> [String] {
        guard words.count == 1 else { throw Failure(.usage, "auto stands alone, not beside languages") }
        return []
    }

    private static func generation(_ text: String) throws(Failure) -> Int64 {
        guard let number = Int64(text), number >= 0 else {
            throw Failure(.usage, "--if-generation takes a number, not \(quoted(text))")
        }
        return number
    }
}
