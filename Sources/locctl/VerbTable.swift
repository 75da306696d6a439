/// All verbs, in the order in which the help lists them.
enum VerbTable {
    static let verbs: [Verb] = [
        StatusCommand.verb, DoctorCommand.verb, ListCommand.verb, GetCommand.verb, SetCommand.verb, ResetCommand.verb,
        WatchCommand.verb, TextCommand.verb, ExplainCommand.verb, ExportCommand.verb, KeyboardCommand.verb,
        ReloadCommand.verb, BuildCommand.verb, InstallCommand.verb, ShowCommand.verb, RunCommand.verb,
        EnvironmentCommand.verb, CompletionCommand.verb, HelpCommand.verb,
    ]
}
