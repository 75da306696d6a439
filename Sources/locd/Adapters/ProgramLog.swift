import LinuxIO
import LocdDaemon
import Systemd

/// Where log entries end up. Neither waits for a reader.
protocol LogSink {
    /// Takes an entry; false when there was no room for it.
    func take(_ entry: LogEntry) -> Bool
}

/// The daemon's log: entries that could not be taken are counted, and the next one that is taken says so.
final class ProgramLog: DaemonLog {
    private let sink: any LogSink
    private var dropped = 0

    init(_ sink: any LogSink) {
        self.sink = sink
    }

    /// Writes to the journal where standard error leads there, else to standard error.
    static func open() -> ProgramLog {
        // Where there is no socket to be had, standard error leads to the journal all the same.
        guard Journal.takesStandardError, let journal = try? Journal() else { return ProgramLog(StandardErrorLog()) }
        return ProgramLog(JournalLog(journal))
    }

    func write(_ entry: LogEntry) {
        if dropped > 0 {
            let notice = LogEntry(.warning, "\(dropped) log entries were dropped", event: .entriesDropped)
            if sink.take(notice) { dropped = 0 }
        }
        if !sink.take(entry) { dropped += 1 }
    }
}
