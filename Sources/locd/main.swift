import LinuxIO

// `locd build-catalogs …` is how the daemon runs itself to read source files: see BuildChild.
let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.first == BuildRequest.verb {
    CurrentProcess.exit(BuildChild.run(Array(arguments.dropFirst())))
}
CurrentProcess.exit(Program.run(arguments))
