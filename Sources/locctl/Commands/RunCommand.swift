import LinuxIO
import LocdInterface

/// `locctl run`: a program in the right language.
enum RunCommand {
    private static let language = Option.value(
        "language", "TAG", completion: .language(orAutomatic: false),
        "in this language: sets it for the application first, until the daemon ends")
    private static let application = Option.value(
        "app", "ID", "the application's identifier; the name of the program where it is not given")

    static let verb = Verb(
        "run", "run a program in the right language",
        discussion: [
            "Gives CMD the LANG, LANGUAGE and LC_* variables of the language in force for the application, in place of its own, "
                + "and LOCD_APPLICATION, so that it and what it starts have the application's setting. With --address, "
                + "LOCD_ADDRESS too.",
            "CMD replaces locctl: it keeps the process, and its exit status is the result.",
        ],
        options: [language, application],
        positionals: [Positional("CMD", .atLeastOne, .command)],
        examples: [
            .init(command: "locctl run -- gedit", meaning: "in your language, even where the session began in another"),
            .init(command: "locctl run --language ar -- ./kiosk --demo", meaning: "in Arabic"),
        ],
        endsOptionsAtFirstPositional: true,
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let arguments = invocation.arguments
        let command = arguments.positionals
        let identifier = arguments.value(of: application) ?? identifier(ofProgram: command[0])
        let state = try state(of: identifier, in: arguments.value(of: language), Daemon(invocation))
        var variables = LocaleVariables.trusted(state.environment)
        variables["LOCD_APPLICATION"] = identifier
        variables["LOCD_ADDRESS"] = arguments.value(of: GlobalOptions.address)
        try reporting(on: command[0]) { () throws(SystemError) in
            try ProgramImage.replace(
                withLastArguments: command.count, removing: LocaleVariables.names, setting: variables)
        }
    }

    private static func state(
        of application: String, in language: String?, _ daemon: Daemon
    ) throws(Failure) -> State {
        if let language {
            _ = try daemon.call(
                LocaleInterface.Set.self,
                .init(languages: [language], scope: .application, application: application, runtime: true))
        }
        return try daemon.call(LocaleInterface.Get.self, .init(application: application)).state
    }

    /// The name of a program as an application's identifier.
    static func identifier(ofProgram path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        // Each character that cannot stand in an identifier, and a first one that cannot begin it, becomes `_`.
        let word = name.unicodeScalars.map { Identifier.isValid("_\($0)") ? Character($0) : "_" }
        let identifier = String(String(word).prefix(127))
        return Identifier.isValid(identifier) ? identifier : String("_\(identifier)".prefix(127))
    }
}
