import LanguageTags
import LocdInterface

/// `locctl environment`: the variables that make other programs speak the language in force.
enum EnvironmentCommand {
    static let verb = Verb(
        "environment", "print LANG, LANGUAGE and LC_* for the language in force for you",
        discussion: [
            "Prints NAME=VALUE, a line each: what `locctl run` starts programs with, in spellings that libc knows. Values consist "
                + "of letters, digits and _.:@- and need no quoting. With --json, an object.",
            "Where LOCD_APPLICATION is set, for that application. An LC_ALL that is set already would hide them: unset it.",
        ],
        examples: [
            .init(command: "locctl environment", meaning: "prints, say, LANG=hi_IN.UTF-8 and LANGUAGE=hi_IN:hi"),
            .init(
                command: "export $(locctl environment)", meaning: "programs that this shell starts speak the language"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let state = try Daemon(invocation).call(
            LocaleInterface.Get.self, .init(application: invocation.application)
        ).state
        let variables = LocaleVariables.trusted(state.environment)
        if let json = invocation.console.json {
            try invocation.console.print(encoded: variables, json)
        } else {
            let text = LocaleEnvironment.fileText(of: variables)
            try invocation.console.print(lines: text.split(separator: "\n").map(String.init))
        }
    }
}
