// Measures locd from a client's side, for Benchmarks/run: one subcommand a measurement, which prints one JSON object.

import Glibc  // exit(3)
import JSON
import LinuxIO

do {
    let arguments = try BenchArguments(CommandLine.arguments.dropFirst())
    _ = try ResourceLimits.raiseOpenFiles()
    switch arguments.command {
    case "lookup": try Lookup(arguments).run()
    case "plural": try Formatting(arguments).runPlural()
    case "format": try Formatting(arguments).runFormat()
    case "roundtrip": try RoundTrip(arguments).run()
    case "fanout": try FanOut(arguments).run()
    case "subscribers": try Crowd(arguments).run()
    case "build": try Build(arguments).run()
    default: throw BenchError(message: "no measurement is called \(arguments.command)")
    }
} catch {
    // With standard error closed there is nobody left to tell.
    try? StandardStream.error.writeAll(Array("locd-bench: \(error)\n".utf8))
    exit(1)
}
