import Glibc  // exit(3)
import LinuxIO

exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
