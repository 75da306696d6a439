/// How grave a log entry is, with syslog's numbers (sd-daemon(3)).
package enum LogPriority: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
}

/// What an entry is about, by the names that the journal has it under (systemd.journal-fields(7)).
package enum LogField: String, CaseIterable, Sendable {
    /// The uid of whom it concerns: who asked, who was refused.
    case uid = "LOCD_UID"
    /// The pid of the client that asked.
    case pid = "LOCD_PID"
    /// `system`, `user` or `application`.
    case scope = "LOCD_SCOPE"
    /// The application whose language it is.
    case application = "LOCD_APPLICATION"
    /// Tags of BCP 47, best first, with blanks between them; `auto` for none.
    case language = "LOCD_LANGUAGE"
    /// The languages before, in the same form.
    case languageBefore = "LOCD_LANGUAGE_BEFORE"
    /// The region that decides formats; empty for none.
    case region = "LOCD_REGION"
    /// Why a language changed, as the states of `org.locd.Locale` have it.
    case reason = "LOCD_REASON"
    /// The domain of the texts.
    case domain = "LOCD_DOMAIN"
    /// The key of a message.
    case key = "LOCD_KEY"
    /// The SHA-256 of a catalog.
    case catalog = "LOCD_CATALOG"
    /// The file at fault.
    case file = "LOCD_FILE"
    /// The line at fault, from 1.
    case line = "LOCD_LINE"
    /// The method that was called.
    case method = "LOCD_METHOD"
}

/// One thing that happened, for people to read and for programs to find.
package struct LogEntry: Equatable, Sendable {
    package var priority: LogPriority
    /// A sentence that says all there is to know without the fields.
    package var message: String
    /// Nil for what nobody would look for by an id.
    package var event: LogEvent?
    package var fields: [LogField: String]

    package init(
        _ priority: LogPriority, _ message: String, event: LogEvent? = nil, fields: [LogField: String] = [:]
    ) {
        self.priority = priority
        self.message = message
        self.event = event
        self.fields = fields
    }

    /// The message on one line: what a peer or a file put into it must not look like another entry.
    package var line: String {
        message.map { $0.isNewline || $0 == "\0" ? " " : String($0) }.joined()
    }
}

/// Where the daemon says what happened. Never waits for a reader.
package protocol DaemonLog: AnyObject {
    func write(_ entry: LogEntry)
}

extension DaemonLog {
    /// Says what happened.
    package func log(
        _ priority: LogPriority, _ message: String, event: LogEvent? = nil, fields: [LogField: String] = [:]
    ) {
        write(LogEntry(priority, message, event: event, fields: fields))
    }
}
