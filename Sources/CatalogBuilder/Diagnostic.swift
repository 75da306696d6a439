/// A finding about a source file, for a person who is to mend it.
///
/// As JSON it is an object with `severity`, `file`, `line`, `column` and `message`.
package struct Diagnostic: Hashable, Sendable, Codable, CustomStringConvertible {
    /// What the finding means for the file.
    package enum Severity: String, Hashable, Sendable, Codable {
        /// The file gives no catalog.
        case error
        /// The file gives a catalog that somebody should look at.
        case warning
    }

    package var severity: Severity
    /// The file's name as the caller gave it.
    package var file: String
    /// From 1; nil when the finding is about the file as a whole.
    package var line: Int?
    /// From 1, in Unicode scalars; nil as `line` is.
    package var column: Int?
    /// What is wrong, with the value; no capital, no full stop.
    package var message: String

    package init(_ severity: Severity, file: String, position: SourcePosition? = nil, _ message: String) {
        self.severity = severity
        self.file = file
        line = position?.line
        column = position?.column
        self.message = message
    }

    /// `file:line:column: error: message`, the form that editors and compilers share.
    package var description: String {
        let place = [line, column].compactMap { $0 }.map { ":\($0)" }.joined()
        return "\(file)\(place): \(severity.rawValue): \(message)"
    }
}

/// The findings about one file: keeps the first thousand and counts the rest.
package struct DiagnosticCollector {
    private static let limit = 1000

    private let file: String
    private var diagnostics: [Diagnostic] = []
    private var omitted = 0
    /// Whether an error is among the findings.
    package private(set) var hasErrors = false

    package init(file: String) {
        self.file = file
    }

    package mutating func error(_ message: String, at position: SourcePosition? = nil) {
        hasErrors = true
        append(Diagnostic(.error, file: file, position: position, message))
    }

    package mutating func warning(_ message: String, at position: SourcePosition? = nil) {
        append(Diagnostic(.warning, file: file, position: position, message))
    }

    private mutating func append(_ diagnostic: Diagnostic) {
        if diagnostics.count < Self.limit {
            diagnostics.append(diagnostic)
        } else {
            omitted += 1
        }
    }

    /// All findings in the order in which they were made, the last one telling how many more there were.
    package var all: [Diagnostic] {
        guard omitted > 0 else { return diagnostics }
        let rest = Diagnostic(hasErrors ? .error : .warning, file: file, "\(omitted) more findings are not shown")
        return diagnostics + [rest]
    }
}
