import LocdDaemon
import Systemd

/// Entries with their ids and fields in the journal; as lines on standard error where the journal is away.
final class JournalLog: LogSink {
    private let journal: Journal
    private let otherwise = StandardErrorLog()

    init(_ journal: consuming Journal) {
        self.journal = journal
    }

    func take(_ entry: LogEntry) -> Bool {
        switch journal.write(Self.fields(of: entry)) {
        case .written: true
        case .full: false
        case .away: otherwise.take(entry)
        }
    }

    /// The journal's names for what an entry says (systemd.journal-fields(7)).
    private static func fields(of entry: LogEntry) -> [(name: String, value: String)] {
        var fields = [
            (name: "MESSAGE", value: entry.line), ("PRIORITY", "\(entry.priority.rawValue)"),
            ("SYSLOG_IDENTIFIER", "locd"),
        ]
        if let event = entry.event { fields.append(("MESSAGE_ID", event.rawValue)) }
        return fields + entry.fields.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value) }
    }
}
