import JSON
import LinuxIO

/// Standard output and standard error of the program.
struct Console: Sendable {
    /// How what goes to standard output is set off.
    let style: Style
    /// The form of JSON asked for; nil when none is.
    let json: JSONForm?
    /// Whether standard output is a terminal.
    let isTerminal: Bool
    private let errorStyle: Style
    private let isQuiet: Bool
    private let showsProgress: Bool

    init(arguments: Arguments, environment: (String) -> String?) {
        let (noColor, terminalType) = (environment("NO_COLOR"), environment("TERM"))
        isTerminal = StandardStream.output.isTerminal
        style = Style(isTerminal: isTerminal, noColor: noColor, terminalType: terminalType)
        errorStyle = Style(
            isTerminal: StandardStream.error.isTerminal, noColor: noColor, terminalType: terminalType)
        json = arguments.jsonForm(isTerminal: isTerminal)
        isQuiet = arguments.has(GlobalOptions.quiet)
        showsProgress = StandardStream.error.isTerminal && terminalType != "dumb" && !isQuiet
    }

    // MARK: Standard output

    /// Prints a line.
    func print(_ line: String) throws(Failure) {
        try write(Array(line.utf8) + [UInt8(ascii: "\n")])
    }

    /// Prints lines in one piece.
    func print(lines: [String]) throws(Failure) {
        if !lines.isEmpty { try print(lines.joined(separator: "\n")) }
    }

    /// Prints a value as JSON in a form, with a line feed at its end.
    func print(encoded value: some Encodable, _ form: JSONForm) throws(Failure) {
        let bytes: [UInt8]
        do {
            let compact = try JSONEncoder().encode(value)
            bytes = form == .pretty ? try Self.prettyPrinted(compact) : compact + [UInt8(ascii: "\n")]
        } catch {
            throw Failure(.other, "the result cannot be written as JSON: \(error)")
        }
        try write(bytes)
    }

    private static func prettyPrinted(_ json: [UInt8]) throws -> [UInt8] {
        // The text is our own, so only its offsets have to fit.
        let limits = JSONLimits(
            maximumBytes: Int(UInt32.max), maximumDepth: 64, maximumMembers: .max, maximumStringBytes: .max)
        var writer = JSONWriter(pretty: true)
        writer.write(try JSONDocument(parsing: json, limits: limits).root)
        return writer.finish()
    }

    /// Writes bytes as they are.
    ///
    /// A reader that has gone ends the program quietly where SIGPIPE has not done so already.
    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemError) {
            try StandardStream.output.writeAll(bytes)
        } catch {
            if error.isDisconnected { throw Failure(.other, "") }
            throw Failure(error)
        }
    }

    // MARK: Standard error

    /// Tells something beside the result, unless `--quiet` was given.
    func remark(_ message: String) {
        if !isQuiet { tell("locctl: \(message)") }
    }

    /// Tells why the program fails; nothing where the output has said it.
    func report(_ failure: Failure) {
        if !failure.message.isEmpty { tell("\(errorStyle.error("locctl:")) \(failure.message)") }
    }

    /// Prints a finding in a source file in the form of compilers.
    func diagnose(_ place: String, _ severity: String, isError: Bool, _ message: String) {
        let label = isError ? errorStyle.error("\(severity):") : errorStyle.warning("\(severity):")
        tell("\(place): \(label) \(printable(message))")
    }

    /// Shows what is being waited for on a terminal, in place of what was shown before; nil takes it away.
    func progress(_ message: String?) {
        guard showsProgress else { return }
        // Back to the line's beginning and, as ECMA-48 has it, erase to its end.
        let text = "\r\u{1B}[K" + (message.map { "locctl: \($0)…" } ?? "")
        // As below.
        try? StandardStream.error.writeAll(Array(text.utf8))
    }

    private func tell(_ line: String) {
        // When standard error cannot be written to, nobody can be told so.
        try? StandardStream.error.writeAll(Array("\(line)\n".utf8))
    }
}
