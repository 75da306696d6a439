import LinuxIO
import LocdInterface

/// The program from its command line to its exit status.
enum Program {
    static func run(_ words: [String]) -> ExitStatus {
        // Until the command line is understood, there is nothing that it could ask of the console.
        var console = Console(arguments: Arguments(), environment: lookup)
        do throws(Failure) {
            switch try ArgumentParser.parse(words, verbs: VerbTable.verbs) {
            case .help(let verb): try HelpCommand.show(verb, on: console)
            case .version: try console.print("locctl \(Release.version)")
            case .run(let verb, let arguments):
                console = Console(arguments: arguments, environment: lookup)
                try verb.run(Invocation(arguments: arguments, console: console, environment: lookup))
            }
            return .done
        } catch {
            console.report(error)
            return error.status
        }
    }

    @Sendable private static func lookup(_ name: String) -> String? { CurrentProcess.environment(name) }
}
