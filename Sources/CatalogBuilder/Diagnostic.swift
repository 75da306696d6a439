/// A finding about a source file, for a person who is to mend it.
package struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
    package enum Severity: String, Hashable, Sendable {
        /// The file gives no catalog.
        case error
        /// The file gives a catalog that somebody should look at.
        case warning
    }

    package var severity: Severity
    /// The file's name as the caller gave it.
    package var file: String
    /// Nil when the finding is about the file as a whole.
    package var position: SourcePosition?
    /// What is wrong, with the value; no capital, no full stop.
    package var message: String

    package init(_ severity: Severity, file: String, position: SourcePosition? = nil, _ message: String) {
        self.severity = severity
        self.file = file
        self.position = position
        self.message = message
    }

    /// `file:line:column: error: message`, the form that editors and compilers share.
    package var description: String {
        let place = position.map { ":\($0.line):\($0.column)" } ?? ""
        return "\(file)\(place): \(severity.rawValue): \(message)"
    }
}

/// A place in a source file.
package struct SourcePosition: Hashable, Sendable, Comparable {
    /// From 1.
    package var line: Int
    /// From 1, in bytes of the text's UTF-8.
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
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
