import LocdInterface
import Systemd

/// `locctl keyboard`: the keyboard that suits the language in force.
enum KeyboardCommand {
    private static let apply = Option.flag("apply", "make it the machine's keyboard, through systemd-localed")

    static let verb = Verb(
        "keyboard", "show the keyboard that suits the language in force for you",
        discussion: [
            "Layout and variant are names of xkeyboard-config(7); an input method is named where a language needs one.",
            "With --apply, the layout becomes that of the machine, its console included; model and options stay. It is you who "
                + "asks systemd-localed for it, so that polkit decides about you as it does about localectl; an input method is for "
                + "the desktop to choose. With Follow=yes in [Keyboard] of locd.conf the daemon does so at each change by itself.",
        ],
        options: [apply, PasswordOption.none],
        examples: [
            .init(command: "locctl keyboard", meaning: "prints, say, Layout: in"),
            .init(command: "locctl keyboard --apply", meaning: "the machine's keyboard follows, this once"),
        ],
        run: run)

    @Sendable private static func run(_ invocation: Invocation) throws(Failure) {
        let daemon = try Daemon(invocation)
        let state = try daemon.call(LocaleInterface.Get.self, .init(application: invocation.application)).state
        guard let keyboard = state.keyboard else {
            let language = state.languages.first.map { "the language \($0)" } ?? "a machine without a language"
            throw Failure(.other, "no keyboard is known for \(language); choose one with `localectl set-x11-keymap`")
        }
        if invocation.arguments.has(apply) {
            let asksPeople = PasswordOption.allowsQuestion(invocation.arguments)
            let agent = asksPeople ? PasswordAgent.start(environment: invocation.environment) : nil
            defer { agent?.end() }
            try MachineKeyboard(asksPeople: asksPeople).set(keyboard)
        }
        if let json = invocation.console.json {
            try invocation.console.print(encoded: keyboard, json)
        } else {
            try invocation.console.print(
                lines: factLines([
                    ("Layout", keyboard.layout), ("Variant", keyboard.variant ?? ""),
                    ("Input method", keyboard.inputMethod ?? ""),
                ]))
        }
    }
}
